#include "fake_tree.h"

#include "base/file.h"
#include "hardware/measure.h"

#include <QTest>

using namespace spillway;

namespace {

Machine machine_with(const std::string &cpu) {
    Machine machine;
    machine.cpu = cpu;
    machine.cores.resize(8);
    machine.ram_total = 32'000'000'000;
    machine.drives = {{.device = "nvme0n1",
                       .model = "Fast 1TB",
                       .bytes = 1'000'000'000'000,
                       .number = "259:0",
                       .pci_bytes_per_s = 0,
                       .rotational = {}}};
    return machine;
}

Storage storage_on(const std::string &device) {
    Storage storage;
    storage.device = device;
    storage.file_system = "ext4";
    storage.size = 5'000'000'000;
    return storage;
}

Links some_links(double storage_rate) {
    Links links;
    links.storage_to_ram = {storage_rate, Source::measured, "direct reads, 4 MiB, 16 at once"};
    links.ram_to_cpu_together = {2.5e10, Source::measured, "read by 8 threads"};
    return links;
}

} // namespace

class TestLinksCache : public QObject {
    Q_OBJECT

  private slots:
    void what_was_saved_comes_back_as_cached();
    void another_machine_or_drive_has_no_entry();
    void entries_do_not_push_one_another_out();
    void a_damaged_file_is_no_cache_data();
    void a_damaged_file_is_no_cache();
    void a_folder_that_cannot_be_written_is_an_error();
};

void TestLinksCache::what_was_saved_comes_back_as_cached() {
    const FakeTree tree;
    const Machine machine = machine_with("Ryzen");
    const Storage storage = storage_on("nvme0n1");
    QVERIFY(!load_links(tree.path() / "data", machine, storage).has_value());
    save_links(tree.path() / "data", machine, storage, some_links(5e9));
    const auto links = load_links(tree.path() / "data", machine, storage);
    QVERIFY(links.has_value());
    QCOMPARE(links->storage_to_ram->bytes_per_s, 5e9);
    QCOMPARE(links->storage_to_ram->source, Source::cached);
    QCOMPARE(links->storage_to_ram->how, std::string("direct reads, 4 MiB, 16 at once"));
    QCOMPARE(links->ram_to_cpu_together->bytes_per_s, 2.5e10);
    QVERIFY(!links->ram_to_cpu && !links->ram_to_gpu && !links->gpu_to_gpu && !links->storage_to_ram_together);
}

void TestLinksCache::another_machine_or_drive_has_no_entry() {
    const FakeTree tree;
    const Machine machine = machine_with("Ryzen");
    const Storage storage = storage_on("nvme0n1");
    save_links(tree.path(), machine, storage, some_links(5e9));
    QVERIFY(!load_links(tree.path(), machine_with("Xeon"), storage).has_value());
    QVERIFY(!load_links(tree.path(), machine, storage_on("sda")).has_value());
    Machine changed = machine;
    changed.drives[0].model = "Slow 1TB";
    QVERIFY(!load_links(tree.path(), changed, storage).has_value());
    changed = machine;
    changed.ram_total *= 2;
    QVERIFY(!load_links(tree.path(), changed, storage).has_value());
    changed = machine;
    changed.ram_total += 10'000'000; // another kernel
    QVERIFY(load_links(tree.path(), changed, storage).has_value());
    // An entry of another version of the program is not used either.
    QString text = QString::fromStdString(read_text(tree.path() / "links.json"));
    QVERIFY(text.contains("\"version\": \""));
    text.replace("\"version\": \"", "\"version\": \"old ");
    tree.write("links.json", text.toStdString());
    QVERIFY(!load_links(tree.path(), machine, storage).has_value());
}

void TestLinksCache::entries_do_not_push_one_another_out() {
    const FakeTree tree;
    const Machine machine = machine_with("Ryzen");
    save_links(tree.path(), machine, storage_on("nvme0n1"), some_links(5e9));
    save_links(tree.path(), machine, storage_on("sda"), some_links(1e8));
    save_links(tree.path(), machine, storage_on("nvme0n1"), some_links(6e9));
    QCOMPARE(load_links(tree.path(), machine, storage_on("nvme0n1"))->storage_to_ram->bytes_per_s, 6e9);
    QCOMPARE(load_links(tree.path(), machine, storage_on("sda"))->storage_to_ram->bytes_per_s, 1e8);
    const QString text = QString::fromStdString(read_text(tree.path() / "links.json"));
    QCOMPARE(text.count("\"key\""), 2);
}

void TestLinksCache::a_damaged_file_is_no_cache_data() {
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::newRow("cut off") << QByteArray("\"key\"") << QByteArray("\"ke");
    QTest::newRow("another format") << QByteArray("spillway-links") << QByteArray("something");
    QTest::newRow("another version") << QByteArray("\"version\": 1") << QByteArray("\"version\": 2");
    QTest::newRow("negative rate") << QByteArray("5000000000.0") << QByteArray("-1");
    QTest::newRow("rate in words") << QByteArray("5000000000.0") << QByteArray("\"fast\"");
    QTest::newRow("no list") << QByteArray("\"entries\": [") << QByteArray("\"entries\": 1, \"x\": [");
    QTest::newRow("links are a number") << QByteArray("\"links\": {") << QByteArray("\"links\": 1, \"x\": {");
}

void TestLinksCache::a_damaged_file_is_no_cache() {
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    const FakeTree tree;
    const Machine machine = machine_with("Ryzen");
    const Storage storage = storage_on("nvme0n1");
    save_links(tree.path(), machine, storage, some_links(5e9));
    QByteArray text = QByteArray::fromStdString(read_text(tree.path() / "links.json"));
    QVERIFY2(text.contains(from), text.constData());
    tree.write("links.json", text.replace(from, to).toStdString());
    QVERIFY(!load_links(tree.path(), machine, storage).has_value());
    save_links(tree.path(), machine, storage, some_links(7e9)); // and is written anew
    QCOMPARE(load_links(tree.path(), machine, storage)->storage_to_ram->bytes_per_s, 7e9);
}

void TestLinksCache::a_folder_that_cannot_be_written_is_an_error() {
    const FakeTree tree;
    tree.write("file", "in the way");
    const auto error = error_of(
        [&] { save_links(tree.path() / "file", machine_with("Ryzen"), storage_on("sda"), some_links(1e9)); });
    QVERIFY(error.has_value());
    QVERIFY(error->message().find("links.json") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestLinksCache)
#include "test_links_cache.moc"
