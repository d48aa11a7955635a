#include "suite/estimation/windows.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "suite/estimation/expansion.hpp"
#include "suite/model/zones.hpp"

namespace replaybench::estimation {

namespace {

constexpr std::uint64_t default_windows = 10;

// Offered part of `records` records from `first`; `expansion` 0 means the number of actions.
Window window_of(const Log& log, std::size_t first, std::size_t records, double expansion) {
  const double pool = mean_pool_size(log, first, records);
  const double slots =
      std::floor((expansion > 0 ? expansion : pool) * static_cast<double>(records) + 0.5);
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

Binding<WindowCut> window_parameters() {
  return bind_parameters<WindowCut>(
      choice(&WindowCut::by_pools, "cut", {{"even", false}, {"pools", true}},
             "equal windows, or windows that end where the pool of actions changes"),
      integer(&WindowCut::windows, "windows",
              "W, number of windows; 0: 10, unless window_size is given")
          .at_least(0),
      integer(&WindowCut::window_size, "window_size",
              "records in a window, about (a whole number of equal windows); with cut = \"pools\" "
              "at most so many; 0: see windows")
          .at_least(0),
      real(&WindowCut::expansion, "expansion",
           "records offered in a window, as a multiple of the window's; 0: the size of its pool, "
           "K_w")
          .at_least(0));
}

void require_consistent(const std::string& name, const WindowCut& cut) {
  if (cut.windows > 0 && cut.window_size > 0) {
    throw SpecErrors(name + ": windows and window_size exclude each other");
  }
  if (cut.windows > 0 && cut.by_pools) {
    throw SpecErrors(name +
                     ": with cut = \"pools\" the pools decide how many windows there are; "
                     "window_size limits how large they are");
  }
}

}  // namespace replaybench::estimation
