#include "tokenizer/chat.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

using namespace spillway;

namespace {

QByteArray content(const char *name) {
    QFile file(QStringLiteral(SPILLWAY_TEST_DATA "/chat/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

ChatRole role_of(const QString &name) {
    return name == "system" ? ChatRole::system : name == "user" ? ChatRole::user : ChatRole::assistant;
}

} // namespace

class TestChat : public QObject {
    Q_OBJECT

  private slots:
    void smollm2_is_rendered_as_its_template_does_data();
    void smollm2_is_rendered_as_its_template_does();
    void default_system_is_taken_out_of_the_template_data();
    void default_system_is_taken_out_of_the_template();
    void other_templates_get_a_plain_form();
};

void TestChat::smollm2_is_rendered_as_its_template_does_data() {
    QTest::addColumn<QJsonObject>("conversation");
    const QJsonArray cases = QJsonDocument::fromJson(content("smollm2.json")).object()["cases"].toArray();
    QCOMPARE(cases.size(), 3);
    for (const QJsonValue &conversation : cases) {
        QTest::newRow(qPrintable(conversation["name"].toString())) << conversation.toObject();
    }
}

void TestChat::smollm2_is_rendered_as_its_template_does() {
    QFETCH(QJsonObject, conversation);
    std::vector<ChatMessage> messages;
    for (const QJsonValue &message : conversation["messages"].toArray()) {
        messages.push_back({role_of(message["role"].toString()), message["content"].toString().toStdString()});
    }
    const ChatForm form = chat_form(content("smollm2.jinja").toStdString());
    QVERIFY(form.from_template);
    QCOMPARE(form.name, std::string("ChatML"));
    QCOMPARE(QString::fromStdString(render_chat(form, messages)), conversation["rendered"].toString());
}

void TestChat::default_system_is_taken_out_of_the_template_data() {
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("system");
    QTest::newRow("with a line end") << "{{ '<|im_start|>system\nBe good.<|im_end|>\n' }}"
                                     << "Be good.";
    QTest::newRow("with an escaped line end") << R"({{- '<|im_start|>system\nIt\'s \"me\".<|im_end|>\n' }})"
                                              << "It's \"me\".";
    QTest::newRow("computed first, spelt out later")
        << "{{ '<|im_start|>system\n' + m + '<|im_end|>' }}{{ '<|im_start|>system\nHi<|im_end|>' }}"
        << "Hi";
    QTest::newRow("computed only") << "{{ '<|im_start|>system\n' + m['content'] + '<|im_end|>' }}"
                                   << "";
    QTest::newRow("none") << "{{ '<|im_start|>' + m['role'] + '\n' + m['content'] + '<|im_end|>' }}"
                          << "";
    QTest::newRow("cut off") << "<|im_end|>{{ '<|im_start|>system\nHi"
                             << "";
}

void TestChat::default_system_is_taken_out_of_the_template() {
    QFETCH(QString, source);
    QFETCH(QString, system);
    const ChatForm form = chat_form(source.toStdString());
    QVERIFY(form.from_template);
    QCOMPARE(QString::fromStdString(form.default_system), system);
}

void TestChat::other_templates_get_a_plain_form() {
    for (const char *source :
         {"", "{{ bos_token }}{% for m in messages %}[INST] {{ m['content'] }}{% endfor %}"}) {
        const ChatForm form = chat_form(source);
        QVERIFY(!form.from_template);
        QCOMPARE(render_chat(form, {{ChatRole::system, "Be kind."},
                                    {ChatRole::user, "Hi"},
                                    {ChatRole::assistant, "Hello!"},
                                    {ChatRole::user, "Bye"}}),
                 std::string("System: Be kind.\nUser: Hi\nAssistant: Hello!\nUser: Bye\nAssistant:"));
    }
}

QTEST_GUILESS_MAIN(TestChat)
#include "test_chat.moc"
