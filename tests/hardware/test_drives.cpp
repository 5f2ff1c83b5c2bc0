#include "fake_tree.h"

#include "hardware/drives.h"
#include "hardware/probe.h"

#include <QCoreApplication>
#include <QTest>
#include <sys/sysmacros.h>

using namespace spillway;

class TestDrives : public QObject {
    Q_OBJECT

  private slots:
    void a_partition_lies_on_its_drive();
    void an_encrypted_volume_lies_on_its_drive();
    void a_volume_over_two_drives_is_on_none();
    void btrfs_tells_its_device_through_the_mount();
    void file_systems_without_a_drive();
    void a_file_beside_this_program();
    void a_folder_leaves_nothing_behind();
    void a_folder_in_memory_has_no_drive();
    void what_is_not_there_is_named();
};

namespace {

/// /sys of a PC with nvme0n1 (partition p2, on it dm-0) and sda, sdb, joined to md0.
void write_sys(const FakeTree &tree) {
    const std::string nvme = "devices/pci/nvme/nvme0/nvme0n1";
    tree.write(nvme + "/nvme0n1p2/partition", "2\n");
    tree.link("dev/block/259:0", nvme);
    tree.link("dev/block/259:2", nvme + "/nvme0n1p2");
    tree.link("class/block/nvme0n1p2", nvme + "/nvme0n1p2");
    tree.link("devices/virtual/block/dm-0/slaves/nvme0n1p2", nvme + "/nvme0n1p2");
    tree.link("dev/block/254:0", "devices/virtual/block/dm-0");
    for (const char *disk : {"sda", "sdb"}) {
        tree.folder(std::string("devices/pci/ata/") + disk);
        tree.link(std::string("devices/virtual/block/md0/slaves/") + disk,
                  std::string("devices/pci/ata/") + disk);
    }
    tree.link("dev/block/9:0", "devices/virtual/block/md0");
}

} // namespace

void TestDrives::a_partition_lies_on_its_drive() {
    const FakeTree sys;
    write_sys(sys);
    QCOMPARE(drive_under(makedev(259, 2), nullptr, sys.path()), std::string("nvme0n1"));
    QCOMPARE(drive_under(makedev(259, 0), nullptr, sys.path()), std::string("nvme0n1"));
}

void TestDrives::an_encrypted_volume_lies_on_its_drive() {
    const FakeTree sys;
    write_sys(sys);
    QCOMPARE(drive_under(makedev(254, 0), nullptr, sys.path()), std::string("nvme0n1"));
}

void TestDrives::a_volume_over_two_drives_is_on_none() {
    const FakeTree sys;
    write_sys(sys);
    QCOMPARE(drive_under(makedev(9, 0), nullptr, sys.path()), std::string());
}

void TestDrives::btrfs_tells_its_device_through_the_mount() {
    const FakeTree sys;
    write_sys(sys);
    const Mount mount{
        .root = "/", .point = "/home", .file_system = "btrfs", .source = "/dev/nvme0n1p2", .options = "rw"};
    QCOMPARE(drive_under(makedev(0, 45), &mount, sys.path()), std::string("nvme0n1"));
}

void TestDrives::file_systems_without_a_drive() {
    const FakeTree sys;
    write_sys(sys);
    const Mount mount{
        .root = "/", .point = "/net", .file_system = "nfs4", .source = "server:/models", .options = "rw"};
    QCOMPARE(drive_under(makedev(0, 50), &mount, sys.path()), std::string());
    QCOMPARE(drive_under(makedev(0, 50), nullptr, sys.path()), std::string());
    QCOMPARE(drive_under(makedev(77, 7), nullptr, sys.path()), std::string()); // /sys does not know it
}

void TestDrives::a_file_beside_this_program() {
    const auto program = std::filesystem::path(QCoreApplication::applicationFilePath().toStdString());
    const Storage storage = storage_of(program);
    QCOMPARE(storage.path, program);
    QVERIFY(!storage.file_system.empty());
    QVERIFY(storage.size > 0 && storage.free <= storage.size);
    QVERIFY(storage.alignment >= 4096);
    if (!storage.device.empty()) {
        QVERIFY(std::filesystem::exists("/sys/class/block/" + storage.device));
        QVERIFY(!std::filesystem::exists("/sys/class/block/" + storage.device + "/partition"));
    }
    // The folder that it is in is on the same drive, and tells the same.
    const Storage folder = storage_of(program.parent_path());
    QCOMPARE(folder.device, storage.device);
    QCOMPARE(folder.file_system, storage.file_system);
    QCOMPARE(folder.direct_io, storage.direct_io);
}

void TestDrives::a_folder_leaves_nothing_behind() {
    const FakeTree tree;
    const Storage folder = storage_of(tree.path());
    QVERIFY(std::filesystem::is_empty(tree.path()));
    tree.write("file", std::string(5000, 'x'));
    QCOMPARE(folder.direct_io, storage_of(tree.path() / "file").direct_io);
}

void TestDrives::a_folder_in_memory_has_no_drive() {
    const Storage storage = storage_of("/dev/shm");
    QCOMPARE(storage.device, std::string());
    QCOMPARE(storage.file_system, std::string("tmpfs"));
}

void TestDrives::what_is_not_there_is_named() {
    const auto error = error_of([] { storage_of("/nowhere/at/all"); });
    QVERIFY(error.has_value());
    QCOMPARE(error->code(), ErrorCode::not_found);
    QVERIFY(error->message().find("/nowhere/at/all") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestDrives)
#include "test_drives.moc"
