#include <fmt/format.h>

#include "suite/bench/report/sections.hpp"

namespace replaybench::bench {

std::string time_text(double seconds) {
  const char* const units[] = {"s ", "ms", "us", "ns"};
  std::size_t unit = 0;
  while (unit < 3 && seconds < 0.9995) {
    seconds *= 1'000;
    ++unit;
  }
  const int digits = seconds < 9.995 ? 2 : seconds < 99.95 ? 1 : 0;
  return fmt::format("{:.{}f} {}", seconds, digits, units[unit]);
}

std::string programs_section(const Measurements& measured) {
  const auto line = [](const std::string& program, const std::string& name, const std::string& time,
                       const std::string& rate, const std::string& ratio, const std::string& more) {
    return fmt::format("{:<13}{:<44}{:>10}{:>17}{:>9}  {}\n", program, name, time, rate, ratio,
                       more);
  };
  std::string text = line("program", "benchmark", "CPU time", "rate", "speedup", "");
  for (const Measurement& one : measured.all()) {
    const std::string kind = parts_of(one.name)[0];
    if (!one.error.empty()) {
      text += line(one.program, one.name, "FAILED", "", "", one.error);
      continue;
    }
    if (kind == "algorithm" || kind == "order" || kind == "run" || kind == "live" ||
        kind == "features")
      continue;
    if (const auto speedup = measured.number(one.name, "speedup")) {
      text += line(one.program, one.name, time_text(1e-6 * one.numbers.at("suite_us")), "",
                   fmt::format("{:.2f}x", *speedup),
                   "over " + time_text(1e-6 * one.numbers.at("plain_us")));
      continue;
    }
    std::string rate;
    std::string full;
    if (const auto seconds = measured.number(one.name, "full_seconds")) {
      full = time_text(*seconds) + " for 28 million records";
    }
    if (const auto bytes = measured.number(one.name, "bytes_per_second")) {
      rate = fmt::format("{:.0f} MB/s", *bytes / 1e6);
    }
    if (const auto items = measured.number(one.name, "items_per_second")) {
      rate = fmt::format("{:.3g} M items/s", *items / 1e6);
    }
    text += line(one.program, one.name, time_text(one.seconds), rate, "", full);
  }
  return text;
}

}  // namespace replaybench::bench
