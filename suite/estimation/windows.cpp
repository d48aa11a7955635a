#include "suite/estimation/windows.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "suite/log/zones.hpp"

namespace replaybench::estimation {

namespace {

constexpr std::uint64_t default_windows = 10;

// What is offered of `records` records from `first` on; `expansion` 0: as many as actions.
Window window_of(const Log& log, std::size_t first, std::size_t records, double expansion) {
  const double n = static_cast<double>(records);
  double inverse_pools = 0;
  bool constant = true;
  for (std::size_t i = first; i < first + records; ++i) {
    constant = constant && log.available(i).size() == log.available(first).size();
    inverse_pools += 1.0 / log.available(i).size();
  }
  // The harmonic mean, without its roundoff where all pools are of one size.
  const double pool = constant ? log.available(first).size() : n / inverse_pools;
  const double slots = std::floor((expansion > 0 ? expansion : pool) * n + 0.5);
  if (slots < 1 || slots >= 0x1p53) {
    throw NotApplicable(
        fmt::format("an expansion of {} for a window of {} records offers {} records: not a number "
                    "from 1 on",
                    expansion, records, slots));
  }
  return {first, records, static_cast<std::uint64_t>(slots), slots / pool};
}

}  // namespace

std::vector<Window> cut_windows(const Log& log, const WindowCut& cut) {
  std::vector<Window> windows;
  // `count` windows, as equal as can be, of the records first .. last - 1.
  const auto cut_evenly = [&](std::size_t first, std::size_t last, std::uint64_t count) {
    const std::uint64_t records = last - first;
    for (std::uint64_t w = 0; w < count; ++w) {
      const std::size_t begin = first + records * w / count;
      windows.push_back(
          window_of(log, begin, first + records * (w + 1) / count - begin, cut.expansion));
    }
  };
  const std::uint64_t size = cut.window_size;
  if (cut.by_pools) {
    for (const Zone& zone : zones_of(log)) {
      cut_evenly(zone.first, zone.end(), size == 0 ? 1 : (zone.records + size - 1) / size);
    }
    return windows;
  }
  std::uint64_t count = cut.windows > 0 ? cut.windows : default_windows;
  if (size > 0) {
    const double whole = static_cast<double>(log.size()) / static_cast<double>(size);
    count = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::floor(whole + 0.5)));
  }
  if (count > log.size()) {
    throw NotApplicable(fmt::format(
        "{} windows of a log of {} records: each needs one record at least", count, log.size()));
  }
  cut_evenly(0, log.size(), count);
  return windows;
}

std::vector<ParameterInfo> window_parameters() {
  return {
      choice("cut", {"even", "pools"},
             "equal windows, or windows that end where the pool of actions changes"),
      integer("windows", 0, "W, number of windows; 0: 10, unless window_size is given").at_least(0),
      integer("window_size", 0,
              "records in a window, about (a whole number of equal windows); with cut = \"pools\" "
              "at most so many; 0: see windows")
          .at_least(0),
      real("expansion", 0, "records offered in a window, in windows; 0: the size of its pool, K_w")
          .at_least(0)};
}

WindowCut read_window_cut(const std::string& name, const Parameters& parameters) {
  WindowCut cut;
  cut.by_pools = parameters.text("cut") == "pools";
  cut.windows = static_cast<std::uint64_t>(parameters.integer("windows"));
  cut.window_size = static_cast<std::uint64_t>(parameters.integer("window_size"));
  cut.expansion = parameters.real("expansion");
  if (cut.windows > 0 && cut.window_size > 0) {
    throw SpecErrors(name + ": windows and window_size exclude each other");
  }
  if (cut.windows > 0 && cut.by_pools) {
    throw SpecErrors(name +
                     ": with cut = \"pools\" the pools decide how many windows there are; "
                     "window_size limits how large they are");
  }
  return cut;
}

}  // namespace replaybench::estimation
