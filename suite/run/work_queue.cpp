#include "suite/run/work_queue.hpp"

#include <algorithm>

#include "suite/model/cpu_time.hpp"
#include "suite/run/log_families.hpp"

namespace replaybench {

namespace {

// Scouts of a kind differ by more than this factor in their interactions.
constexpr double scout_step = 20;

// Seconds of cells below which the clock says little of how busy the machine is.
constexpr double min_seconds = 1;

}  // namespace

WorkQueue::WorkQueue(const Plan& plan, CostModel& costs, std::vector<std::size_t> cells, bool alone)
    : plan_(plan), costs_(costs), alone_(alone), order_(std::move(cells)) {
  std::map<std::size_t, double> seconds;
  for (const std::size_t cell : order_) {
    combination_[cell] = costs_.combination_of(plan_.cells[cell]);
    seconds[cell] = seconds_of(cell);
    replicates_left_[combination_[cell]] += replicates_of(cell);
    double& most = replicates_per_cell_[combination_[cell]];
    most = std::max(most, replicates_of(cell));
  }
  std::stable_sort(order_.begin(), order_.end(),
                   [&](std::size_t a, std::size_t b) { return seconds[a] < seconds[b]; });
  taken_.assign(order_.size(), 0);
  given_back_.reserve(order_.size());
  back_ = order_.size();
  find_scouts();
  find_families();
}

void WorkQueue::find_families() {
  family_of_ = log_families(plan_, order_);
  for (std::size_t place = 0; place < order_.size(); ++place) {
    place_of_[order_[place]] = place;
    const std::size_t family = family_of_[place];
    if (family == families_.size()) families_.emplace_back();
    families_[family].places.push_back(place);
  }
}

// A cell of the family that the thread is at.
std::optional<std::size_t> WorkQueue::relative(std::size_t thread) {
  const auto at = family_at_.find(thread);
  if (at == family_at_.end()) return std::nullopt;
  Family& family = families_[at->second];
  while (family.next < family.places.size() && taken_[family.places[family.next]]) ++family.next;
  if (family.next == family.places.size()) return std::nullopt;
  return family.places[family.next];
}

void WorkQueue::find_scouts() {
  std::map<std::size_t, double> measured;  // by kind: the most interactions of a scout
  std::map<std::size_t, std::size_t> longest;
  for (std::size_t place = 0; place < order_.size(); ++place) {
    const std::size_t cell = order_[place];
    if (prediction_of(cell).source <= CostModel::Source::kind) continue;
    const std::size_t kind = costs_.kind_of(combination_[cell]);
    const double interactions = plan_.cells[cell].cost / replicates_of(cell);
    const auto [at, is_first] = measured.try_emplace(kind, interactions);
    if (is_first || interactions > scout_step * at->second) {
      scouts_.push_back(place);
      at->second = interactions;
    }
    longest[kind] = place;
  }
  for (const auto& [kind, place] : longest) long_scouts_.push_back(place);
  std::sort(long_scouts_.rbegin(), long_scouts_.rend());
}

std::optional<std::size_t> WorkQueue::take(std::size_t thread) {
  const auto first_free = [&](const std::vector<std::size_t>& places, std::size_t& next) {
    while (next < places.size() && taken_[places[next]]) ++next;
    return next < places.size() ? places[next] : order_.size();
  };
  std::size_t place = order_.size();
  if (thread > 0) {
    place = first_free(long_scouts_, next_long_scout_);
    if (place == order_.size()) place = relative(thread).value_or(place);
    if (place == order_.size()) {
      while (back_ > 0 && taken_[back_ - 1]) --back_;
      if (back_ > 0) {
        enter_family(thread, family_of_[back_ - 1]);
        place = relative(thread).value();
      }
    }
  } else {
    // In turn, so that a run that is killed while it scouts has stored something.
    const std::size_t scout = first_free(scouts_, next_scout_);
    const bool is_scouting = scout != order_.size();
    if (is_scouting && scout_is_next_) place = scout;
    scout_is_next_ = !scout_is_next_;
    if (!is_scouting && alone_) place = first_free(long_scouts_, next_long_scout_);
    if (!is_scouting && place == order_.size()) place = relative(thread).value_or(place);
    if (place == order_.size()) {
      while (front_ < order_.size() && taken_[front_]) ++front_;
      place = front_;
    }
  }
  if (place == order_.size()) return std::nullopt;
  taken_[place] = 1;
  enter_family(thread, family_of_[place]);
  return order_[place];
}

// The thread will take the family's cells from the longest on, by what is known by now: a long one at the
// end of a run leaves the other threads idle.
void WorkQueue::enter_family(std::size_t thread, std::size_t number) {
  const auto [at, is_first] = family_at_.try_emplace(thread, number);
  if (!is_first && at->second == number) return;
  at->second = number;
  Family& family = families_[number];
  const auto end = family.places.end();
  const auto left =
      std::stable_partition(family.places.begin() + static_cast<std::ptrdiff_t>(family.next), end,
                            [&](std::size_t place) { return taken_[place] != 0; });
  family.next = static_cast<std::size_t>(left - family.places.begin());
  std::map<std::size_t, double> seconds;  // by place
  for (auto one = left; one != end; ++one) seconds[*one] = seconds_of(order_[*one]);
  std::stable_sort(left, end,
                   [&](std::size_t a, std::size_t b) { return seconds[a] > seconds[b]; });
}

std::optional<std::size_t> WorkQueue::take_deferred() {
  if (deferred_.empty()) return std::nullopt;
  const std::size_t cell = deferred_.front().cell;
  deferred_.pop_front();
  return cell;
}

void WorkQueue::begin(std::size_t thread, std::size_t cell) {
  running_[thread] = {cell, Clock::now(), cpu_seconds(), std::nullopt, std::nullopt};
  forget(cell);
}

double WorkQueue::note_computed(std::size_t thread, const SharedLogs::Times& logs) {
  Running& running = running_.at(thread);
  const auto cells_sharing_log =
      static_cast<double>(families_[family_of_[place_of_.at(running.cell)]].places.size());
  const double used = cpu_seconds() - running.cpu_start;
  running.cpu = used - logs.written + (logs.written + logs.borrowed) / cells_sharing_log;
  running.clock = std::chrono::duration<double>(Clock::now() - running.start).count();
  return *running.cpu;
}

void WorkQueue::end(std::size_t thread, bool computed) {
  if (!running_.at(thread).cpu) note_computed(thread);
  const Running running = running_.at(thread);
  running_.erase(thread);
  ++ended_;
  if (!computed) return;
  const double seconds = std::max(*running.cpu, 1e-9);
  done_ += seconds;
  clock_ += *running.clock;
  costs_.observe(combination_.at(running.cell), replicates_of(running.cell), seconds);
}

void WorkQueue::give_back(std::size_t thread, std::size_t cell) {
  if (running_.erase(thread) > 0) {
    replicates_left_[combination_.at(cell)] += replicates_of(cell);
  }
  given_back_.push_back(cell);
}

void WorkQueue::give_back(std::size_t cell) {
  replicates_left_[combination_.at(cell)] += replicates_of(cell);
  --ended_;
  given_back_.push_back(cell);
}

std::size_t WorkQueue::next_round() {
  std::sort(given_back_.begin(), given_back_.end());
  const std::size_t cells = given_back_.size();
  for (std::size_t place = 0; place < order_.size(); ++place) {
    if (std::binary_search(given_back_.begin(), given_back_.end(), order_[place])) {
      taken_[place] = 0;
    }
  }
  given_back_.clear();
  front_ = 0;
  back_ = order_.size();
  for (Family& family : families_) family.next = 0;
  return cells;
}

void WorkQueue::note_pause(Clock::duration pause) {
  const auto now = Clock::now();  // a cell may have begun after the pause
  for (auto& [thread, running] : running_) running.start = std::min(running.start + pause, now);
}

// Wall-clock seconds per second of CPU time: the load of the machine by other programs.
double WorkQueue::slowdown() const {
  return std::max(1.0, (clock_ + min_seconds) / (done_ + min_seconds));
}

// Cells that were left wait for a second look until all others are taken: most have ended long before.
std::size_t WorkQueue::in_progress_elsewhere() const {
  const auto now = Clock::now();
  const auto in_progress = [&](const Deferred& left) {
    const double age = std::chrono::duration<double>(now - left.since).count();
    return age < slowdown() * seconds_of(left.cell);
  };
  return static_cast<std::size_t>(std::count_if(deferred_.begin(), deferred_.end(), in_progress));
}

void WorkQueue::note_saving(double seconds) {
  saving_ += seconds;
  ++saved_;
}

WorkQueue::Expectation WorkQueue::expectation(std::size_t threads) const {
  CostModel::Total total;
  double longest = 0;
  for (const auto& [combination, replicates] : replicates_left_) {
    if (replicates <= 0) continue;
    const auto one = costs_.one_replicate(combination);
    total.add(one, replicates);
    longest = std::max(longest, one.seconds * replicates_per_cell_.at(combination));
  }
  Expectation expectation;
  expectation.done = done_ + saving_;
  double running_seconds = 0;
  for (const auto& [thread, running] : running_) {
    const double elapsed =
        std::chrono::duration<double>(Clock::now() - running.start).count() / slowdown();
    const double seconds = seconds_of(running.cell) - elapsed;
    // One that is overdue takes some time more; how long it took already is the best measure.
    const double left = std::max(seconds, 0.2 * elapsed);
    expectation.done += elapsed;
    running_seconds += left;
    longest = std::max(longest, left);
    if (prediction_of(running.cell).source <= CostModel::Source::kind) total.known += left;
  }
  total.seconds += running_seconds;
  const std::size_t not_ended = order_.size() - ended_;
  if (saved_ > 0) {
    const double saving = saving_ / static_cast<double>(saved_) * static_cast<double>(not_ended);
    total.seconds += saving;
    total.known += saving;
  }
  expectation.left = total.seconds;
  expectation.known_share = total.known_share();
  const std::size_t workers =
      std::max<std::size_t>(1, std::min(threads + in_progress_elsewhere(), not_ended));
  expectation.seconds_left =
      slowdown() * std::max(longest, total.seconds / static_cast<double>(workers));
  return expectation;
}

double WorkQueue::replicates_of(std::size_t cell) const { return plan_.cells[cell].replicates(); }

CostModel::Prediction WorkQueue::prediction_of(std::size_t cell) const {
  return costs_.one_replicate(combination_.at(cell));
}

double WorkQueue::seconds_of(std::size_t cell) const {
  return prediction_of(cell).seconds * replicates_of(cell);
}

void WorkQueue::forget(std::size_t cell) {
  replicates_left_[combination_.at(cell)] -= replicates_of(cell);
}

}  // namespace replaybench
