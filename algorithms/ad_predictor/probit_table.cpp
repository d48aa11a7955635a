#include "algorithms/ad_predictor/probit_table.hpp"

namespace replaybench::algorithms::ad_predictor {

ProbitTable::ProbitTable() {
  for (std::size_t i = 0; i <= steps; ++i) {
    const double t = -bound + step * static_cast<double>(i);
    v_[i] = numeric::probit_v(t);
    w_[i] = numeric::probit_w(t);
  }
}

const ProbitTable& probit_table() {
  static const ProbitTable table;
  return table;
}

}  // namespace replaybench::algorithms::ad_predictor
