#include "run/verify.h"

#include "base/error.h"
#include "model/open.h"

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>

using namespace spillway;

class TestVerify : public QObject {
    Q_OBJECT

    const std::string model_ = SPILLWAY_TEST_DATA "/tiny_llama/llama-f16.gguf";

  private slots:
    void a_sound_file_has_no_problems_and_progress_reaches_the_end() {
        std::uint64_t last = 0;
        std::uint64_t all = 0;
        const auto problems = verify_model(model_,
                                           [&](std::uint64_t done, std::uint64_t total) {
                                               last = done;
                                               all = total;
                                           },
                                           {});
        QVERIFY(problems.empty());
        QVERIFY(all > 0);
        QCOMPARE(last, all);
    }

    void a_number_that_is_none_is_named_with_its_tensor_and_offset() {
        const QTemporaryDir folder;
        const std::string copy = folder.filePath("nan.gguf").toStdString();
        std::filesystem::copy_file(model_, copy);
        const ModelDescription model = open_model_headers(copy).description;
        const Tensor &tensor = *model.find(Role::feed_forward_up, 1);
        {
            std::fstream file(copy, std::ios::in | std::ios::out | std::ios::binary);
            file.seekp(static_cast<std::streamoff>(tensor.offset + 100));
            file.write("\xFF\x7F", 2);
        }
        const auto problems = verify_model(copy, {}, {});
        QCOMPARE(problems.size(), std::size_t{1});
        QCOMPARE(problems.front().tensor, tensor.name);
        QCOMPARE(problems.front().offset, tensor.offset + 100);
    }

    void what_cannot_be_opened_is_one_problem() {
        QCOMPARE(verify_model(SPILLWAY_TEST_DATA "/no_such_file.gguf", {}, {}).size(), std::size_t{1});
    }

    void a_stop_is_obeyed() {
        std::stop_source stop;
        stop.request_stop();
        QVERIFY_EXCEPTION_THROWN(verify_model(model_, {}, stop.get_token()), Error);
    }
};

QTEST_GUILESS_MAIN(TestVerify)
#include "test_verify.moc"
