#include "fake_tree.h"

#include "base/file.h"
#include "base/units.h"
#include "hardware/probe.h"

#include <QTest>
#include <QThread>
#include <set>

using namespace spillway;

class TestMachine : public QObject {
    Q_OBJECT

  private slots:
    void init() { qunsetenv("SPILLWAY_ISA"); }
    void a_pc_from_xml();
    void its_links_are_presets_and_say_so();
    void sizes_may_carry_a_unit();
    void a_card_without_a_driver_is_listed_but_not_usable();
    void an_empty_pci_slot_needs_no_speed();
    void wrong_files_are_errors_data();
    void wrong_files_are_errors();
    void the_last_eighth_is_never_planned();
    void this_machine_is_sound();
    void this_machine_survives_the_way_through_xml();
};

namespace {

const std::filesystem::path pc = std::filesystem::path(SPILLWAY_TEST_DATA) / "machines" / "pc-rtx3070ti.xml";

/// The PC's XML with every `from` as `to`.
Machine changed_pc(const FakeTree &tree, const char *from, const char *to) {
    QString xml = QString::fromStdString(read_text(pc));
    xml.replace(from, to);
    tree.write("changed.xml", xml.toStdString());
    return machine_from_xml(tree.path() / "changed.xml");
}

} // namespace

void TestMachine::a_pc_from_xml() {
    const Machine machine = machine_from_xml(pc);
    QCOMPARE(machine.name, std::string("pc-rtx3070ti"));
    QCOMPARE(machine.cpu, std::string("AMD Ryzen 7 5800X 8-Core Processor"));
    QVERIFY(!machine.this_system);
    QCOMPARE(machine.packages, 1);
    QCOMPARE(machine.cores.size(), 1u);
    QCOMPARE(machine.hardware_threads, 4);
    QCOMPARE(machine.cores[0].processors, (std::vector<int>{0, 1, 2, 3}));
    QCOMPARE(machine.numa_nodes.size(), 1u);
    QCOMPARE(machine.ram_total, 33'554'432'000u);
    QCOMPARE(machine.ram_free, machine.ram_total / 8 * 7);

    QCOMPARE(machine.gpus.size(), 1u);
    const Gpu &gpu = machine.gpus[0];
    QCOMPARE(gpu.name, std::string("NVIDIA GeForce RTX 3070 Ti"));
    QCOMPARE(gpu.memory_total, 8'220'480 * KiB);
    QCOMPARE(gpu.memory_free, std::nullopt);
    QCOMPARE(gpu.pci_address, std::string("0000:0a:00.0"));
    QVERIFY(std::abs(gpu.pci_bytes_per_s - 31.507692e9) < 1e6);
    QVERIFY(gpu.usable);

    QCOMPARE(machine.drives.size(), 1u);
    const Drive &drive = machine.drives[0];
    QCOMPARE(drive.device, std::string("nvme0n1"));
    QCOMPARE(drive.model, std::string("Samsung SSD 980 PRO 1TB"));
    QCOMPARE(drive.bytes, 976'762'584 * KiB);
    QCOMPARE(drive.number, std::string("259:0"));
    QVERIFY(std::abs(drive.pci_bytes_per_s - 7.876923e9) < 1e6);
    QCOMPARE(drive.rotational, std::nullopt);
}

void TestMachine::its_links_are_presets_and_say_so() {
    const Links links = machine_from_xml(pc).links;
    QVERIFY(links.storage_to_ram && links.ram_to_cpu && links.ram_to_gpu);
    for (const LinkSpeed &link : {*links.storage_to_ram, *links.ram_to_cpu, *links.ram_to_gpu}) {
        QCOMPARE(link.source, Source::preset);
        QVERIFY2(link.how.find("typical") != std::string::npos, link.how.c_str());
    }
    QVERIFY(std::abs(links.storage_to_ram->bytes_per_s - 0.84 * 7.876923e9) < 1e6);
    QVERIFY(links.storage_to_ram->how.find("7.88 GB/s, 84 %") != std::string::npos);
    QVERIFY(std::abs(links.ram_to_gpu->bytes_per_s - 0.78 * 31.507692e9) < 1e6);
    QVERIFY(!links.gpu_to_gpu && !links.storage_to_ram_together && !links.ram_to_cpu_together);
}

void TestMachine::sizes_may_carry_a_unit() {
    const FakeTree tree;
    const Machine machine = changed_pc(tree, "value=\"8220480\"", "value=\"8220480KiB\"");
    QCOMPARE(machine.gpus.at(0).memory_total, 8'220'480 * KiB);
    const Machine hostile = changed_pc(tree, "value=\"8220480\"", "value=\"99999999999999999999\"");
    QCOMPARE(hostile.gpus.at(0).memory_total, 0u);
}

void TestMachine::a_card_without_a_driver_is_listed_but_not_usable() {
    const FakeTree tree;
    const Machine machine = changed_pc(tree, "subtype=\"CUDA\"", "subtype=\"Other\"");
    QCOMPARE(machine.gpus.size(), 1u);
    QCOMPARE(machine.gpus[0].name, std::string("NVIDIA GA104 [GeForce RTX 3070 Ti]"));
    QCOMPARE(machine.gpus[0].pci_address, std::string("0000:0a:00.0"));
    QVERIFY(!machine.gpus[0].usable);
    QVERIFY(changed_pc(tree, "10de:2482", "1002:2482").gpus.size() == 1); // CUDA is CUDA, whatever the vendor
}

void TestMachine::an_empty_pci_slot_needs_no_speed() {
    const FakeTree tree;
    const Machine machine = changed_pc(tree, "pci_link_speed=\"7.876923\"", "pci_link_speed=\"0.000000\"");
    QCOMPARE(machine.drives.at(0).pci_bytes_per_s, 0.0);
    QVERIFY(!machine.links.storage_to_ram);
}

void TestMachine::wrong_files_are_errors_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("no XML") << QByteArray("this is no topology");
    QTest::newRow("other XML") << QByteArray("<?xml version=\"1.0\"?><html></html>");
    QTest::newRow("cut off") << QByteArray::fromStdString(read_text(pc).substr(0, 3000));
    QTest::newRow("zeros") << QByteArray(5000, '\0');
}

