<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ru_RU">
<context>
    <name>Document</name>
    <message>
        <source>Untitled</source>
        <translation>Без названия</translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>Plain text</source>
        <translation>Простой текст</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>Web page in two colours</source>
        <translation>Веб-страница в два цвета</translation>
    </message>
    <message>
        <source>JSON with everything to generate it again</source>
        <translation>JSON со всем, чтобы написать то же снова</translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation>Указание</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Вы</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Модель</translation>
    </message>
    <message>
        <source>Words in blue were written by a language model.</source>
        <translation>Слова синим цветом написала языковая модель.</translation>
    </message>
</context>
<context>
    <name>Format</name>
    <message>
        <source>%1 per token</source>
        <translation>%1 на токен</translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>около %1</translation>
    </message>
    <message>
        <source>not measured yet</source>
        <translation>ещё не измерено</translation>
    </message>
    <message>
        <source>1 layer</source>
        <translation>1 слой</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>слоёв: %1</translation>
    </message>
    <message>
        <source>%1 GB</source>
        <translation>%1 ГБ</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>RAM</source>
        <translation>ОЗУ</translation>
    </message>
    <message>
        <source>NVMe</source>
        <translation>NVMe</translation>
    </message>
    <message>
        <source>processor</source>
        <translation>процессор</translation>
    </message>
    <message>
        <source>PCIe</source>
        <translation>PCIe</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>ничего</translation>
    </message>
    <message>
        <source>NVMe → RAM</source>
        <translation>NVMe → ОЗУ</translation>
    </message>
    <message>
        <source>RAM → CPU</source>
        <translation>ОЗУ → процессор</translation>
    </message>
    <message>
        <source>RAM → GPU</source>
        <translation>ОЗУ → GPU</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>память GPU</translation>
    </message>
    <message>
        <source>not known yet</source>
        <translation>пока не известно</translation>
    </message>
    <message>
        <source>Fits in GPU</source>
        <translation>Помещается в GPU</translation>
    </message>
    <message>
        <source>Fits in GPU + RAM</source>
        <translation>Помещается в GPU и ОЗУ</translation>
    </message>
    <message>
        <source>Fits in RAM</source>
        <translation>Помещается в ОЗУ</translation>
    </message>
    <message>
        <source>Streams from NVMe</source>
        <translation>Читается с NVMe</translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation>Не помещается</translation>
    </message>
    <message>
        <source>Damaged</source>
        <translation>Повреждена</translation>
    </message>
    <message>
        <source>Not supported</source>
        <translation>Не поддерживается</translation>
    </message>
    <message>
        <source>kB</source>
        <translation>кБ</translation>
    </message>
    <message>
        <source>MB</source>
        <translation>МБ</translation>
    </message>
    <message>
        <source>GB</source>
        <translation>ГБ</translation>
    </message>
    <message>
        <source>TB</source>
        <translation>ТБ</translation>
    </message>
    <message>
        <source>B</source>
        <translation>Б</translation>
    </message>
    <message>
        <source>B/s</source>
        <translation>Б/с</translation>
    </message>
    <message>
        <source>kB/s</source>
        <translation>кБ/с</translation>
    </message>
    <message>
        <source>MB/s</source>
        <translation>МБ/с</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>ГБ/с</translation>
    </message>
    <message>
        <source>TB/s</source>
        <translation>ТБ/с</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>мс</translation>
    </message>
    <message>
        <source>s</source>
        <translation>с</translation>
    </message>
    <message>
        <source>min</source>
        <translation>мин</translation>
    </message>
    <message>
        <source>h</source>
        <translation>ч</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>токенов/с</translation>
    </message>
</context>
<context>
    <name>Placement</name>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1 installed</source>
        <translation>установлено %1</translation>
    </message>
    <message>
        <source>speed %1</source>
        <translation>скорость %1</translation>
    </message>
    <message>
        <source>%1 read per sweep</source>
        <translation>за проход читается %1</translation>
    </message>
    <message>
        <source>nothing is read</source>
        <translation>ничего не читается</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 из %2</translation>
    </message>
    <message>
        <source>%1, %2 divided</source>
        <translation>%1, разделено: %2</translation>
    </message>
    <message>
        <source>%1, %2 slices</source>
        <translation>%1, ломтей: %2</translation>
    </message>
    <message>
        <source>No GPU is used: no driver answered. Everything runs on the processor.</source>
        <translation>GPU не используется: драйвер не отвечает. Всё считает процессор.</translation>
    </message>
    <message>
        <source>Nothing is read while writing: the whole model lies in memory.</source>
        <translation>Пока модель пишет, с диска ничего не читается: она вся в памяти.</translation>
    </message>
    <message>
        <source>weights %1</source>
        <translation>веса %1</translation>
    </message>
    <message>
        <source>scale ends at %1 of %2</source>
        <translation>шкала до %1 из %2</translation>
    </message>
    <message>
        <source>kept free %1</source>
        <translation>оставлено %1</translation>
    </message>
    <message>
        <source>other programs %1</source>
        <translation>другие программы %1</translation>
    </message>
    <message>
        <source>budget %1</source>
        <translation>лимит %1</translation>
    </message>
    <message>
        <source>in</source>
        <comment>short for the embedding, on a small block</comment>
        <translation>вход</translation>
    </message>
    <message>
        <source>out</source>
        <comment>short for the output head, on a small block</comment>
        <translation>выход</translation>
    </message>
    <message>
        <source>context %1</source>
        <translation>контекст %1</translation>
    </message>
    <message>
        <source>staging %1</source>
        <translation>буфер %1</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>Balanced</source>
        <translation>Уравновешенно</translation>
    </message>
    <message>
        <source>Story, lively</source>
        <translation>Рассказ, живо</translation>
    </message>
    <message>
        <source>Careful</source>
        <translation>Осторожно</translation>
    </message>
    <message>
        <source>Always the likeliest word</source>
        <translation>Всегда самое вероятное слово</translation>
    </message>
