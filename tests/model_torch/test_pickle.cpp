#include "base/error.h"
#include "model/formats/pickle.h"
#include "torch_writer.h"

#include <QtTest>

#include <array>

using namespace spillway;
using namespace std::string_literals;
using pickled::text;

namespace {

constexpr std::array<std::string_view, 2> allowed = {"torch.HalfStorage", "torch._utils._rebuild_tensor_v2"};
const std::filesystem::path path = "folder/weights.pt";
constexpr std::uint64_t offset = 1000;

Pickle read(const std::string &bytes) {
    return read_pickle(std::as_bytes(std::span(bytes)), {.path = path, .offset = offset}, allowed);
}

/// A whole pickle out of its middle.
std::string pickle(const std::string &middle) {
    return "\x80\x02" + middle + ".";
}

/// Fills `error` and answers true where reading throws.
bool fails(const std::string &bytes, Error &error) {
    try {
        read(bytes);
    } catch (const Error &thrown) {
        error = thrown;
        return true;
    }
    return false;
}

struct Flaw {
    const char *name;
    std::string bytes;
    ErrorCode code;
    QStringList words;
};

const std::vector<Flaw> &flaws() {
    using enum ErrorCode;
    static const std::vector<Flaw> list = {
        {"nothing", "", damaged, {"byte 1000"}},
        {"no protocol", "N.", damaged, {"byte 1000"}},
        {"protocol 4", "\x80\x04N.", unsupported, {"protocol 4"}},
        {"a second protocol", pickle("N\x80\x02"), unsupported, {"0x80", "byte 1003"}},
        {"no end", "\x80\x02N", damaged, {"byte 1003", "ends too early"}},
        {"number cut", "\x80\x02J\x01\x02", damaged, {"byte 1002", "ends too early"}},
        {"text cut", "\x80\x02X\x05\x00\x00\x00"s + "four", damaged, {"5 bytes", "ends behind it"}},
        {"text length huge", "\x80\x02X\xff\xff\xff\xff"s, damaged, {"4294967295 bytes"}},
        {"text too long", pickle(text(std::string(5000, 'x'))), damaged, {"5000 bytes", "too long"}},
        {"long integer cut", "\x80\x02\x8a\x08\x01", damaged, {"8 bytes", "ends behind it"}},
        {"integer of 9 bytes", pickle("\x8a\x09\x01\x01\x01\x01\x01\x01\x01\x01\x01"), damaged, {"9 bytes"}},
        {"two values", pickle("NN"), damaged, {"2 values"}},
        {"no value", pickle(""), damaged, {"0 values"}},
        {"open mark", pickle("N("), damaged, {"expected"}},
        {"tuple of nothing", pickle("\x85"), damaged, {"more values than there are"}},
        {"tuple over a mark", pickle("N(\x85"), damaged, {"more values than there are"}},
        {"tuple without mark", pickle("Nt"), damaged, {"mark"}},
        {"persistent of nothing", pickle("Q"), damaged, {"more values than there are"}},
        {"call of nothing", pickle("R"), damaged, {"more values than there are"}},
        {"call of a text", pickle(text("os.system") + ")R"), damaged, {"not a function"}},
        {"call without tuple", pickle("ctorch\nHalfStorage\nNR"), damaged, {"no list of arguments"}},
        {"call of a call", pickle("ctorch\nHalfStorage\n)R)R"), damaged, {"not a function"}},
        {"ordered dict of items", pickle("ccollections\nOrderedDict\n]\x85R"), damaged, {"OrderedDict"}},
        {"item into a list", pickle("]NNs"), damaged, {"not a dictionary"}},
        {"item into nothing", pickle("NNs"), damaged, {"not a dictionary"}},
        {"item below a mark", pickle("}(NNs"), damaged, {"not a dictionary"}},
        {"items without value", pickle("}(Nu"), damaged, {"without a value"}},
        {"append to a dictionary", pickle("}Na"), damaged, {"not a list"}},
        {"attributes of a call", pickle("ctorch\nHalfStorage\n)R}b"), damaged, {"not a dictionary"}},
        {"attributes that are none", pickle("}Nb"), damaged, {"attributes"}},
        {"unknown memo", pickle("h\x03"), damaged, {"number 3", "remember"}},
        {"gap in the memo", pickle("Nq\x05h\x03"), damaged, {"number 3", "remember"}},
        {"memo of nothing", pickle("q"s + '\0'), damaged, {"more values than there are"}},
        {"memo number huge", pickle("Nr\xff\xff\xff\xff"), damaged, {"4294967295"}},
        {"nested too deep", pickle(std::string(65, '(')), damaged, {"64 deep"}},
        {"too many values", pickle(std::string(300'000, 'N')), damaged, {"262144 values"}},
        {"name without end", pickle("ctorch\nHalf"), damaged, {"without an end"}},
        {"name too long", pickle("c" + std::string(300, 'x') + "\ny\n)R"), damaged, {"without an end"}},
    };
    return list;
}

} // namespace

class TestPickle : public QObject {
    Q_OBJECT

  private slots:
    void values_are_read();
    void containers_are_read();
    void calls_are_described_and_not_made();
    void a_value_can_contain_itself();
    void what_follows_is_left_alone();
    void every_other_opcode_is_refused();
    void every_other_name_is_refused_data();
    void every_other_name_is_refused();
    void flaw_gives_its_error_data();
    void flaw_gives_its_error();
    void every_cut_is_found();
};

void TestPickle::values_are_read() {
    const Pickle read_values = read(pickle("(N\x88\x89"
                                           "K\xff"
                                           "M\xff\xff"
                                           "J\xfe\xff\xff\xff"
                                           "\x8a"s +
                                           '\0' + // the integer 0 has no bytes
                                           "\x8a\x01\xff"
                                           "\x8a\x05\x00\x00\x00\x00\x01"s +
                                           text("weight") + "t"));
    const auto *tuple = read_values.as<PickleTuple>(read_values.root);
    QVERIFY(tuple != nullptr);
    QCOMPARE(tuple->items.size(), std::size_t{10});
    QVERIFY(read_values.as<std::monostate>(tuple->items[0]) != nullptr);
    QCOMPARE(*read_values.as<bool>(tuple->items[1]), true);
    QCOMPARE(*read_values.as<bool>(tuple->items[2]), false);
    const std::array<std::int64_t, 6> integers = {255, 65535, -2, 0, -1, std::int64_t{1} << 32};
    for (std::size_t i = 0; i < integers.size(); ++i) {
        QCOMPARE(*read_values.as<std::int64_t>(tuple->items[3 + i]), integers[i]);
    }
    QCOMPARE(*read_values.as<std::string>(tuple->items[9]), std::string("weight"));
    QVERIFY(read_values.as<bool>(tuple->items[9]) == nullptr);
}

void TestPickle::containers_are_read() {
    // {"a": [1, 2, 3], "b": (), "c": (1,), "d": (1, 2), "e": (1, 2, 3)} with attributes
    const Pickle found = read(pickle("ccollections\nOrderedDict\n)R" + text("a") +
                                     "]K\x01"
                                     "a(K\x02K\x03"
                                     "es(" +
                                     text("b") + ")" + text("c") + "K\x01\x85" + text("d") + "K\x01K\x02\x86" +
                                     text("e") + "K\x01K\x02K\x03\x87u}" + text("_metadata") + "}sb"));
    const auto *dictionary = found.as<PickleDictionary>(found.root);
    QVERIFY(dictionary != nullptr);
    QCOMPARE(dictionary->items.size(), std::size_t{5});
    QCOMPARE(found.as<PickleList>(dictionary->items[0].second)->items.size(), std::size_t{3});
    for (std::size_t i = 1; i < 5; ++i) {
        const auto *tuple = found.as<PickleTuple>(dictionary->items[i].second);
        QVERIFY(tuple != nullptr);
        QCOMPARE(tuple->items.size(), i - 1);
        for (std::size_t j = 0; j < tuple->items.size(); ++j) {
            QCOMPARE(*found.as<std::int64_t>(tuple->items[j]), static_cast<std::int64_t>(j + 1));
        }
    }
}

void TestPickle::calls_are_described_and_not_made() {
    // Two calls of one function, which is remembered as number 263, and a long text.
    const Pickle found = read(pickle("(ctorch._utils\n_rebuild_tensor_v2\nr\x07\x01\x00\x00"s + text("x") +
                                     "Q\x85R"
                                     "j\x07\x01\x00\x00)R"s +
                                     text(std::string(300, 'x')) + "t"));
    const auto *calls = found.as<PickleTuple>(found.root);
    QVERIFY(calls != nullptr);
    QCOMPARE(calls->items.size(), std::size_t{3});
    for (std::size_t i = 0; i < 2; ++i) {
        const auto *call = found.as<PickleCall>(calls->items[i]);
        QVERIFY(call != nullptr);
        QCOMPARE(call->function, allowed[1]);
        const auto *arguments = found.as<PickleTuple>(call->arguments);
        QVERIFY(arguments != nullptr);
        QCOMPARE(arguments->items.size(), 1 - i);
    }
    const auto *first = found.as<PickleCall>(calls->items[0]);
    const auto *reference = found.as<PicklePersistent>(found.as<PickleTuple>(first->arguments)->items[0]);
    QVERIFY(reference != nullptr);
    QCOMPARE(*found.as<std::string>(reference->id), std::string("x"));
}

void TestPickle::a_value_can_contain_itself() {
    const Pickle found = read(pickle("]q\x05h\x05"
                                     "a"));
    const auto *list = found.as<PickleList>(found.root);
    QVERIFY(list != nullptr);
    QCOMPARE(list->items, std::vector<PickleIndex>{found.root});
}

void TestPickle::what_follows_is_left_alone() {
    const std::string first = pickle("K\x07");
    QCOMPARE(read(first + "\x80\x02garbage").bytes, first.size());
}

void TestPickle::every_other_opcode_is_refused() {
    static const std::string followed = "(NJKM)X]aebcQRhjqrstu}.\x85\x86\x87\x88\x89\x8a";
    for (int opcode = 0; opcode < 256; ++opcode) {
        if (followed.find(static_cast<char>(opcode)) != std::string::npos) {
            continue;
        }
        Error error(ErrorCode::internal, "");
        QVERIFY(fails(pickle("N" + std::string(1, static_cast<char>(opcode))), error));
        QCOMPARE(error.code(), ErrorCode::unsupported);
        const QString message = QString::fromStdString(error.message());
        QVERIFY2(message.contains("opcode 0x" + QString::number(opcode, 16) + " at byte 1003"),
                 qPrintable(message));
        QVERIFY2(message.contains("weights.pt"), qPrintable(message));
    }
}

void TestPickle::every_other_name_is_refused_data() {
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QString>("name");
    QTest::newRow("a command") << QByteArray("cposix\nsystem\n") << "posix.system";
    QTest::newRow("another storage") << QByteArray("ctorch\nLongStorage\n") << "torch.LongStorage";
    QTest::newRow("cut between other words") << QByteArray("ctorch.Half\nStorage\n") << "torch.Half.Storage";
    QTest::newRow("a longer name") << QByteArray("ctorch\nHalfStorage2\n") << "torch.HalfStorage2";
    QTest::newRow("no name") << QByteArray("c\n\n") << ".";
    QTest::newRow("control characters") << QByteArray("cos\x1b[2J\nsystem\r\n") << "os?[2J.system?";
}

void TestPickle::every_other_name_is_refused() {
    QFETCH(QByteArray, code);
    QFETCH(QString, name);
    Error error(ErrorCode::internal, "");
    QVERIFY(fails(pickle("N" + code.toStdString()), error));
    QCOMPARE(error.code(), ErrorCode::unsupported);
    const QString message = QString::fromStdString(error.message());
    QVERIFY2(message.contains(name + " (byte 1003)"), qPrintable(message));
    QVERIFY2(message.contains("nothing was executed"), qPrintable(message));
}

void TestPickle::flaw_gives_its_error_data() {
    QTest::addColumn<std::size_t>("index");
    for (std::size_t i = 0; i < flaws().size(); ++i) {
        QTest::newRow(flaws()[i].name) << i;
    }
}

void TestPickle::flaw_gives_its_error() {
    QFETCH(std::size_t, index);
    const Flaw &flaw = flaws()[index];
    Error error(ErrorCode::internal, "");
    QVERIFY(fails(flaw.bytes, error));
    const QString message = QString::fromStdString(error.message());
    QVERIFY2(error.code() == flaw.code, qPrintable(message));
    QStringList words = flaw.words;
    words << "weights.pt";
    for (const QString &word : words) {
        QVERIFY2(message.contains(word), qPrintable("\"" + word + "\" is not in: " + message));
    }
    QVERIFY(!error.hint().empty());
}

void TestPickle::every_cut_is_found() {
    const std::string whole = pickled::dictionary(
        {{"a", pickled::tensor(pickled::storage("HalfStorage", "0", 6), 0, {2, 3}, {3, 1})}});
    QCOMPARE(read(whole).bytes, whole.size());
    for (std::size_t length = 0; length < whole.size(); ++length) {
        Error error(ErrorCode::internal, "");
        QVERIFY(fails(whole.substr(0, length), error));
        QCOMPARE(error.code(), ErrorCode::damaged);
    }
}

QTEST_GUILESS_MAIN(TestPickle)
#include "test_pickle.moc"
