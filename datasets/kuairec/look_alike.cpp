#include "datasets/kuairec/kuairec.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::datasets::kuairec {

std::string look_alike(std::size_t users, std::size_t videos, bool full) {
  std::string text =
      "user_id,video_id,play_duration,video_duration,time,date,timestamp,watch_ratio\n";
  for (std::size_t u = 0; u < users; ++u) {
    for (std::size_t v = 0; v < videos; ++v) {
      Draws draws({65}, u * videos + v);
      const double ratio = 3 * draws.uniform();
      if (!full && draws.below(20) == 0) continue;
      text += std::to_string(14 + 3 * u) + "," + std::to_string(148 + 5 * v) + ",4381,6067,,,," +
              std::to_string(ratio) + "\n";
    }
  }
  return text;
}

}  // namespace replaybench::datasets::kuairec