</context>
<context>
    <name>Sweep</name>
    <message>
        <source>%1 left</source>
        <translation>ещё %1</translation>
    </message>
    <message>
        <source>waiting for:</source>
        <translation>ждём:</translation>
    </message>
    <message>
        <source>%1 in GPU</source>
        <translation>%1 в GPU</translation>
    </message>
    <message>
        <source>%1 in RAM</source>
        <translation>%1 в ОЗУ</translation>
    </message>
    <message>
        <source>%1 stream from NVMe</source>
        <translation>%1 читаются с NVMe</translation>
    </message>
    <message>
        <source>layer %1 of %2</source>
        <translation>слой %1 из %2</translation>
    </message>
    <message>
        <source>Reading the prompt, %1 of %2 tokens</source>
        <translation>Чтение текста, %1 из %2 токенов</translation>
    </message>
    <message>
        <source>Reading the prompt, %1 tokens</source>
        <translation>Чтение текста, токенов: %1</translation>
    </message>
    <message>
        <source>%1 texts, token %2 of %3</source>
        <translation>Текстов: %1, токен %2 из %3</translation>
    </message>
    <message>
        <source>Token %1 of %2</source>
        <translation>Токен %1 из %2</translation>
    </message>
    <message>
        <source>%1 on average</source>
        <translation>в среднем %1</translation>
    </message>
    <message>
        <source>Loading %1</source>
        <translation>Загрузка %1</translation>
    </message>
    <message>
        <source>%1 is loaded</source>
        <translation>Модель %1 загружена</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>готова</translation>
    </message>
    <message>
        <source>last run %1</source>
        <translation>в прошлый раз %1</translation>
    </message>
    <message>
        <source>Ctrl+Return generates</source>
        <translation>Ctrl+Return — писать</translation>
    </message>
    <message>
        <source>%1 from NVMe</source>
        <translation>%1 с NVMe</translation>
    </message>
    <message>
        <source>last token %1</source>
        <translation>последний токен %1</translation>
    </message>
    <message>
        <source>average %1</source>
        <translation>в среднем %1</translation>
    </message>
    <message>
        <source>run ends about %1</source>
        <translation>конец около %1</translation>
    </message>
    <message>
        <source>at most %1 to go</source>
        <translation>осталось не больше %1</translation>
    </message>
</context>
<context>
    <name>TopologyScene</name>
    <message>
        <source>NVMe</source>
        <translation>NVMe</translation>
    </message>
    <message>
        <source>Hard disk</source>
        <translation>Жёсткий диск</translation>
    </message>
    <message>
        <source>Drive</source>
        <translation>Диск</translation>
    </message>
</context>
<context>
    <name>WriteActions</name>
    <message>
        <source>&amp;Generate</source>
        <translation>&amp;Писать</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Стоп</translation>
    </message>
    <message>
        <source>&amp;Continue</source>
        <translation>П&amp;родолжить</translation>
    </message>
    <message>
        <source>&amp;Regenerate</source>
        <translation>&amp;Заново</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Отменить</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Вернуть</translation>
    </message>
    <message>
        <source>&amp;New text</source>
        <translation>&amp;Новый текст</translation>
    </message>
    <message>
        <source>&amp;Close text</source>
        <translation>&amp;Закрыть текст</translation>
    </message>
    <message>
        <source>Re&amp;name text…</source>
        <translation>Пере&amp;именовать…</translation>
    </message>
    <message>
        <source>Ne&amp;xt text</source>
        <translation>С&amp;ледующий текст</translation>
    </message>
    <message>
        <source>&amp;Previous text</source>
        <translation>&amp;Предыдущий текст</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>&amp;Экспорт…</translation>
    </message>
    <message>
        <source>Note&amp;book</source>
        <translation>&amp;Блокнот</translation>
    </message>
    <message>
        <source>C&amp;hat</source>
        <translation>&amp;Чат</translation>
    </message>
    <message>
        <source>Samplin&amp;g panel</source>
        <translation>П&amp;анель выбора слов</translation>
    </message>
    <message>
        <source>&amp;Larger text</source>
        <translation>&amp;Крупнее</translation>
    </message>
    <message>
        <source>&amp;Smaller text</source>
        <translation>&amp;Мельче</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Spillway is already open with the data folder %1.</source>
        <translation>Spillway уже открыт с папкой данных %1.</translation>
    </message>
    <message>
        <source>Use that window, or start with another --data-dir.</source>
        <translation>Работайте в том окне или запустите с другим --data-dir.</translation>
    </message>
</context>
<context>
    <name>spillway::BudgetForm</name>
    <message>
        <source>GPU, at most</source>
        <translation>GPU, не больше</translation>
    </message>
    <message>
        <source>RAM, at most</source>
        <translation>ОЗУ, не больше</translation>
    </message>
    <message>
        <source>One read</source>
        <translation>Одно чтение</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Потоки</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>автоматически</translation>
    </message>
    <message>
        <source>%1: automatic</source>
        <translation>%1: автоматически</translation>
    </message>
</context>
<context>
    <name>spillway::BytesSpinBox</name>
    <message>
        <source>automatic</source>
        <translation>автоматически</translation>
    </message>
</context>
<context>
    <name>spillway::ChatPane</name>
    <message>
        <source>Show what the model is given</source>
        <translation>Показать, что получает модель</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Разговор</translation>
    </message>
    <message>
        <source>Ask something, then press Ctrl+Return</source>
        <translation>Спросите что-нибудь и нажмите Ctrl+Return</translation>
    </message>
    <message>
        <source>Your message</source>
        <translation>Ваше сообщение</translation>
    </message>
    <message>
        <source>The text that the model is given</source>
        <translation>Текст, который получает модель</translation>
    </message>
</context>
<context>
    <name>spillway::ContextBar</name>
    <message>
        <source>Show tokens</source>
        <translation>Показать токены</translation>
    </message>
    <message>
        <source>Length of the text</source>
        <translation>Длина текста</translation>
    </message>
    <message>
        <source>1 word</source>
        <translation>1 слово</translation>
    </message>
    <message>
        <source>%1 words</source>
        <translation>слов: %1</translation>
    </message>
    <message>
        <source>Text &lt;b&gt;%1&lt;/b&gt; of %2 tokens</source>
        <translation>Текст: &lt;b&gt;%1&lt;/b&gt; из %2 токенов</translation>
    </message>
    <message>
        <source>%1 yours and earlier</source>
        <translation>%1 ваших и прежних</translation>
    </message>
    <message>
        <source>%1 new</source>
        <translation>%1 новых</translation>
    </message>
    <message>
        <source>up to %1 more</source>
        <translation>ещё до %1</translation>
    </message>
</context>
<context>
    <name>spillway::DocumentEditor</name>
    <message>
        <source>Rename text</source>
        <translation>Переименовать текст</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Название</translation>
    </message>
</context>
<context>
    <name>spillway::EngineView</name>
    <message>
        <source>Not while the model works</source>
        <translation>Не во время работы модели</translation>
    </message>
    <message>
        <source>Choose a model with Ctrl+M, or drop its file here.</source>
        <translation>Выберите модель (Ctrl+M) или бросьте её файл сюда.</translation>
    </message>
    <message>
        <source>Nothing is loaded. Load, beside the model&apos;s name, reserves the memory.</source>
        <translation>Ничего не загружено. «Загрузить» рядом с именем модели займёт память.</translation>
    </message>
    <message>
        <source>Reading the model&apos;s headers</source>
        <translation>Чтение заголовков модели</translation>
    </message>
