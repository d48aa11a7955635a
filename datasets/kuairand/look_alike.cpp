#include "datasets/kuairand/kuairand.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::datasets::kuairand {

std::string look_alike(std::size_t rows) {
  std::string text =
      "user_id,video_id,date,hourmin,time_ms,is_click,is_like,is_follow,is_comment,is_forward,"
      "is_hate,long_view,play_time_ms,duration_ms,profile_stay_time,comment_stay_time,"
      "is_profile_enter,is_rand,tab\n";
  for (std::size_t i = 0; i < rows; ++i) {
    Draws draws({63}, i);
    text += "3," + std::to_string(5 + 7 * draws.below(30)) + ",20220422,1600,1650614400000";
    for (int feedback = 0; feedback < 7; ++feedback) text += "," + std::to_string(draws.below(2));
    text += ",1385,20990,0,0,0,1," + std::to_string(draws.below(15)) + "\n";
  }
  return text;
}

}  // namespace replaybench::datasets::kuairand
