#include "fake_tree.h"

#include "base/buffer.h"
#include "base/units.h"
#include "hardware/memory.h"
#include "hardware/mounts.h"
#include "hardware/probe.h"

#include <QTest>
#include <cstring>

using namespace spillway;

namespace {

/// A PC with 16 GiB, of which 10 GiB are to be had.
void write_pc(const FakeTree &tree) {
    tree.write("proc/meminfo",
               "MemTotal:       16777216 kB\nMemFree:         1048576 kB\nMemAvailable:   10485760 kB\n"
               "SwapTotal:       8388608 kB\n");
}

void write_group_2(const FakeTree &tree, const std::string &folder, const std::string &limit,
                   std::uint64_t used, std::uint64_t inactive_file, std::uint64_t active_file) {
    tree.write(folder + "/memory.max", limit + "\n");
    tree.write(folder + "/memory.current", std::to_string(used) + "\n");
    tree.write(folder + "/memory.stat", "anon 123\nfile 456\nworkingset_inactive_file 77\ninactive_file " +
                                            std::to_string(inactive_file) + "\nactive_file " +
                                            std::to_string(active_file) + "\n");
}

void write_group_1(const FakeTree &tree, const std::string &folder, std::uint64_t limit, std::uint64_t used,
                   std::uint64_t inactive_file, std::uint64_t active_file) {
    tree.write(folder + "/memory.limit_in_bytes", std::to_string(limit) + "\n");
    tree.write(folder + "/memory.usage_in_bytes", std::to_string(used) + "\n");
    tree.write(folder + "/memory.stat", "inactive_file 1\nactive_file 1\ntotal_inactive_file " +
                                            std::to_string(inactive_file) + "\ntotal_active_file " +
                                            std::to_string(active_file) + "\n");
}

constexpr std::uint64_t unlimited_1 = 9223372036854771712;
constexpr std::string_view mount_2 = "30 24 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n";
constexpr std::string_view mount_1 =
    "34 31 0:31 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n"
    "35 31 0:32 / /sys/fs/cgroup/memory rw shared:9 - cgroup cgroup rw,memory\n";

} // namespace

class TestMemory : public QObject {
    Q_OBJECT

  private slots:
    void without_groups_the_available_memory_is_free();
    void a_version_2_limit_counts_with_its_file_cache();
    void every_group_above_counts();
    void a_version_1_limit_counts_with_all_below();
    void both_versions_beside_one_another();
    void a_container_sees_its_own_group_as_the_root();
    void a_path_of_another_namespace_falls_back_to_the_mount();
    void a_group_over_its_limit_leaves_nothing();
    void limits_above_the_ram_are_none();
    void numbers_are_found_by_whole_keys();
    void mounts_are_parsed();
    void the_deepest_mount_holds_a_path();
    void this_process_is_measured();
};

void TestMemory::without_groups_the_available_memory_is_free() {
    const FakeTree tree;
    write_pc(tree);
    QCOMPARE(free_ram(tree.path()), 10 * GiB);
    QCOMPARE(total_ram(tree.path()), 16 * GiB);
    QCOMPARE(ram_limit(tree.path()), std::nullopt);
}

void TestMemory::a_version_2_limit_counts_with_its_file_cache() {
    const FakeTree tree;
    write_pc(tree);
    tree.write("proc/self/mountinfo", mount_2);
    tree.write("proc/self/cgroup", "0::/user.slice/app\n");
    write_group_2(tree, "sys/fs/cgroup/user.slice/app", std::to_string(4 * GiB), 3 * GiB, GiB, GiB / 2);
    QCOMPARE(free_ram(tree.path()), 5 * GiB / 2); // 4 - (3 - 1.5)
    QCOMPARE(ram_limit(tree.path()), std::optional(4 * GiB));
}

void TestMemory::every_group_above_counts() {
    const FakeTree tree;
    write_pc(tree);
    tree.write("proc/self/mountinfo", mount_2);
    tree.write("proc/self/cgroup", "0::/a/b/c\n");
    write_group_2(tree, "sys/fs/cgroup/a", std::to_string(8 * GiB), 7 * GiB, 0, 0); // others in it use most
    write_group_2(tree, "sys/fs/cgroup/a/b", "max", 5 * GiB, 0, 0);
    write_group_2(tree, "sys/fs/cgroup/a/b/c", std::to_string(6 * GiB), GiB, 0, 0);
    QCOMPARE(free_ram(tree.path()), 1 * GiB);
    QCOMPARE(ram_limit(tree.path()), std::optional(6 * GiB));
}

void TestMemory::a_version_1_limit_counts_with_all_below() {
    const FakeTree tree;
    write_pc(tree);
    tree.write("proc/self/mountinfo", mount_1);
    tree.write("proc/self/cgroup", "5:cpu:/\n4:cpuset,memory:/job/1\n");
    write_group_1(tree, "sys/fs/cgroup/memory", unlimited_1, 12 * GiB, 0, 0);
    write_group_1(tree, "sys/fs/cgroup/memory/job", 5 * GiB, 4 * GiB, GiB, GiB);
    write_group_1(tree, "sys/fs/cgroup/memory/job/1", unlimited_1, 2 * GiB, 0, 0);
    QCOMPARE(free_ram(tree.path()), 3 * GiB);
    QCOMPARE(ram_limit(tree.path()), std::optional(5 * GiB));
}

void TestMemory::both_versions_beside_one_another() {
    const FakeTree tree;
    write_pc(tree);
    tree.write("proc/self/mountinfo",
               std::string(mount_1) + "41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n");
    tree.write("proc/self/cgroup", "4:memory:/job\n0::/\n");
    tree.folder("sys/fs/cgroup/unified"); // has no memory controller
    write_group_1(tree, "sys/fs/cgroup/memory/job", 2 * GiB, GiB, 0, 0);
    QCOMPARE(free_ram(tree.path()), 1 * GiB);
}