</context>
<context>
    <name>spillway::GenerationFlow</name>
    <message>
        <source>reading your text, %1 left</source>
        <translation>читаю ваш текст, ещё %1</translation>
    </message>
    <message>
        <source>next word in %1</source>
        <translation>следующее слово через %1</translation>
    </message>
</context>
<context>
    <name>spillway::HeaderBar</name>
    <message>
        <source>Model</source>
        <translation>Модель</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Выбрать модель</translation>
    </message>
    <message>
        <source>%1 layers %2</source>
        <translation>слоёв %2: %1</translation>
    </message>
    <message>
        <source>limit: %1</source>
        <translation>предел: %1</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отмена</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>Выгрузить</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Загрузить</translation>
    </message>
</context>
<context>
    <name>spillway::LayerPane</name>
    <message>
        <source>Size</source>
        <translation>Размер</translation>
    </message>
    <message>
        <source>Read per sweep</source>
        <translation>Чтение за проход</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>Счёт</translation>
    </message>
    <message>
        <source>Waits for NVMe</source>
        <translation>Ждёт NVMe</translation>
    </message>
    <message>
        <source>Tensors of the layer</source>
        <translation>Тензоры слоя</translation>
    </message>
    <message>
        <source>%1, %2 tensors</source>
        <translation>%1, тензоров: %2</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>ничего</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 из %2</translation>
    </message>
</context>
<context>
    <name>spillway::LinkChart</name>
    <message>
        <source>of %1</source>
        <translation>из %1</translation>
    </message>
    <message>
        <source>limit %1</source>
        <translation>предел %1</translation>
    </message>
    <message>
        <source>%1: %2 %3</source>
        <translation>%1: %2 %3</translation>
    </message>
</context>
<context>
    <name>spillway::LinkTableModel</name>
    <message>
        <source>about %1</source>
        <translation>около %1</translation>
    </message>
    <message>
        <source>typical, not measured</source>
        <translation>типичная, не измерена</translation>
    </message>
    <message>
        <source>not measured: %1</source>
        <translation>не измерено: %1</translation>
    </message>
    <message>
        <source>%1, measured earlier</source>
        <translation>%1, измерено раньше</translation>
    </message>
    <message>
        <source>NVMe to RAM</source>
        <translation>с NVMe в ОЗУ</translation>
    </message>
    <message>
        <source>RAM to processor</source>
        <translation>из ОЗУ в процессор</translation>
    </message>
    <message>
        <source>RAM to GPU</source>
        <translation>из ОЗУ в GPU</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>память GPU</translation>
    </message>
    <message>
        <source>a real layer, 1 text</source>
        <translation>настоящий слой, 1 текст</translation>
    </message>
    <message>
        <source>Weights multiplied, processor</source>
        <translation>Умножение весов, процессор</translation>
    </message>
    <message>
        <source>%1 % of what is possible</source>
        <translation>%1 % возможного</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Путь</translation>
    </message>
    <message>
        <source>How measured</source>
        <translation>Как измерено</translation>
    </message>
    <message>
        <source>Alone</source>
        <translation>Отдельно</translation>
    </message>
    <message>
        <source>Together</source>
        <translation>Вместе</translation>
    </message>
    <message>
        <source>Possible</source>
        <translation>Возможно</translation>
    </message>
    <message>
        <source>Share of what is possible</source>
        <translation>Доля возможного</translation>
    </message>
</context>
<context>
    <name>spillway::LiveView</name>
    <message>
        <source>Last 60 s</source>
        <translation>Последние 60 с</translation>
    </message>
    <message>
        <source>Whole run</source>
        <translation>Весь запуск</translation>
    </message>
    <message>
        <source>Freeze</source>
        <translation>Замереть</translation>
    </message>
    <message>
        <source>Keep the charts as they are; points are gathered all the same</source>
        <translation>Оставить графики как есть; точки всё равно собираются</translation>
    </message>
    <message>
        <source>Save as CSV…</source>
        <translation>Сохранить CSV…</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Память</translation>
    </message>
    <message>
        <source>Data moved</source>
        <translation>Передано</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Температура</translation>
    </message>
    <message>
        <source>of %1 budget</source>
        <translation>из лимита %1</translation>
    </message>
    <message>
        <source>of %1 installed</source>
        <translation>из %1</translation>
    </message>
</context>
<context>
    <name>spillway::LoadFlow</name>
    <message>
        <source>Choose another model</source>
        <translation>Выбрать другую модель</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Показать в папке</translation>
    </message>
    <message>
        <source>Plan with what is free now</source>
        <translation>Разместить в том, что свободно</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Попробовать снова</translation>
    </message>
    <message>
        <source>%1 short of %2</source>
        <translation>не хватает %1 %2</translation>
    </message>
    <message>
        <source>Nothing was loaded.</source>
        <translation>Ничего не загружено.</translation>
    </message>
    <message>
        <source>Let more layers stream</source>
        <translation>Читать больше слоёв с диска</translation>
    </message>
    <message>
        <source>Context to %1 tokens</source>
        <translation>Контекст до %1 токенов</translation>
    </message>
    <message>
        <source>Use it anyway</source>
        <translation>Всё равно использовать</translation>
    </message>
    <message>
        <source>Stop writing first</source>
        <translation>Сначала остановите письмо</translation>
    </message>
    <message>
        <source>Wait until the model is ready</source>
        <translation>Подождите, пока модель будет готова</translation>
    </message>
    <message>
        <source>The new budget is used when the model is loaded again</source>
        <translation>Новый лимит подействует при следующей загрузке модели</translation>
    </message>
    <message>
        <source>Load it now</source>
        <translation>Загрузить сейчас</translation>
    </message>
