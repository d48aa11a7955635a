#include "suite/theory/rates.hpp"

#include <cmath>
#include <initializer_list>

#include "suite/theory/domain.hpp"

namespace replaybench::theory {
namespace {

bool all_positive(std::initializer_list<double> values) {
  for (const double value : values) {
    if (!is_positive(value)) return false;
  }
  return true;
}

}  // namespace

double lemma1_rate(double T, double T_prime) {
  return all_positive({T, T_prime}) ? 1 / std::sqrt(T * T_prime) : undefined;
}

double theorem14_rate(double acceleration, double T, double E) {
  return all_positive({acceleration, T, E}) ? acceleration / (T * std::sqrt(E)) : undefined;
}

double theorem15_rate(double acceleration, double T, double T_prime) {
  if (!all_positive({acceleration, T, T_prime})) return undefined;
  return std::sqrt(acceleration / (T * T_prime));
}

double theorem16_rate(double acceleration, double T, double E) {
  return all_positive({acceleration, T, E}) ? std::sqrt(acceleration / E) / T : undefined;
}

double bred_rate(double K, double acceleration, double T, double E) {
  return all_positive({K, acceleration, T, E}) ? std::sqrt(K * acceleration / E) / T : undefined;
}

double bred_rate_printed(double acceleration, double T, double E) {
  return theorem16_rate(acceleration, T, E);
}

double mean_rate(double acceleration, double T) {
  return all_positive({acceleration, T}) ? std::sqrt(acceleration / T) : undefined;
}

double little_bootstraps_rate(double T, double m) { return lemma1_rate(T, m); }

double theorem12_printed(double T, double B, double variance) {
  if (!all_positive({T, B}) || !is_non_negative(variance)) return undefined;
  return variance / std::sqrt(T * B) + 1 / T + 1 / (T * std::sqrt(T));
}

double theorem12_rate(double T, double B, double variance) {
  return theorem12_printed(T, B, is_non_negative(variance) ? std::sqrt(variance) : undefined);
}

}  // namespace replaybench::theory
