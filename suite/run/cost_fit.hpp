#pragma once
// Time of work as a product of powers, fitted to measurements.

#include <cstddef>
#include <vector>

namespace replaybench {

/// Log seconds as a linear function of coordinates: a ridge regression towards the slopes that are
/// usual, and the error of its predictions by leaving one measurement out at a time.
class CostFit {
 public:
  struct Coordinate {
    double slope = 0;   ///< the usual one
    double spread = 1;  ///< standard deviation of slopes about the usual one, above 0
  };
  struct Point {
    std::vector<double> at;  ///< one value per coordinate
    double log_seconds = 0;
  };
  /// `points`: at least one. O(points * coordinates^2 + coordinates^3).
  CostFit(std::vector<Coordinate> coordinates, const std::vector<Point>& points);

  struct Prediction {
    double log_seconds = 0;
    double error = 0;  ///< standard deviation
  };
  /// O(coordinates^2).
  Prediction predict(const std::vector<double>& at) const;

  /// Standard deviation of a measurement about what the others predict for it, less what these do not
  /// know of the slopes: from the residuals with one point left out. With a single point: the usual one.
  double residual() const { return residual_; }

 private:
  std::vector<Coordinate> coordinates_;
  std::vector<double> centre_;
  std::vector<double> slopes_;
  std::vector<double> inverse_;  // of the sum of squares and products and the ridge, row by row
  double mean_ = 0;
  double points_ = 0;
  double residual_ = 0;

  double leverage(const std::vector<double>& distance) const;
  std::vector<double> distance(const std::vector<double>& at) const;
};

}  // namespace replaybench
