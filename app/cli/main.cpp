#include "options.h"
#include "output.h"

#include <csignal>
#include <cstdio>
#include <new>
#include <thread>

namespace {

/// Turns SIGINT and SIGTERM into a stop request. The signals are blocked everywhere and received by one thread,
/// since almost nothing may be done in a handler.
class StopOnSignal {
  public:
    StopOnSignal() {
        sigemptyset(&signals_);
        sigaddset(&signals_, SIGINT);
        sigaddset(&signals_, SIGTERM);
        pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
        thread_ = std::jthread([this](const std::stop_token &end) {
            const timespec wait{.tv_sec = 0, .tv_nsec = 50'000'000};
            while (!end.stop_requested()) {
                if (sigtimedwait(&signals_, nullptr, &wait) > 0) {
                    source_.request_stop();
                }
            }
        });
    }

    [[nodiscard]] std::stop_token token() const { return source_.get_token(); }

  private:
    sigset_t signals_{};
    std::stop_source source_;
    std::jthread thread_;
};

int run(int argc, char **argv) {
    using namespace spillway::cli;
    CLI::App app("Runs language models that are larger than the GPU and larger than the RAM.", "spillway-cli");
    app.set_version_flag("--version", std::string(spillway::version()));
    app.require_subcommand(1);
    Common common;
    Command chosen;
    app.add_flag("--json", common.json, "Print one JSON object");
    app.add_option("--data-dir", common.data_dir, "Where measured speeds are kept");
    app.fallthrough();
    add_probe(app, chosen);
    add_inspect(app, chosen);
    add_verify(app, chosen);
    add_plan(app, chosen);
    add_tokenize(app, chosen);
    add_logits(app, chosen);
    add_generate(app, chosen);
    add_bench(app, chosen);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError &error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    const StopOnSignal signals;
    common.stop = signals.token();
    return chosen(common);
}

} // namespace

int main(int argc, char **argv) {
    try {
        return run(argc, argv);
    } catch (const spillway::ShortOfMemory &error) {
        return spillway::cli::report(error);
    } catch (const spillway::Error &error) {
        return spillway::cli::report(error);
    } catch (const std::bad_alloc &) {
        return spillway::cli::report({spillway::ErrorCode::does_not_fit, "The system gave no more memory.",
                                      "Lower --ram-budget, or close other programs."});
    } catch (const std::exception &error) {
        return spillway::cli::report({spillway::ErrorCode::internal, error.what(), "Please report this."});
    }
}
