#include "history/history_writer.h"

#include "history/history_store.h"

namespace spillway {

HistoryWriter::HistoryWriter(const std::filesystem::path &file, QObject *parent)
    : QObject(parent), worker_(new QObject), store_(std::make_shared<std::unique_ptr<HistoryStore>>()),
      file_(file) {
    thread_.setObjectName("history");
    worker_->moveToThread(&thread_);
    connect(&thread_, &QThread::finished, worker_, &QObject::deleteLater);
    thread_.start();
}

HistoryWriter::~HistoryWriter() {
    QMetaObject::invokeMethod(
        worker_, [store = store_] { store->reset(); }, Qt::BlockingQueuedConnection);
    thread_.quit();
    thread_.wait();
}

void HistoryWriter::run(std::function<void(HistoryStore &)> work, std::function<void(bool)> then) {
    QMetaObject::invokeMethod(worker_, [this, work = std::move(work), then = std::move(then)] {
        bool good = true;
        try {
            if (!*store_) {
                *store_ = std::make_unique<HistoryStore>(file_);
            }
            work(**store_);
        } catch (const Error &error) {
            good = false;
            QMetaObject::invokeMethod(this, [this, error] { emit failed(error); });
        }
        if (then) {
            QMetaObject::invokeMethod(this, [then, good] { then(good); });
        }
    });
}

void HistoryWriter::save(const Document &document, std::optional<GenerationRecord> generation,
                         std::function<void(bool)> then) {
    // Generations are saved one by one: what does not change is not carried along.
    Document copy = document;
    copy.generations.clear();
    run(
        [copy, generation = std::move(generation)](HistoryStore &store) {
            store.save(copy);
            if (generation) {
                store.save(copy.id, *generation);
            }
        },
        [this, id = document.id, then = std::move(then)](bool good) {
            if (good) {
                emit saved(id);
            }
            if (then) {
                then(good);
            }
        });
}

void HistoryWriter::setOpen(const std::vector<qint64> &ids) {
    run([ids](HistoryStore &store) { store.setOpen(ids); }, {});
}

void HistoryWriter::endRun() {
    run([](HistoryStore &store) { store.endRun(); }, {});
}

} // namespace spillway
