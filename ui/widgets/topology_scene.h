#pragma once

#include "spillway.h"

#include <QFont>
#include <QGraphicsScene>
#include <QPalette>

#include <vector>

namespace spillway {

/// The machine as a picture: RAM, processor with cores and caches, GPUs, drives; the lines between them are as
/// thick as their measured speed, and dashed where nothing was measured.
class TopologyScene : public QGraphicsScene {
    Q_OBJECT
  public:
    using QGraphicsScene::QGraphicsScene;

    /// `width`: the links are as long as that leaves room for, within reason.
    void build(const Machine &machine, const std::vector<Temperature> &temperatures, double width,
               const QFont &font, const QPalette &palette);
    /// The whole picture in words.
    [[nodiscard]] const QString &description() const { return description_; }

  private:
    class Builder;
    QString description_;
};

/// A disk that turns. What the system says of virtual disks is not believed.
bool isHardDisk(const Drive &drive);

/// Width of a line that stands for a speed, in pixels.
double linkWidth(double bytes_per_second);

} // namespace spillway