</context>
<context>
    <name>spillway::MachinePage</name>
    <message>
        <source>Measure again</source>
        <translation>Измерить снова</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отмена</translation>
    </message>
    <message>
        <source>Save as hwloc XML…</source>
        <translation>Сохранить как hwloc XML…</translation>
    </message>
    <message>
        <source>The machine as a file, to plan for it on another PC</source>
        <translation>Компьютер в виде файла, чтобы планировать для него на другом</translation>
    </message>
    <message>
        <source>Picture of the machine</source>
        <translation>Схема компьютера</translation>
    </message>
    <message>
        <source>Measured speed</source>
        <translation>Измеренная скорость</translation>
    </message>
    <message>
        <source>“together” is with drive and processor both busy; the plan uses these numbers</source>
        <translation>«вместе» — когда заняты и диск, и процессор; план считает с этими числами</translation>
    </message>
    <message>
        <source>Measured speed of the links</source>
        <translation>Измеренная скорость путей</translation>
    </message>
    <message>
        <source>Worth knowing</source>
        <translation>Полезно знать</translation>
    </message>
    <message>
        <source>Free memory now</source>
        <translation>Свободная память</translation>
    </message>
    <message>
        <source>read again every second</source>
        <translation>обновляется каждую секунду</translation>
    </message>
    <message>
        <source>Budgets</source>
        <translation>Лимиты</translation>
    </message>
    <message>
        <source>measuring: %1</source>
        <translation>измеряется: %1</translation>
    </message>
    <message>
        <source>today %1</source>
        <translation>сегодня в %1</translation>
    </message>
    <message>
        <source>measured %1 in %2</source>
        <translation>измерено %1 за %2</translation>
    </message>
    <message>
        <source>measured %1</source>
        <translation>измерено %1</translation>
    </message>
    <message>
        <source>Time the drive, the RAM and both at once; takes some seconds (F5)</source>
        <translation>Измерить диск, ОЗУ и то и другое сразу; несколько секунд (F5)</translation>
    </message>
    <message>
        <source>of %1 free</source>
        <translation>из %1 свободно</translation>
    </message>
    <message>
        <source>in use: %1</source>
        <translation>занято: %1</translation>
    </message>
    <message>
        <source>running writes nothing here</source>
        <translation>при работе сюда ничего не пишется</translation>
    </message>
    <message>
        <source>Spillway %1, others %2</source>
        <translation>Spillway %1, другие %2</translation>
    </message>
    <message>
        <source>line: budget %1</source>
        <translation>черта: лимит %1</translation>
    </message>
    <message>
        <source>file cache counts as free</source>
        <translation>кэш файлов считается свободным</translation>
    </message>
</context>
<context>
    <name>spillway::MainWindow</name>
    <message>
        <source>Sweep</source>
        <translation>Проход</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>Сейчас</translation>
    </message>
    <message>
        <source>It was moved to %1 and a new one begun.</source>
        <translation>Файл перенесён в %1, начат новый.</translation>
    </message>
    <message>
        <source>Once upon a time there was a lighthouse that</source>
        <translation>Once upon a time there was a lighthouse that</translation>
    </message>
    <message>
        <source>Your text “%1” is back</source>
        <translation>Ваш текст «%1» снова здесь</translation>
    </message>
    <message>
        <source>Spillway ended unexpectedly; the last words were saved at %1.</source>
        <translation>Spillway неожиданно закрылся; последние слова сохранены: %1.</translation>
    </message>
    <message>
        <source>%1 finished tokens were saved.</source>
        <translation>Сохранено готовых токенов: %1.</translation>
    </message>
    <message>
        <source>Go on with token %1</source>
        <translation>Продолжить с токена %1</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Закрыть</translation>
    </message>
    <message>
        <source>The context of %1 tokens is full</source>
        <translation>Контекст в %1 токенов заполнен</translation>
    </message>
    <message>
        <source>The model cannot read more at once. Plan for a longer context, or shorten the text.</source>
        <translation>Больше модель не может прочесть сразу. Запланируйте контекст длиннее или сократите текст.</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>Размещение</translation>
    </message>
    <message>
        <source>Nothing is sent anywhere. Everything runs on this PC.</source>
        <translation>Никуда ничего не отправляется. Всё работает на этом компьютере.</translation>
    </message>
    <message>
        <source>No model is here yet</source>
        <translation>Моделей пока нет</translation>
    </message>
    <message>
        <source>Drop a GGUF file on the window, or choose one.</source>
        <translation>Бросьте файл GGUF в окно или выберите его.</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Выбрать модель</translation>
    </message>
    <message>
        <source>%1 — Spillway</source>
        <translation>%1 — Spillway</translation>
    </message>
    <message>
        <source>Write a beginning, then press Ctrl+Return. The model is ready; &lt;a href=&quot;models&quot;&gt;add a large one&lt;/a&gt; by dropping its files here.</source>
        <translation>Напишите начало и нажмите Ctrl+Return. Модель готова; &lt;a href=&quot;models&quot;&gt;добавьте большую&lt;/a&gt;, бросив сюда её файлы.</translation>
    </message>
    <message>
        <source>“%1” is no known format</source>
        <translation>Формат «%1» неизвестен</translation>
    </message>
    <message>
        <source>Choose a name that ends in .txt, .md, .html or .json.</source>
        <translation>Выберите имя с окончанием .txt, .md, .html или .json.</translation>
    </message>
    <message>
        <source>Exported to %1</source>
        <translation>Записано в %1</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Показать в папке</translation>
    </message>
    <message>
        <source>&amp;Choose model…</source>
        <translation>&amp;Выбрать модель…</translation>
    </message>
    <message>
        <source>&amp;Open model file…</source>
        <translation>&amp;Открыть файл модели…</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Файл</translation>
    </message>
    <message>
        <source>&amp;Closed texts</source>
        <translation>Закры&amp;тые тексты</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>В&amp;ыход</translation>
    </message>
    <message>
        <source>&amp;Generate</source>
        <translation>&amp;Писать</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>&amp;Модель</translation>
    </message>
    <message>
        <source>&amp;Load</source>
        <translation>&amp;Загрузить</translation>
    </message>
    <message>
        <source>&amp;Unload</source>
        <translation>В&amp;ыгрузить</translation>
    </message>
    <message>
        <source>&amp;Verify files</source>
        <translation>&amp;Проверить файлы</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Правка</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>Вы&amp;резать</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Копировать</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>&amp;Вставить</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>Выделить в&amp;сё</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Вид</translation>
    </message>
    <message>
        <source>&amp;Colours</source>
        <translation>&amp;Цвета</translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation>Как в &amp;системе</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>С&amp;ветлые</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Тёмные</translation>
    </message>
    <message>
        <source>Next part of the &amp;window</source>
        <translation>Следующая часть &amp;окна</translation>
    </message>
    <message>
        <source>&amp;Tools</source>
        <translation>&amp;Инструменты</translation>
    </message>
    <message>
        <source>&amp;Measure the machine again</source>
        <translation>&amp;Измерить компьютер снова</translation>
    </message>
    <message>
        <source>Save the machine as &amp;XML…</source>
        <translation>Сохранить компьютер как &amp;XML…</translation>
    </message>
    <message>
        <source>Save the live charts as &amp;CSV…</source>
        <translation>Сохранить графики как &amp;CSV…</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Справка</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>&amp;Клавиши</translation>
    </message>
    <message>
        <source>&amp;About Spillway</source>
        <translation>&amp;О Spillway</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Нет</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Клавиши</translation>
    </message>
    <message>
        <source>About Spillway</source>
        <translation>О Spillway</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Spillway %1&lt;/h3&gt;&lt;p&gt;Runs language models that are larger than the memory of the PC on the desk,&lt;br&gt;by reading the rest from the drive as it goes.&lt;/p&gt;&lt;p&gt;Nothing is sent anywhere. GPL-3.0-or-later.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Spillway %1&lt;/h3&gt;&lt;p&gt;Запускает языковые модели, которые больше памяти компьютера на столе,&lt;br&gt;дочитывая остальное с диска на ходу.&lt;/p&gt;&lt;p&gt;Никуда ничего не отправляется. GPL-3.0-or-later.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Экспорт</translation>
    </message>
    <message>
        <source>Save the machine</source>
        <translation>Сохранить компьютер</translation>
    </message>
    <message>
        <source>hwloc XML (*.xml)</source>
        <translation>hwloc XML (*.xml)</translation>
    </message>
    <message>
        <source>Save the live charts</source>
        <translation>Сохранить графики</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
