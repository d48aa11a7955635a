#include "suite/component/write_log.hpp"

#include "suite/model/passed_records.hpp"
#include "suite/numeric/huge_pages.hpp"

namespace replaybench {

namespace {

bool are_same(const ActionSet& a, const ActionSet& b) {
  if (a.size() != b.size()) return false;
  Action differences = 0;  // gathered without a branch: many at once
  for (Action i = 0; i < a.size(); ++i) differences |= a[i] ^ b[i];
  return differences == 0;
}

// Binary features are packed where a row takes no more than this: four listed ones and an offset take as
// much.
constexpr std::size_t most_packed_bytes = 24;

// How many active features a log of sparse contexts will have is guessed from its first records: a
// column that grew step by step would be copied, and its memory asked for, twice over.
constexpr std::uint64_t records_to_guess_by = 4096;

}  // namespace

Log write_log(Environment& environment, const Agent& logging, std::uint64_t records,
              StreamKey logging_stream, std::uint64_t first) {
  Log log;
  log.action_count = environment.action_count();
  log.dimension = environment.dimension();
  log.hidden_dimension = environment.hidden_dimension();
  const bool sparse = environment.has_sparse_contexts();
  const std::size_t stride = (log.dimension + 7) / 8;
  const auto rows = std::make_shared<std::vector<std::uint8_t>>();
  const bool packed = sparse && stride <= most_packed_bytes;
  if (packed) {
    numeric::reserve_large(*rows, records * stride + 1);  // not null, however many there are
    rows->resize(records * stride);
    log.bits = {rows->data(), stride, records, rows};
  } else if (sparse) {
    numeric::reserve_large(log.active_first, records + 1);
    log.active_first.push_back(0);
  } else {
    numeric::reserve_large(log.contexts, records * log.dimension);
  }
  numeric::reserve_large(log.hidden, records * log.hidden_dimension);
  numeric::reserve_large(log.actions, records);
  numeric::reserve_large(log.rewards, records);
  if (logging.has_probabilities()) numeric::reserve_large(log.propensities, records);
  if (environment.has_pools()) numeric::reserve_large(log.pools, records);

  std::vector<double> probabilities(log.action_count);
  std::vector<Action> pool;
  for (std::uint64_t t = first; t < first + records; ++t) {
    environment.observe(t);
    const Context context = environment.context();
    const ActionSet actions = environment.actions();
    Draws draws(logging_stream, t);
    const Action action = logging.choose(context, actions, draws);
    if (packed) {
      std::uint8_t* const row = rows->data() + (t - first) * stride;
      for (const std::uint32_t f : context.active()) {
        row[f / 8] |= static_cast<std::uint8_t>(1 << (f % 8));
      }
    } else if (sparse) {
      if (t - first == records_to_guess_by) {
        const double so_far = static_cast<double>(log.active.size()) / records_to_guess_by;
        numeric::reserve_large(
            log.active, static_cast<std::size_t>(so_far * 1.05 * static_cast<double>(records)));
      }
      log.active.insert(log.active.end(), context.active().begin(), context.active().end());
      log.active_first.push_back(log.active.size());
    } else {
      log.contexts.insert(log.contexts.end(), context.values().begin(), context.values().end());
    }
    log.hidden.insert(log.hidden.end(), context.hidden().begin(), context.hidden().end());
    log.actions.push_back(action);
    log.rewards.push_back(environment.reward(action));
    if (logging.has_probabilities()) {
      logging.probabilities(context, actions, std::span(probabilities).first(actions.size()));
      Action place = 0;
      while (actions[place] != action) ++place;
      log.propensities.push_back(probabilities[place]);
    }
    if (environment.has_pools()) {
      // A pool mostly stays from one record to the next: then it need not be looked up.
      if (t > first && are_same(actions, log.pool_table[log.pools.back()])) {
        log.pools.push_back(log.pools.back());
      } else {
        pool.clear();
        for (Action i = 0; i < actions.size(); ++i) pool.push_back(actions[i]);
        log.pools.push_back(log.pool_table.intern(pool));
      }
    }
    if ((t - first + 1) % records_per_count == 0) count_passed(records_per_count);
  }
  count_passed(records % records_per_count);
  return log;
}

}  // namespace replaybench
