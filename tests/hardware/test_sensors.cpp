#include "fake_tree.h"

#include "hardware/sensors.h"

#include <QTest>

using namespace spillway;

class TestSensors : public QObject {
    Q_OBJECT

  private slots:
    void processor_and_drives_are_told_apart();
    void sleeping_and_senseless_sensors_are_left_out();
    void no_sensors_are_fine();
    void this_machine_has_sound_values();
};

void TestSensors::processor_and_drives_are_told_apart() {
    const FakeTree tree;
    tree.write("hwmon0/name", "k10temp\n");
    tree.write("hwmon0/temp1_input", "54250\n");
    tree.write("hwmon1/name", "nvme\n");
    tree.write("hwmon1/temp1_input", "47850\n");
    tree.write("hwmon1/temp1_max", "81850\n");
    tree.write("hwmon1/temp1_crit", "84850\n");
    tree.write("hwmon1/fan1_input", "1000\n");
    tree.folder("hwmon1/device/nvme0n1");
    tree.folder("hwmon1/device/power");
    tree.write("hwmon2/name", "drivetemp\n");
    tree.write("hwmon2/temp1_input", "31000\n");
    tree.folder("hwmon2/device/block/sda");
    tree.write("hwmon3/name", "amdgpu\n");
    tree.write("hwmon3/temp2_input", "60000\n");
    tree.write("hwmon3/temp2_crit", "110000\n");
    tree.write("hwmon4/name", "iwlwifi_1\n");
    tree.write("hwmon4/temp1_input", "-5000\n");
    const std::vector<Temperature> all = read_temperatures(tree.path().string());
    QCOMPARE(all.size(), 5u);
    QCOMPARE(all[0].of, Temperature::Of::processor);
    QCOMPARE(all[0].device, std::string("k10temp"));
    QCOMPARE(all[0].celsius, 54.25);
    QVERIFY(!all[0].limit.has_value());
    QCOMPARE(all[1].of, Temperature::Of::drive);
    QCOMPARE(all[1].device, std::string("nvme0n1"));
    QCOMPARE(all[1].limit, std::optional(81.85));
    QCOMPARE(all[2].of, Temperature::Of::drive);
    QCOMPARE(all[2].device, std::string("sda"));
    QCOMPARE(all[3].of, Temperature::Of::gpu);
    QCOMPARE(all[3].limit, std::optional(110.0));
    QCOMPARE(all[4].of, Temperature::Of::other);
    QCOMPARE(all[4].celsius, -5.0);
}

void TestSensors::sleeping_and_senseless_sensors_are_left_out() {
    const FakeTree tree;
    tree.write("hwmon0/name", "nvme\n");
    tree.write("hwmon0/temp1_input", "");
    tree.write("hwmon0/temp2_input", "65261850\n");
    tree.write("hwmon0/temp3_input", "hot\n");
    tree.write("hwmon0/temp4_input", "40000\n");
    tree.write("hwmon0/temp4_max", "65261850\n");
    const std::vector<Temperature> all = read_temperatures(tree.path().string());
    QCOMPARE(all.size(), 1u);
    QCOMPARE(all[0].celsius, 40.0);
    QCOMPARE(all[0].device, std::string("nvme")); // no drive below it
    QVERIFY(!all[0].limit.has_value());
}

void TestSensors::no_sensors_are_fine() {
    QVERIFY(read_temperatures("/nowhere/at/all").empty());
}

void TestSensors::this_machine_has_sound_values() {
    for (const Temperature &temperature : read_temperatures()) {
        QVERIFY(temperature.celsius > -50 && temperature.celsius < 150);
        QVERIFY(!temperature.device.empty());
    }
}

QTEST_GUILESS_MAIN(TestSensors)
#include "test_sensors.moc"
