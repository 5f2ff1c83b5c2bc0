#pragma once

#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>
#include <nlohmann/json.hpp>

namespace spillway::test {

/// What one call of the program gave.
struct Called {
    int status = -1;
    QByteArray out;
    QByteArray err;

    [[nodiscard]] nlohmann::json json() const { return nlohmann::json::parse(out.toStdString()); }
};

/// Starts spillway-cli with measured speeds kept in a folder of its own, so that no test sees the user's.
class CliProcess {
  public:
    Called call(QStringList arguments, const QByteArray &input = {}, const QString &wrapper = {}) const {
        QProcess process;
        start(process, std::move(arguments), wrapper);
        process.write(input);
        process.closeWriteChannel();
        process.waitForFinished(300000);
        const int status = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
        return {status, process.readAllStandardOutput(), process.readAllStandardError()};
    }

    /// `wrapper`: a program that runs its further arguments, such as a shell script.
    void start(QProcess &process, QStringList arguments, const QString &wrapper = {}) const {
        arguments << "--data-dir" << folder_.path();
        if (wrapper.isEmpty()) {
            process.start(SPILLWAY_CLI, arguments);
        } else {
            process.start("/bin/sh", QStringList{"-c", wrapper, "sh", SPILLWAY_CLI} + arguments);
        }
        process.waitForStarted();
    }

  private:
    QTemporaryDir folder_;
};

} // namespace spillway::test
