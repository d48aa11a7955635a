#include "suite/component/write_log.hpp"

#include "suite/component/logging_turns.hpp"
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
constexpr std::size_t max_packed_bytes = 24;

// The number of active features of a log of sparse contexts is estimated from its first records: a column that grew
// step by step would be copied, and would allocate its memory twice.
constexpr std::uint64_t records_to_guess_by = 4096;

// Empties the column, with room for `count` values: that of `spare` where it is about as large. New memory of
// hundreds of megabytes takes the system as long as writing the log takes us.
template <class Value>
void reserve_over(std::vector<Value>& column, std::vector<Value>& spare, std::size_t count) {
  if (count <= spare.capacity() && spare.capacity() <= count + count / 4) {
    column = std::move(spare);
    column.clear();
  } else {
    numeric::reserve_large(column, count);
  }
}

// Adds the probabilities of all loggers at the last record, which the `writer` among them wrote.
void add_loggers(Log& log, const LoggingTurns& turns, std::size_t writer, const Context& context,
                 const ActionSet& actions) {
  std::vector<double> probabilities(actions.size());
  log.loggers.push_back(static_cast<std::uint32_t>(writer));
  for (std::size_t k = 0; k < log.targets.size(); ++k) {
    TargetPolicy& target = log.targets[k];
    turns.loggers()[k].agent.probabilities(context, actions, probabilities);
    const std::size_t row = target.all.size();
    target.all.resize(row + log.action_count, 0);
    for (Action i = 0; i < actions.size(); ++i) target.all[row + actions[i]] = probabilities[i];
    target.logged.push_back(target.all[row + log.actions.back()]);
  }
}

using PackedRows = std::vector<std::uint8_t>;

// Packed rows of zeros; those of `spare` are written over.
std::shared_ptr<PackedRows> packed_rows(const Log& spare, std::size_t bytes) {
  auto rows = std::make_shared<PackedRows>();
  PackedRows none;
  // Rows of a log that write_log gave are such a vector, which is const to readers alone.
  const auto old =
      std::static_pointer_cast<PackedRows>(std::const_pointer_cast<void>(spare.bits.owner));
  reserve_over(*rows, old && old.use_count() == 2 ? *old : none,
               bytes + 1);  // not null, however many there are
  rows->resize(bytes);
  return rows;
}

}  // namespace

Log write_log(Environment& environment, const Agent& logging, std::uint64_t records,
              StreamKey logging_stream, std::uint64_t first, Log spare) {
  Log log;
  log.action_count = environment.action_count();
  log.dimension = environment.dimension();
  log.hidden_dimension = environment.hidden_dimension();
  const bool sparse = environment.has_sparse_contexts();
  const std::size_t stride = (log.dimension + 7) / 8;
  std::shared_ptr<PackedRows> rows;
  const bool packed = sparse && stride <= max_packed_bytes;
  if (packed) {
    rows = packed_rows(spare, records * stride);
    log.bits = {rows->data(), stride, records, rows};
  } else if (sparse) {
    reserve_over(log.active_first, spare.active_first, records + 1);
    log.active_first.push_back(0);
  } else {
    reserve_over(log.contexts, spare.contexts, records * log.dimension);
  }
  reserve_over(log.hidden, spare.hidden, records * log.hidden_dimension);
  reserve_over(log.actions, spare.actions, records);
  reserve_over(log.rewards, spare.rewards, records);
  const auto* const turns = dynamic_cast<const LoggingTurns*>(&environment);
  if (turns) {
    for (const TurnOfLogger& logger : turns->loggers()) {
      log.logger_names.push_back(logger.name);
      log.targets.push_back({logger.name, {}, {}});
    }
  }
  const bool has_probabilities = turns || logging.has_probabilities();
  if (has_probabilities) reserve_over(log.propensities, spare.propensities, records);
  if (environment.has_pools()) reserve_over(log.pools, spare.pools, records);

  std::vector<double> probabilities(log.action_count);
  std::vector<Action> pool;
  for (std::uint64_t t = first; t < first + records; ++t) {
    environment.observe(t);
    const Context context = environment.context();
    const ActionSet actions = environment.actions();
    Draws draws(logging_stream, t);
    const std::size_t turn = turns ? turns->logger_at(t) : 0;
    const Agent& writer = turns ? turns->loggers()[turn].agent : logging;
    const Action action = writer.choose(context, actions, draws);
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
    if (has_probabilities) {
      writer.probabilities(context, actions, std::span(probabilities).first(actions.size()));
      Action place = 0;
      while (actions[place] != action) ++place;
      log.propensities.push_back(probabilities[place]);
    }
    if (turns) add_loggers(log, *turns, turn, context, actions);
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
