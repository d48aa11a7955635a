#include <cstdio>
#include <replaybench/evaluate.hpp>

int main() {
  using namespace replaybench;
  LogOptions options;
  options.path = "log.csv";
  try {
    const InputLog log = open_log(options);
    const auto [algorithm, evaluator] = find_evaluation_components("lin_ucb{alpha=1}", "replay");
    const Evaluation result = evaluate(log, algorithm, evaluator);
    std::printf("%.4f, 95%% interval from %.4f to %.4f\n", result.estimate, result.interval.low,
                result.interval.high);
    for (const auto& warning : result.warnings) {
      std::puts(in_style(warning.marked, OptionStyle::plain).c_str());
    }
  } catch (const Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