</context>
<context>
    <name>spillway::MemoryBar</name>
    <message>
        <source>%1: %2 %3</source>
        <translation>%1: %2 %3</translation>
    </message>
</context>
<context>
    <name>spillway::MemoryLegend</name>
    <message>
        <source>weights</source>
        <translation>веса</translation>
    </message>
    <message>
        <source>context</source>
        <translation>контекст</translation>
    </message>
    <message>
        <source>staging</source>
        <translation>буфер</translation>
    </message>
    <message>
        <source>other</source>
        <translation>прочее</translation>
    </message>
</context>
<context>
    <name>spillway::MessageBar</name>
    <message>
        <source>Details</source>
        <translation>Подробности</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Копировать</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>Закрыть сообщение</translation>
    </message>
</context>
<context>
    <name>spillway::MetadataModel</name>
    <message>
        <source>Key</source>
        <translation>Ключ</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Значение</translation>
    </message>
</context>
<context>
    <name>spillway::ModelDelegate</name>
    <message>
        <source>loaded</source>
        <translation>загружена</translation>
    </message>
</context>
<context>
    <name>spillway::ModelDetails</name>
    <message>
        <source>%1 billion</source>
        <translation>%1 млрд</translation>
    </message>
    <message>
        <source>%1 million</source>
        <translation>%1 млн</translation>
    </message>
    <message>
        <source>Write with it</source>
        <translation>Писать с ней</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>Размещение</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>Обзор</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Слои</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>Метаданные</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Файлы</translation>
    </message>
    <message>
        <source>Verify files</source>
        <translation>Проверить файлы</translation>
    </message>
    <message>
        <source>Layers and tensors</source>
        <translation>Слои и тензоры</translation>
    </message>
    <message>
        <source>Find a key or value</source>
        <translation>Найти ключ или значение</translation>
    </message>
    <message>
        <source>The file&apos;s own key/values</source>
        <translation>Собственные ключи файла</translation>
    </message>
    <message>
        <source>No model is chosen</source>
        <translation>Модель не выбрана</translation>
    </message>
    <message>
        <source>Choose one in the table.</source>
        <translation>Выберите её в таблице.</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>Архитектура</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Параметры</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Форма</translation>
    </message>
    <message>
        <source>%1, width %2, %3 heads</source>
        <translation>%1, ширина %2, голов: %3</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Контекст</translation>
    </message>
    <message>
        <source>at most %1 tokens</source>
        <translation>не больше %1 токенов</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Словарь</translation>
    </message>
    <message>
        <source>%1 pieces</source>
        <translation>частей: %1</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Веса</translation>
    </message>
    <message>
        <source>mostly %1, %2 bits per weight</source>
        <translation>в основном %1, бит на вес: %2</translation>
    </message>
    <message>
        <source>Context memory</source>
        <translation>Память контекста</translation>
    </message>
    <message>
        <source>%1 per token</source>
        <translation>%1 на токен</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Формат</translation>
    </message>
    <message>
        <source>1 file, %1</source>
        <translation>1 файл, %1</translation>
    </message>
    <message>
        <source>%1 files, %2</source>
        <translation>файлов: %1, %2</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отмена</translation>
    </message>
    <message>
        <source>Read every byte and look for reads that fail and for weights that are no numbers</source>
        <translation>Прочесть каждый байт и найти сбои чтения и веса, которые не числа</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>Текст</translation>
    </message>
</context>
<context>
    <name>spillway::ModelPicker</name>
    <message>
        <source>Find a model</source>
        <translation>Найти модель</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>Открыть файл…</translation>
    </message>
</context>
<context>
    <name>spillway::ModelShelf</name>
    <message>
        <source>No model was found in %1</source>
        <translation>В папке %1 моделей не нашлось</translation>
    </message>
    <message>
        <source>Spillway reads GGUF files.</source>
        <translation>Spillway читает файлы GGUF.</translation>
    </message>
    <message>
        <source>verified %1</source>
        <translation>проверено %1</translation>
    </message>
    <message numerus="yes">
        <source>%n problem(s) found</source>
        <translation>
            <numerusform>найдена %n ошибка</numerusform>
            <numerusform>найдено %n ошибки</numerusform>
            <numerusform>найдено %n ошибок</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is damaged</source>
        <translation>Файл %1 повреждён</translation>
    </message>
    <message>
        <source>Stop writing first</source>
        <translation>Сначала остановите письмо</translation>
    </message>
</context>
<context>
    <name>spillway::ModelTableModel</name>
    <message>
        <source>never</source>
        <translation>никогда</translation>
    </message>
    <message>
        <source>today %1</source>
        <translation>сегодня в %1</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>вчера</translation>
    </message>
    <message>
        <source>%1 %2, %3</source>
        <translation>%1 %2, %3</translation>
    </message>
    <message>
        <source>reading the headers…</source>
        <translation>чтение заголовков…</translation>
    </message>
    <message>
        <source>the file is no longer there</source>
        <translation>файла больше нет</translation>
    </message>
    <message>
        <source>verifying: %1 %</source>
        <translation>проверка: %1 %</translation>
    </message>
    <message>
        <source>%1 files</source>
        <translation>файлов: %1</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>измерено</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>прогноз</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Модель</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Формат</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Размер</translation>
    </message>
    <message>
        <source>On this PC</source>
        <translation>На этом ПК</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Скорость</translation>
    </message>
    <message>
        <source>Last used</source>
        <translation>Когда была нужна</translation>
    </message>