void TestMachine::wrong_files_are_errors() {
    QFETCH(QByteArray, content);
    const FakeTree tree;
    tree.write("wrong.xml", content.toStdString());
    const auto error = error_of([&] { machine_from_xml(tree.path() / "wrong.xml"); });
    QVERIFY(error.has_value());
    QCOMPARE(error->code(), ErrorCode::damaged);
    QVERIFY(error->message().find("wrong.xml") != std::string::npos);
    const auto missing = error_of([&] { machine_from_xml(tree.path() / "missing.xml"); });
    QVERIFY(missing.has_value());
    QCOMPARE(missing->code(), ErrorCode::not_found);
}

void TestMachine::the_last_eighth_is_never_planned() {
    Machine machine;
    machine.ram_total = 16 * GiB;
    machine.ram_free = 15 * GiB;
    QCOMPARE(machine.ram_budget(), 14 * GiB);
    machine.ram_free = 5 * GiB;
    QCOMPARE(machine.ram_budget(), 5 * GiB);
    QCOMPARE(machine.ram_budget(2 * GiB), 7 * GiB); // its own memory may be used again
    QCOMPARE(machine.ram_budget(20 * GiB), 14 * GiB);
    machine.ram_limit = 4 * GiB;
    QCOMPARE(machine.ram_budget(2 * GiB), 7 * GiB / 2);
    machine.ram_free = 0;
    QCOMPARE(machine.ram_budget(), 0u);
}

void TestMachine::this_machine_is_sound() {
    const Machine machine = probe_machine({QCoreApplication::applicationDirPath().toStdString()});
    QVERIFY(machine.this_system);
    QVERIFY(!machine.name.empty());
    QVERIFY(!machine.cpu.empty());
    QCOMPARE(machine.isa, instruction_set());
    QVERIFY(!machine.cores.empty());
    QCOMPARE(machine.hardware_threads, QThread::idealThreadCount());
    std::set<int> processors;
    for (const Core &core : machine.cores) {
        QVERIFY(!core.processors.empty());
        processors.insert(core.processors.begin(), core.processors.end());
    }
    QCOMPARE(static_cast<int>(processors.size()), machine.hardware_threads);
    QVERIFY(!machine.numa_nodes.empty());
    QVERIFY(machine.ram_total > 256 * MiB);
    QVERIFY(machine.ram_free > 0 && machine.ram_free < machine.ram_total);
    QVERIFY(machine.ram_budget() > 0 && machine.ram_budget() <= machine.ram_total / 8 * 7);
    QCOMPARE(machine.storage.size(), 1u);
    for (const Cache &cache : machine.caches) {
        QVERIFY(cache.level >= 1 && cache.level <= 3 && cache.bytes > 0 && cache.instances > 0);
    }
    QVERIFY(!machine.links.storage_to_ram && !machine.links.ram_to_cpu); // nothing was measured
}

void TestMachine::this_machine_survives_the_way_through_xml() {
    const FakeTree tree;
    tree.write("here.xml", topology_xml());
    const Machine here = probe_machine();
    const Machine there = machine_from_xml(tree.path() / "here.xml");
    QCOMPARE(there.cpu, here.cpu);
    QCOMPARE(there.packages, here.packages);
    QVERIFY(there.cores.size() >= here.cores.size()); // all, where this process is bound to some
    QCOMPARE(there.drives.size(), here.drives.size());
    QVERIFY(there.ram_total > 0);
    QCOMPARE(there.numa_nodes.size(), here.numa_nodes.size());
    QVERIFY(!there.this_system);
}

QTEST_GUILESS_MAIN(TestMachine)
#include "test_machine.moc"
