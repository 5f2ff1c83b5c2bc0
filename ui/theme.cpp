#include "theme.h"

#include "style.h"

#include <QApplication>

#include <algorithm>
#include <cmath>

namespace spillway {

namespace {

constexpr QColor rgb(unsigned value) {
    return {static_cast<int>(value >> 16 & 0xff), static_cast<int>(value >> 8 & 0xff),
            static_cast<int>(value & 0xff)};
}

/// One scheme; `tiers` by Tier, `roles` by Theme::Role, `grounds` for accent, warning, error, done.
struct Scheme {
    QColor window, base, alternate, text, secondary;
    QColor button, button_line, tip, tip_text;
    QColor accent, on_accent, selection;
    std::array<Theme::TierColours, 3> tiers;
    std::array<QColor, 10> roles;
    std::array<QColor, 4> grounds;
};

const Scheme light_scheme = {rgb(0xeff0f1),
                             rgb(0xffffff),
                             rgb(0xf6f7f8),
                             rgb(0x1b1d20),
                             rgb(0x565c64),
                             rgb(0xf4f5f6),
                             rgb(0xb4b8be),
                             rgb(0xfffff0),
                             rgb(0x1b1d20),
                             rgb(0x1f62b0),
                             rgb(0xffffff),
                             rgb(0xd5e5f7),
                             {{{rgb(0x6a3d9a), rgb(0x4d2a74), rgb(0xe9e0f3), rgb(0x5c3388), rgb(0xffffff)},
                               {rgb(0x1592a6), rgb(0x0b6675), rgb(0xd6eef2), rgb(0x0a5f6d), rgb(0x031a20)},
                               {rgb(0xe3a01b), rgb(0x8f6000), rgb(0xfbedcf), rgb(0x7d5200), rgb(0x2a1c00)}}},
                             {rgb(0x1f62b0), rgb(0x0b57a8), rgb(0x9a3a0c), rgb(0xb3261e), rgb(0x2b6a2f),
                              rgb(0x565c64), rgb(0xc3c7cc), rgb(0xdddfe3), rgb(0xe4e6e9), rgb(0x565c64)},
                             {rgb(0xe6f0fb), rgb(0xfdeee5), rgb(0xfcebe9), rgb(0xe6f2e6)}};

const Scheme dark_scheme = {rgb(0x2a2c30),
                            rgb(0x1d1f22),
                            rgb(0x232529),
                            rgb(0xe8eaed),
                            rgb(0xa9b0b8),
                            rgb(0x3a3d43),
                            rgb(0x55595f),
                            rgb(0x3a3c33),
                            rgb(0xf2f2e6),
                            rgb(0x5aa2ee),
                            rgb(0x0d1a29),
                            rgb(0x2b4562),
                            {{{rgb(0x9a78e0), rgb(0xc3aef0), rgb(0x352b4a), rgb(0xc3aef0), rgb(0x150a2b)},
                              {rgb(0x3fb8c4), rgb(0x86dbe4), rgb(0x1f3e43), rgb(0x86dbe4), rgb(0x04222a)},
                              {rgb(0xf2bc4b), rgb(0xffd98c), rgb(0x463714), rgb(0xffd98c), rgb(0x2a1c00)}}},
                            {rgb(0x5aa2ee), rgb(0x8cc2ff), rgb(0xff9d76), rgb(0xff8b84), rgb(0x8fce93),
                             rgb(0xa9b0b8), rgb(0x484c53), rgb(0x383b40), rgb(0x34373c), rgb(0xa9b0b8)},
                            {rgb(0x22364c), rgb(0x43291d), rgb(0x452422), rgb(0x23382a)}};

const Scheme &scheme(bool dark) {
    return dark ? dark_scheme : light_scheme;
}

/// The desktop's own palette shows through once ours is taken off.
bool systemIsDark() {
    QApplication::setPalette(QPalette());
    const QPalette system = QGuiApplication::palette();
    return system.color(QPalette::Window).lightness() < system.color(QPalette::WindowText).lightness();
}

double luminance(const QColor &colour) {
    const auto linear = [](double value) {
        return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

} // namespace

Theme::Theme(const QPalette &palette)
    : dark_(palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness()) {}

Theme::TierColours Theme::tier(Tier tier) const {
    return scheme(dark_).tiers[static_cast<std::size_t>(tier)];
}

QColor Theme::colour(Role role) const {
    return scheme(dark_).roles[static_cast<std::size_t>(role)];
}

QColor Theme::ground(Role role) const {
    const auto &grounds = scheme(dark_).grounds;
    switch (role) {
    case Role::warning:
        return grounds[1];
    case Role::error:
        return grounds[2];
    case Role::done:
        return grounds[3];
    default:
        return grounds[0];
    }
}

QPalette Theme::palette(bool dark) {
    const Scheme &s = scheme(dark);
    QPalette palette;
    palette.setColor(QPalette::Window, s.window);
    palette.setColor(QPalette::WindowText, s.text);
    palette.setColor(QPalette::Base, s.base);
    palette.setColor(QPalette::AlternateBase, s.alternate);
    palette.setColor(QPalette::Text, s.text);
    palette.setColor(QPalette::PlaceholderText, s.secondary);
    palette.setColor(QPalette::Button, s.button);
    palette.setColor(QPalette::ButtonText, s.text);
    palette.setColor(QPalette::BrightText, s.on_accent);
    palette.setColor(QPalette::ToolTipBase, s.tip);
    palette.setColor(QPalette::ToolTipText, s.tip_text);
    palette.setColor(QPalette::Highlight, s.accent);
    palette.setColor(QPalette::HighlightedText, s.on_accent);
    palette.setColor(QPalette::Link, s.roles[static_cast<std::size_t>(Role::accent_text)]);
    palette.setColor(QPalette::LinkVisited, s.roles[static_cast<std::size_t>(Role::accent_text)]);
    palette.setColor(QPalette::Light, dark ? s.button.lighter(130) : s.base);
    palette.setColor(QPalette::Midlight, dark ? s.button.lighter(112) : s.alternate);
    palette.setColor(QPalette::Mid, s.button_line);
    palette.setColor(QPalette::Dark, dark ? s.base.darker(110) : s.button_line.darker(115));
    palette.setColor(QPalette::Shadow, dark ? s.base.darker(180) : s.secondary);

    const QColor faded =
        QColor::fromRgbF((s.text.redF() + s.window.redF()) / 2, (s.text.greenF() + s.window.greenF()) / 2,
                         (s.text.blueF() + s.window.blueF()) / 2);
    for (const auto role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
        palette.setColor(QPalette::Disabled, role, faded);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, s.button_line);
    palette.setColor(QPalette::Disabled, QPalette::Base, s.window);
    return palette;
}

void Theme::apply(QApplication &application, Choice choice) {
    const bool dark = choice == Choice::dark || (choice == Choice::follow_system && systemIsDark());
    if (!qobject_cast<Style *>(QApplication::style()))
        QApplication::setStyle(new Style); // the application owns it
    application.setPalette(palette(dark));
}

QFont Theme::smallFont(const QFont &font) {
    QFont smaller = font;
    if (font.pointSizeF() > 0)
        smaller.setPointSizeF(font.pointSizeF() * 0.92);
    else
        smaller.setPixelSize(std::max(1, static_cast<int>(std::lround(font.pixelSize() * 0.92))));
    return smaller;
}

QFont Theme::boldFont(const QFont &font) {
    QFont bold = font;
    bold.setWeight(QFont::DemiBold);
    return bold;
}

double contrastRatio(const QColor &one, const QColor &other) {
    const double a = luminance(one);
    const double b = luminance(other);
    return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

} // namespace spillway