</context>
<context>
    <name>spillway::ModelsPage</name>
    <message>
        <source>Open file…</source>
        <translation>Открыть файл…</translation>
    </message>
    <message>
        <source>Add a model&apos;s file; it stays where it is (Ctrl+O)</source>
        <translation>Добавить файл модели; он остаётся на месте (Ctrl+O)</translation>
    </message>
    <message>
        <source>Scan folder…</source>
        <translation>Просмотреть папку…</translation>
    </message>
    <message>
        <source>Add all models in a folder and below</source>
        <translation>Добавить все модели из папки и вложенных</translation>
    </message>
    <message>
        <source>Find a model</source>
        <translation>Найти модель</translation>
    </message>
    <message>
        <source>Which fits are shown</source>
        <translation>Какие показывать</translation>
    </message>
    <message>
        <source>All fits</source>
        <translation>Все</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Модели</translation>
    </message>
    <message>
        <source>Drop model files or a folder here: GGUF.</source>
        <translation>Бросьте сюда файлы моделей или папку: GGUF.</translation>
    </message>
    <message>
        <source>Files stay where they are and are only read.</source>
        <translation>Файлы остаются на месте и только читаются.</translation>
    </message>
    <message>
        <source>No model yet. Drop a model&apos;s file or a folder of models here, or choose one with “Open file…”.</source>
        <translation>Моделей пока нет. Бросьте сюда файл или папку с моделями или нажмите «Открыть файл…».</translation>
    </message>
    <message>
        <source>GGUF files of the llama family. They stay where they are and are only read.</source>
        <translation>Файлы GGUF семейства llama. Они остаются на месте и только читаются.</translation>
    </message>
    <message>
        <source>Looking through %1…</source>
        <translation>Просмотр %1…</translation>
    </message>
    <message>
        <source>1 model</source>
        <translation>1 модель</translation>
    </message>
    <message>
        <source>%1 models</source>
        <translation>моделей: %1</translation>
    </message>
    <message>
        <source>%1, %2; speeds are for this PC</source>
        <translation>%1, %2; скорости для этого ПК</translation>
    </message>
    <message>
        <source>Write with it</source>
        <translation>Писать с ней</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>Размещение</translation>
    </message>
    <message>
        <source>Verify files</source>
        <translation>Проверить файлы</translation>
    </message>
    <message>
        <source>Remove from this list (the file stays)</source>
        <translation>Убрать из списка (файл остаётся)</translation>
    </message>
    <message>
        <source>Open model files</source>
        <translation>Открыть файлы моделей</translation>
    </message>
    <message>
        <source>Models (*.gguf);;All files (*)</source>
        <translation>Модели (*.gguf);;Все файлы (*)</translation>
    </message>
    <message>
        <source>Scan a folder for models</source>
        <translation>Искать модели в папке</translation>
    </message>
</context>
<context>
    <name>spillway::NavRail</name>
    <message>
        <source>Pages</source>
        <translation>Страницы</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>Текст</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Модели</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>Размещение</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>Компьютер</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Настройки</translation>
    </message>
</context>
<context>
    <name>spillway::NotebookEdit</name>
    <message>
        <source>Text</source>
        <translation>Текст</translation>
    </message>
</context>
<context>
    <name>spillway::PlacementPage</name>
    <message>
        <source>%1 short of %2</source>
        <translation>не хватает %1 %2</translation>
    </message>
    <message>
        <source>%1 of RAM: %2</source>
        <translation>%1 ОЗУ: %2</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>Слой %1</translation>
    </message>
    <message>
        <source>Outside the layers</source>
        <translation>Вне слоёв</translation>
    </message>
    <message>
        <source>1 layer pinned by you</source>
        <translation>вы закрепили 1 слой</translation>
    </message>
    <message>
        <source>%1 layers pinned by you</source>
        <translation>закреплено вами слоёв: %1</translation>
    </message>
    <message>
        <source>This plan is loaded</source>
        <translation>Этот план загружен</translation>
    </message>
    <message>
        <source>Load the model this way (Ctrl+Return)</source>
        <translation>Загрузить модель так (Ctrl+Return)</translation>
    </message>
    <message>
        <source>No model is chosen. Its layers appear here as soon as one is.</source>
        <translation>Модель не выбрана. Её слои появятся здесь, когда вы её выберете.</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Автоматически</translation>
    </message>
    <message>
        <source>Take back all pins and budgets (Ctrl+0)</source>
        <translation>Снять все закрепления и лимиты (Ctrl+0)</translation>
    </message>
    <message>
        <source>Take the last change back (Ctrl+Z)</source>
        <translation>Отменить последнее изменение (Ctrl+Z)</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Отменить</translation>
    </message>
    <message>
        <source>RAM budget</source>
        <translation>Лимит ОЗУ</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Контекст</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> токенов</translation>
    </message>
    <message>
        <source>Texts at once</source>
        <translation>Текстов сразу</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Закрепить</translation>
    </message>
    <message>
        <source>Keep the selected layer where it is, whatever else changes (P). G, R and N move it.</source>
        <translation>Оставить выбранный слой на месте, что бы ни менялось (P). G, R и N переносят его.</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Применить</translation>
    </message>
    <message>
        <source>Why this plan</source>
        <translation>Почему такой план</translation>
    </message>
</context>
<context>
    <name>spillway::PlacementView</name>
    <message>
        <source>Placement of the layers</source>
        <translation>Размещение слоёв</translation>
    </message>
    <message>
        <source>No plan</source>
        <translation>Плана нет</translation>
    </message>
    <message>
        <source>%1 layers in GPU, %2 in RAM, %3 on NVMe; %4</source>
        <translation>слоёв в GPU: %1, в ОЗУ: %2, на NVMe: %3; %4</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>Слой %1</translation>
    </message>
    <message>
        <source>Embedding</source>
        <translation>Вложение</translation>
    </message>
    <message>
        <source>Output head</source>
        <translation>Выход</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Контекст</translation>
    </message>
    <message>
        <source>Staging and work space</source>
        <translation>Буфер и рабочее место</translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1, %2, %3</translation>
    </message>
    <message>
        <source>, %1 % of it in %2</source>
        <translation>, из него %1 % в %2</translation>
    </message>
    <message>
        <source>, pinned by you</source>
        <translation>, закреплено вами</translation>
    </message>
    <message>
        <source>Budget: Left and Right change it</source>
        <translation>Лимит: меняется стрелками влево и вправо</translation>
    </message>
    <message>
        <source>%1 budget: %2</source>
        <translation>Лимит %1: %2</translation>
    </message>
