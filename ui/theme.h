#pragma once

#include "spillway.h"

#include <QColor>
#include <QFont>
#include <QPalette>

class QApplication;

namespace spillway {

/// Every colour of the program. A Theme is a value made from a palette: painted widgets write
/// `const Theme theme(palette());`, so that they follow a change of scheme without being told.
/// The tier colours mean the place of bytes and nothing else.
class Theme {
  public:
    enum class Choice { follow_system, light, dark };
    enum class Role { accent, accent_text, warning, error, done, secondary, line, soft_line, grid, other };

    /// How a tier looks. `text` is for words on the window or the tint, `on_fill` for words on the fill.
    struct TierColours {
        QColor fill;
        QColor edge;
        QColor tint;
        QColor text;
        QColor on_fill;
    };

    explicit Theme(const QPalette &palette);

    [[nodiscard]] bool isDark() const { return dark_; }
    [[nodiscard]] TierColours tier(Tier tier) const;
    [[nodiscard]] QColor colour(Role role) const;
    /// The pale ground behind a message of this colour: accent, warning, error or done.
    [[nodiscard]] QColor ground(Role role) const;

    /// Fusion style and the palette of the chosen scheme; may be called again at any time.
    static void apply(QApplication &application, Choice choice);
    [[nodiscard]] static QPalette palette(bool dark);

    /// The font of secondary lines, a little smaller than `font`; and the same in bold.
    [[nodiscard]] static QFont smallFont(const QFont &font);
    [[nodiscard]] static QFont boldFont(const QFont &font);

  private:
    bool dark_ = false;
};

/// (L1 + 0.05) / (L2 + 0.05) as in WCAG 2.1, 1 to 21.
double contrastRatio(const QColor &one, const QColor &other);

} // namespace spillway
