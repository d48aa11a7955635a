#include "suite/run/cost_fit.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <utility>

namespace replaybench {

namespace {

// Residual of the logarithm of the seconds of one replicate about a product of powers: used without measurements, and
// assumed by the strength of the ridge.
constexpr double usual_residual = 0.25;
constexpr double min_residual = 0.1;

}  // namespace

CostFit::CostFit(std::vector<Coordinate> coordinates, const std::vector<Point>& points)
    : coordinates_(std::move(coordinates)),
      centre_(coordinates_.size(), 0.0),
      slopes_(coordinates_.size(), 0.0),
      points_(static_cast<double>(points.size())) {
  for (const Point& point : points) {
    mean_ += point.log_seconds / points_;
    for (std::size_t i = 0; i < centre_.size(); ++i) centre_[i] += point.at[i] / points_;
  }
  const auto size = static_cast<Eigen::Index>(coordinates_.size());
  Eigen::MatrixXd squares = Eigen::MatrixXd::Zero(size, size);
  Eigen::VectorXd products = Eigen::VectorXd::Zero(size);
  for (Eigen::Index i = 0; i < size; ++i) {
    const double spread = coordinates_[static_cast<std::size_t>(i)].spread;
    squares(i, i) = min_residual * min_residual / (spread * spread);
  }
  // Slopes are the usual ones plus what the measurements say of the rest.
  for (const Point& point : points) {
    const std::vector<double> d = distance(point.at);
    const Eigen::Map<const Eigen::VectorXd> along(d.data(), size);
    double rest = point.log_seconds - mean_;
    for (std::size_t i = 0; i < d.size(); ++i) rest -= coordinates_[i].slope * d[i];
    products += rest * along;
    squares += along * along.transpose();
  }
  const Eigen::MatrixXd inverse = squares.ldlt().solve(Eigen::MatrixXd::Identity(size, size));
  inverse_.assign(inverse.data(), inverse.data() + inverse.size());
  const Eigen::VectorXd more = inverse * products;
  for (std::size_t i = 0; i < slopes_.size(); ++i) {
    slopes_[i] = coordinates_[i].slope + more[static_cast<Eigen::Index>(i)];
  }
  // The leave-one-out residual is e / (1 - h), with e the residual and h the leverage; its variance is the variance of
  // a measurement over 1 - h.
  double sum = usual_residual * usual_residual;
  double count = 1;
  if (points.size() > 1) {
    for (const Point& point : points) {
      const double h = 1 / points_ + leverage(distance(point.at));
      double fitted = mean_;
      const std::vector<double> d = distance(point.at);
      for (std::size_t i = 0; i < d.size(); ++i) fitted += slopes_[i] * d[i];
      const double residual = point.log_seconds - fitted;
      sum += residual * residual / std::max(1 - h, 1e-3);
      count += 1;
    }
  }
  residual_ = std::sqrt(sum / count);
}

std::vector<double> CostFit::distance(const std::vector<double>& at) const {
  std::vector<double> difference(centre_.size());
  for (std::size_t i = 0; i < centre_.size(); ++i) difference[i] = at[i] - centre_[i];
  return difference;
}

double CostFit::leverage(const std::vector<double>& distance) const {
  double sum = 0;
  for (std::size_t i = 0; i < distance.size(); ++i) {
    for (std::size_t j = 0; j < distance.size(); ++j) {
      sum += distance[i] * inverse_[i * distance.size() + j] * distance[j];
    }
  }
  return sum;
}

CostFit::Prediction CostFit::predict(const std::vector<double>& at) const {
  const std::vector<double> d = distance(at);
  Prediction prediction{mean_, 0};
  double prior = 0;  // variance if the measurements said nothing of the slopes
  for (std::size_t i = 0; i < d.size(); ++i) {
    prediction.log_seconds += slopes_[i] * d[i];
    prior += coordinates_[i].spread * coordinates_[i].spread * d[i] * d[i];
  }
  const double noise = std::max(residual_, min_residual);
  prediction.error = std::sqrt(residual_ * residual_ * (1 + 1 / points_) +
                               std::min(prior, noise * noise * leverage(d)));
  return prediction;
}

}  // namespace replaybench