void TestMemory::a_container_sees_its_own_group_as_the_root() {
    const FakeTree tree;
    write_pc(tree);
    tree.write("proc/self/mountinfo", "30 24 0:26 /docker/12ab /sys/fs/cgroup ro - cgroup2 cgroup rw\n");
    tree.write("proc/self/cgroup", "0::/docker/12ab/worker\n");
    write_group_2(tree, "sys/fs/cgroup", std::to_string(3 * GiB), GiB, 0, 0);
    write_group_2(tree, "sys/fs/cgroup/worker", std::to_string(2 * GiB), GiB / 2, 0, 0);
    QCOMPARE(free_ram(tree.path()), 3 * GiB / 2);
    tree.write("proc/self/cgroup", "0::/docker/12ab\n");
    QCOMPARE(free_ram(tree.path()), 2 * GiB);
}

void TestMemory::a_path_of_another_namespace_falls_back_to_the_mount() {
    const FakeTree tree;
    write_pc(tree);
    tree.write("proc/self/mountinfo", mount_2);
    write_group_2(tree, "sys/fs/cgroup", std::to_string(3 * GiB), GiB, 0, 0);
    for (const char *path : {"0::/../../elsewhere\n", "0::/gone\n"}) {
        tree.write("proc/self/cgroup", path);
        QCOMPARE(free_ram(tree.path()), 2 * GiB);
    }
}

void TestMemory::a_group_over_its_limit_leaves_nothing() {
    const FakeTree tree;
    write_pc(tree);
    tree.write("proc/self/mountinfo", mount_2);
    tree.write("proc/self/cgroup", "0::/a\n");
    write_group_2(tree, "sys/fs/cgroup/a", std::to_string(GiB), 2 * GiB, 0, 0);
    QCOMPARE(free_ram(tree.path()), 0u);
    write_group_2(tree, "sys/fs/cgroup/a", std::to_string(GiB), GiB / 2, 2 * GiB, 0); // counters lag behind
    QCOMPARE(free_ram(tree.path()), 1 * GiB);
}

void TestMemory::limits_above_the_ram_are_none() {
    const FakeTree tree;
    write_pc(tree);
    tree.write("proc/self/mountinfo", mount_2);
    tree.write("proc/self/cgroup", "0::/a\n");
    write_group_2(tree, "sys/fs/cgroup/a", std::to_string(17 * GiB), 16 * GiB, 0, 0);
    QCOMPARE(free_ram(tree.path()), 10 * GiB);
    QCOMPARE(ram_limit(tree.path()), std::nullopt);
}

void TestMemory::numbers_are_found_by_whole_keys() {
    constexpr std::string_view text = "total_file 1\nfile_mapped 2\nfile 3\nVmRSS:\t   4 kB\nempty\n";
    QCOMPARE(number_after(text, "file"), std::optional<std::uint64_t>(3));
    QCOMPARE(number_after(text, "VmRSS"), std::optional<std::uint64_t>(4));
    QCOMPARE(number_after(text, "empty"), std::nullopt);
    QCOMPARE(number_after(text, "missing"), std::nullopt);
}

void TestMemory::mounts_are_parsed() {
    const auto mounts =
        parse_mounts("36 35 98:0 /sub /mnt/my\\040disk rw,noatime master:1 shared:2 - ext4 /dev/sda1 rw,"
                     "errors=continue\n"
                     "broken line\n"
                     "22 27 0:21 / /proc rw - proc proc rw\n");
    QCOMPARE(mounts.size(), 2u);
    QCOMPARE(mounts[0].root.string(), std::string("/sub"));
    QCOMPARE(mounts[0].point.string(), std::string("/mnt/my disk"));
    QCOMPARE(mounts[0].file_system, std::string("ext4"));
    QCOMPARE(mounts[0].source, std::string("/dev/sda1"));
    QVERIFY(has_word(mounts[0].options, "rw") && has_word(mounts[0].options, "errors=continue"));
    QVERIFY(!has_word(mounts[0].options, "errors"));
    QCOMPARE(mounts[1].point.string(), std::string("/proc"));
}

void TestMemory::the_deepest_mount_holds_a_path() {
    const auto mounts = parse_mounts("1 1 8:1 / / rw - ext4 /dev/sda1 rw\n"
                                     "2 1 8:2 / /home rw - xfs /dev/sda2 rw\n"
                                     "3 1 8:3 / /home/me/models rw - btrfs /dev/sda3 rw\n"
                                     "4 1 8:4 / /home rw - f2fs /dev/sda4 rw\n");
    QCOMPARE(mount_of(mounts, "/homes/x")->file_system, std::string("ext4"));
    QCOMPARE(mount_of(mounts, "/home/me/model")->file_system,
             std::string("f2fs")); // the later one hides the first
    QCOMPARE(mount_of(mounts, "/home/me/models/a.gguf")->file_system, std::string("btrfs"));
    QVERIFY(mount_of({}, "/home") == nullptr);
}

void TestMemory::this_process_is_measured() {
    const std::uint64_t before = resident_bytes();
    QVERIFY(before > 0);
    {
        const Buffer memory(64 * MiB);
        std::memset(memory.data(), 1, memory.size());
        QVERIFY(resident_bytes() > before + 60 * MiB);
    }
    QVERIFY(resident_bytes() < before + 10 * MiB);
    QVERIFY(peak_resident_bytes() > before + 60 * MiB);
    QVERIFY(free_ram() > 0 && free_ram() < total_ram());
}

QTEST_GUILESS_MAIN(TestMemory)
#include "test_memory.moc"