</context>
<context>
    <name>spillway::SamplingPanel</name>
    <message>
        <source>Sampling</source>
        <translation>Выбор слов</translation>
    </message>
    <message>
        <source>Close this panel</source>
        <translation>Закрыть панель</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Набор</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Сохранить</translation>
    </message>
    <message>
        <source>Save these values under a name</source>
        <translation>Сохранить эти значения под именем</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Температура</translation>
    </message>
    <message>
        <source>0 = always the likeliest</source>
        <translation>0 = самое вероятное</translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation>Top-p</translation>
    </message>
    <message>
        <source>1 = off</source>
        <translation>1 = выкл.</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <source>0 = off</source>
        <translation>0 = выкл.</translation>
    </message>
    <message>
        <source>Min-p</source>
        <translation>Min-p</translation>
    </message>
    <message>
        <source>Repetition penalty</source>
        <translation>Штраф за повторы</translation>
    </message>
    <message>
        <source>random</source>
        <translation>случайно</translation>
    </message>
    <message>
        <source>Draw another seed for each generation; the one used is shown and kept with the text</source>
        <translation>Для каждого раза новое зерно; использованное показано и хранится с текстом</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Зерно</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> токенов</translation>
    </message>
    <message>
        <source>Write at most</source>
        <translation>Не больше</translation>
    </message>
    <message>
        <source>Stop at</source>
        <translation>Закончить на</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>изменено</translation>
    </message>
    <message>
        <source>Save preset</source>
        <translation>Сохранить набор</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Имя</translation>
    </message>
    <message>
        <source>about %1 at this speed</source>
        <translation>около %1 при этой скорости</translation>
    </message>
</context>
<context>
    <name>spillway::SettingsPage</name>
    <message>
        <source>As the system</source>
        <translation>Как в системе</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Светлые</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Тёмные</translation>
    </message>
    <message>
        <source> pt</source>
        <translation> пт</translation>
    </message>
    <message>
        <source>Another language is used from the next start on.</source>
        <translation>Другой язык — со следующего запуска.</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Цвета</translation>
    </message>
    <message>
        <source>Text size on Write</source>
        <translation>Размер текста</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Язык</translation>
    </message>
    <message>
        <source>Data folder</source>
        <translation>Папка данных</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Показать в папке</translation>
    </message>
    <message>
        <source>Texts, settings and measured speeds are kept here. Nothing is sent anywhere.</source>
        <translation>Здесь хранятся тексты, настройки и измеренные скорости. Никуда ничего не отправляется.</translation>
    </message>
</context>
<context>
    <name>spillway::SpeedChart</name>
    <message>
        <source>token %1</source>
        <translation>токен %1</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 с</translation>
    </message>
    <message>
        <source>Seconds per token</source>
        <translation>Секунд на токен</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>Токенов в секунду</translation>
    </message>
    <message>
        <source>predicted %1</source>
        <translation>прогноз %1</translation>
    </message>
    <message>
        <source>average %1</source>
        <translation>в среднем %1</translation>
    </message>
    <message>
        <source>Seconds per token: predicted %1, average %2</source>
        <translation>Секунд на токен: прогноз %1, в среднем %2</translation>
    </message>
    <message>
        <source>Tokens per second: predicted %1, average %2</source>
        <translation>Токенов в секунду: прогноз %1, в среднем %2</translation>
    </message>
</context>
<context>
    <name>spillway::StatusLine</name>
    <message>
        <source>Direct reads on</source>
        <translation>Прямое чтение</translation>
    </message>
    <message>
        <source>Reads through the file cache</source>
        <translation>Чтение через кэш файлов</translation>
    </message>
    <message>
        <source>Free: RAM %1</source>
        <translation>Свободно: ОЗУ %1</translation>
    </message>
    <message>
        <source>, drive %1</source>
        <translation>, диск %1</translation>
    </message>
    <message>
        <source>Text not saved</source>
        <translation>Текст не сохранён</translation>
    </message>
    <message>
        <source>Text saved</source>
        <translation>Текст сохранён</translation>
    </message>
    <message>
        <source>Text saved %1 ago</source>
        <translation>Текст сохранён %1 назад</translation>
    </message>
    <message>
        <source>Text saved at %1</source>
        <translation>Текст сохранён в %1</translation>
    </message>
    <message>
        <source>Drive</source>
        <translation>Диск</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Процессор</translation>
    </message>
    <message>
        <source>%1 %2 °C</source>
        <translation>%1 %2 °C</translation>
    </message>
</context>
<context>
    <name>spillway::StopTextsEdit</name>
    <message>
        <source>a text, \n for a line end</source>
        <translation>текст, \n — конец строки</translation>
    </message>
    <message>
        <source>Stop at this text</source>
        <translation>Закончить на этом тексте</translation>
    </message>
    <message>
        <source>Add this text</source>
        <translation>Добавить этот текст</translation>
    </message>
    <message>
        <source>Do not stop at this text</source>
        <translation>Не заканчивать на этом тексте</translation>
    </message>
</context>
<context>
    <name>spillway::SweepStrip</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 из %2</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>Проход</translation>
    </message>
    <message>
        <source>No model is loaded. Choose one on the page Models.</source>
        <translation>Модель не загружена. Выберите её на странице «Модели».</translation>
    </message>
    <message>
        <source>Stopped: %1</source>
        <translation>Остановлено: %1</translation>
    </message>
    <message>
        <source>Cancel  (Esc)</source>
        <translation>Отмена  (Esc)</translation>
    </message>
    <message>
        <source>Go on now</source>
        <translation>Продолжить сейчас</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Попробовать снова</translation>
    </message>
    <message>
        <source>Details…</source>
        <translation>Подробности…</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>Слой %1</translation>
    </message>
    <message>
        <source>Layers %1 to %2</source>
        <translation>Слои с %1 по %2</translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1, %2, %3</translation>
    </message>
    <message>
        <source>, done</source>
        <translation>, готов</translation>
    </message>
    <message>
        <source>, now</source>
        <translation>, сейчас</translation>
    </message>
</context>
<context>
    <name>spillway::SweepTimes</name>
    <message>
        <source>%1 at %2</source>
        <translation>%1 по %2</translation>
    </message>
    <message>
        <source>NVMe read</source>
        <translation>Чтение с NVMe</translation>
    </message>
    <message>
        <source>%1: the drive decides the time</source>
        <translation>%1: время задаёт диск</translation>
    </message>
    <message>
        <source>RAM read</source>
        <translation>Чтение из ОЗУ</translation>
    </message>
    <message>
        <source>Processor computes</source>
        <translation>Считает процессор</translation>
    </message>
    <message>
        <source>the processor decides the time</source>
        <translation>время задаёт процессор</translation>
    </message>
    <message>
        <source>GPU computes</source>
        <translation>Считает GPU</translation>
    </message>
    <message>
        <source>PCIe to the GPU</source>
        <translation>PCIe к GPU</translation>
    </message>
    <message>
        <source>Time of one sweep</source>
        <translation>Время одного прохода</translation>
    </message>
    <message>
        <source>%1: predicted %2, measured %3</source>
        <translation>%1: прогноз %2, измерено %3</translation>
    </message>
    <message>
        <source>measured in all %1</source>
        <translation>измерено всего %1</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>прогноз</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>измерено</translation>
    </message>
    <message>
        <source>measured %1</source>
        <translation>измерено %1</translation>
    </message>
    <message>
        <source>not yet</source>
        <translation>ещё нет</translation>
    </message>
    <message>
        <source>predicted %1</source>
        <translation>прогноз %1</translation>
    </message>
    <message>
        <source>everything overlaps; the longest bar is the time</source>
        <translation>всё идёт вместе; время — самая длинная полоса</translation>
    </message>
    <message>
        <source>counted with typical speeds: nothing was measured yet</source>
        <translation>посчитано с типичными скоростями: ещё ничего не измерено</translation>
    </message>
