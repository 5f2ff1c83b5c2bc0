#pragma once

#include "spillway.h"
#include "widgets/live_series.h"

#include <QWidget>

class QLabel;

namespace spillway {

/// What one link moves: "NVMe → RAM   6.5 of 6.6 GB/s" above a filled line with the measured limit dashed.
class LinkChart : public QWidget {
    Q_OBJECT
  public:
    explicit LinkChart(Link link, QWidget *parent = nullptr);

    /// 0: the limit was not measured yet.
    void setLimit(double bytes_per_second);
    void reset();
    void setPoints(const std::vector<Sample> &points, double from, double to);

  private:
    class Plot;

    Link link_;
    double limit_ = 0;
    Plot *plot_;
    QLabel *value_text_;
};

/// Bars of seconds per token while a token takes more than a second, else a line of tokens per second.
class SpeedChart : public QWidget {
    Q_OBJECT
  public:
    explicit SpeedChart(QWidget *parent = nullptr);

    /// Seconds per token as predicted; 0: there is no prediction.
    void setPrediction(double seconds_per_token);
    void reset();
    void setPoints(const LiveSeries &series, bool whole_run, double from, double to);

  private:
    class Plot;
    void updateHeading(const LiveSeries &series);
    [[nodiscard]] QString number(double seconds) const;

    double predicted_ = 0;
    bool slow_ = false;
    Plot *plot_;
    QLabel *heading_;
    QLabel *note_;
    QLabel *first_token_;
    QLabel *last_token_;
};

} // namespace spillway
