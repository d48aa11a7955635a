#include "suite/run/work_queue.hpp"

#include <algorithm>

#include "suite/model/cpu_time.hpp"
#include "suite/run/log_families.hpp"

namespace replaybench {

namespace {

// Expected rest of a cell that takes longer than expected, as a fraction of the time taken.
constexpr double rest_of_overdue = 0.2;

}  // namespace

WorkQueue::WorkQueue(const Plan& plan, std::vector<std::size_t> cells)
    : plan_(plan), order_(std::move(cells)) {
  std::map<CellKind, std::size_t> numbers;
  for (const std::size_t cell : order_) {
    const std::size_t number =
        numbers.try_emplace(kind_of(plan_.cells[cell]), kinds_.size()).first->second;
    if (number == kinds_.size()) kinds_.emplace_back();
    kinds_[number].work += work_of(cell);
    kinds_[number].left += work_of(cell);
    kind_number_[cell] = number;
  }
  std::stable_sort(order_.begin(), order_.end(),
                   [&](std::size_t a, std::size_t b) { return work_of(a) < work_of(b); });
  taken_.assign(order_.size(), 0);
  given_back_.reserve(order_.size());
  back_ = order_.size();
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
  for (Family& family : families_) std::reverse(family.places.begin(), family.places.end());
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

std::optional<std::size_t> WorkQueue::take(std::size_t thread) {
  std::optional<std::size_t> place = relative(thread);
  if (!place && thread == 0) {
    while (front_ < order_.size() && taken_[front_]) ++front_;
    if (front_ < order_.size()) place = front_;
  } else if (!place) {
    while (back_ > 0 && taken_[back_ - 1]) --back_;
    if (back_ > 0) place = back_ - 1;
  }
  if (!place) return std::nullopt;
  taken_[*place] = 1;
  family_at_[thread] = family_of_[*place];
  return order_[*place];
}

std::optional<std::size_t> WorkQueue::take_deferred() {
  if (deferred_.empty()) return std::nullopt;
  const std::size_t cell = deferred_.front();
  deferred_.pop_front();
  return cell;
}

void WorkQueue::begin(std::size_t thread, std::size_t cell) {
  running_[thread] = {cell, Clock::now(), cpu_seconds()};
  kind_of_cell(cell).left -= work_of(cell);
}

double WorkQueue::note_computed(std::size_t thread, const SharedLogs::Times& logs) {
  Running& running = running_.at(thread);
  const auto cells_sharing_log =
      static_cast<double>(families_[family_of_[place_of_.at(running.cell)]].places.size());
  const double used = cpu_seconds() - running.cpu_start;
  running.cpu = used - logs.written + (logs.written + logs.borrowed) / cells_sharing_log;
  return *running.cpu;
}

void WorkQueue::end(std::size_t thread, bool computed) {
  if (!running_.at(thread).cpu) note_computed(thread);
  const Running running = running_.at(thread);
  running_.erase(thread);
  if (!computed) return;
  kind_of_cell(running.cell).rate.add(work_of(running.cell), *running.cpu);
  rate_.add(work_of(running.cell), *running.cpu);
}

void WorkQueue::give_back(std::size_t thread, std::size_t cell) {
  if (running_.erase(thread) > 0) kind_of_cell(cell).left += work_of(cell);
  given_back_.push_back(cell);
}

void WorkQueue::give_back(std::size_t cell) {
  kind_of_cell(cell).left += work_of(cell);
  given_back_.push_back(cell);
}

std::size_t WorkQueue::next_round() {
  const std::size_t cells = given_back_.size();
  for (const std::size_t cell : given_back_) taken_[place_of_.at(cell)] = 0;
  given_back_.clear();
  front_ = 0;
  back_ = order_.size();
  for (Family& family : families_) family.next = 0;
  return cells;
}

WorkQueue::Expectation WorkQueue::expectation() const {
  double done = 0;
  double left = 0;
  double known = 0;
  double longest = 0;
  const auto rate_of = [&](const Kind& kind) {
    return kind.rate.is_measured() ? kind.rate : rate_;
  };
  for (const Kind& kind : kinds_) {
    const double rest = std::max(rate_of(kind).seconds_of(kind.left), 0.0);
    left += rest;
    if (kind.rate.is_measured()) known += rest;
    done += rate_of(kind).seconds_of(kind.work - kind.left);
  }
  for (const auto& [thread, running] : running_) {
    const Kind& kind = kinds_[kind_number_.at(running.cell)];
    const double expected = rate_of(kind).seconds_of(work_of(running.cell));
    const double spent = std::chrono::duration<double>(Clock::now() - running.start).count();
    const double rest = std::max(expected - spent, rest_of_overdue * spent);
    done += spent - expected;
    left += rest;
    longest = std::max(longest, rest);
    if (kind.rate.is_measured()) known += rest;
  }
  if (!rate_.is_measured() || done <= 0) return {};
  const double elapsed = std::chrono::duration<double>(Clock::now() - start_).count();
  return {done / (done + left), left > 0 ? known / left : 1,
          std::max(longest, elapsed * left / done)};
}

}  // namespace replaybench