</context>
<context>
    <name>spillway::TemperatureRows</name>
    <message>
        <source>Processor</source>
        <translation>Процессор</translation>
    </message>
    <message>
        <source>NVMe drive</source>
        <translation>Диск NVMe</translation>
    </message>
    <message>
        <source>Drive</source>
        <translation>Диск</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>%1 °C</source>
        <translation>%1 °C</translation>
    </message>
    <message>
        <source> / %1</source>
        <translation> / %1</translation>
    </message>
</context>
<context>
    <name>spillway::TensorTreeModel</name>
    <message>
        <source>outside the layers</source>
        <translation>вне слоёв</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>слой %1</translation>
    </message>
    <message>
        <source>1 tensor</source>
        <translation>1 тензор</translation>
    </message>
    <message>
        <source>%1 tensors</source>
        <translation>тензоров: %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>Тензор</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Тип</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Форма</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Размер</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Место</translation>
    </message>
</context>
<context>
    <name>spillway::TopologyScene</name>
    <message>
        <source>of %1 possible</source>
        <translation>из возможных %1</translation>
    </message>
    <message>
        <source>No GPU was found.</source>
        <translation>GPU не найден.</translation>
    </message>
    <message>
        <source>%1 installed</source>
        <translation>установлено %1</translation>
    </message>
    <message>
        <source>%1 NUMA nodes</source>
        <translation>узлов NUMA: %1</translation>
    </message>
    <message>
        <source>%1 free now</source>
        <translation>свободно %1</translation>
    </message>
    <message>
        <source>%1 may be planned</source>
        <translation>можно занять %1</translation>
    </message>
    <message>
        <source>limited to %1</source>
        <translation>ограничено до %1</translation>
    </message>
    <message>
        <source>RAM</source>
        <translation>ОЗУ</translation>
    </message>
    <message>
        <source>core %1</source>
        <translation>ядро %1</translation>
    </message>
    <message>
        <source>%1, %2 cores, %3 threads</source>
        <translation>%1, ядер: %2, потоков: %3</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Процессор</translation>
    </message>
    <message>
        <source>L%1 %2, shared by %3 cores</source>
        <translation>L%1 %2, на %3 ядра</translation>
    </message>
    <message>
        <source>L%1 %2 per core</source>
        <translation>L%1 %2 на ядро</translation>
    </message>
    <message>
        <source>Processor: %1, %2</source>
        <translation>Процессор: %1, %2</translation>
    </message>
    <message>
        <source>%1, slows down at %2</source>
        <translation>%1, замедляется при %2</translation>
    </message>
    <message>
        <source>%1 memory</source>
        <translation>память %1</translation>
    </message>
    <message>
        <source>not used: no driver answered</source>
        <translation>не используется: драйвер не отвечает</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>%1, %2 free</source>
        <translation>%1, свободно %2</translation>
    </message>
    <message>
        <source>%1 link: %2</source>
        <translation>путь %1: %2</translation>
    </message>
    <message>
        <source>Lines are as thick as the
measured speed, dashed
where there is none.</source>
        <translation>Толщина линии — измеренная
скорость, пунктир — её нет.</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>из %1</translation>
    </message>
</context>
<context>
    <name>spillway::WarningList</name>
    <message>
        <source>“%1” refuses direct reads.</source>
        <translation>«%1» не даёт читать напрямую.</translation>
    </message>
    <message>
        <source>Models there are read through the file cache (%1), which is slower. Keep them on another drive.</source>
        <translation>Модели там читаются через кэш файлов (%1), это медленнее. Держите их на другом диске.</translation>
    </message>
    <message>
        <source>The models lie on a hard disk.</source>
        <translation>Модели лежат на жёстком диске.</translation>
    </message>
    <message>
        <source>What does not fit in memory is read from it for every token. An NVMe drive is some forty times as fast.</source>
        <translation>Что не помещается в память, читается с него для каждого токена. NVMe быстрее раз в сорок.</translation>
    </message>
    <message>
        <source>Spillway may use %1 of %2 RAM.</source>
        <translation>Spillway может занять %1 из %2 ОЗУ.</translation>
    </message>
    <message>
        <source>A limit is set on this session (cgroup). Plans stay below it.</source>
        <translation>На этот сеанс задан предел (cgroup). Планы держатся под ним.</translation>
    </message>
    <message>
        <source>Memory that may be locked: %1.</source>
        <translation>Закрепить можно памяти: %1.</translation>
    </message>
    <message>
        <source>Spillway locks no memory, so this limit does not slow it down.</source>
        <translation>Spillway не закрепляет память, этот предел его не замедляет.</translation>
    </message>
    <message>
        <source>No GPU is used.</source>
        <translation>GPU не используется.</translation>
    </message>
    <message>
        <source>None was found. Everything runs on the processor.</source>
        <translation>Его не нашлось. Всё считает процессор.</translation>
    </message>
    <message>
        <source>%1 is there, but no driver answered. Everything runs on the processor.</source>
        <translation>%1 есть, но драйвер не отвечает. Всё считает процессор.</translation>
    </message>
    <message>
        <source>%1 is warm: %2.</source>
        <translation>%1 греется: %2.</translation>
    </message>
    <message>
        <source>It slows down at %1.</source>
        <translation>Замедляется при %1.</translation>
    </message>
    <message>
        <source>The drive&apos;s speed was not measured yet.</source>
        <translation>Скорость диска ещё не измерена.</translation>
    </message>
    <message>
        <source>Predictions count with a typical speed until it is.</source>
        <translation>До тех пор прогнозы считают с типичной.</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Измерить</translation>
    </message>
</context>
<context>
    <name>spillway::WritePage</name>
    <message>
        <source>Open texts</source>
        <translation>Открытые тексты</translation>
    </message>
    <message>
        <source>Close this text; it can be opened again from the menu File</source>
        <translation>Закрыть этот текст; его можно снова открыть из меню «Файл»</translation>
    </message>
    <message>
        <source>Close this text</source>
        <translation>Закрыть этот текст</translation>
    </message>
</context>
</TS>
