// The numbers that a prepared log's actions have.

#include <string>
#include <vector>

#include "suite/log/csv_log.hpp"
#include "suite/prepared/prepared_log.hpp"
#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"

using namespace replaybench;

namespace {

using Names = std::vector<std::string>;

Names tokens_of(const ActionSet& pool, const Names& names) {
  Names tokens;
  for (Action k = 0; k < pool.size(); ++k) tokens.push_back(names[pool[k]]);
  return tokens;
}

}  // namespace

TEST_CASE("prepared log: its actions have the numbers of the text, however it was written") {
  // The writer's numbers are of first appearance, and the pools come with them.
  const TemporaryFolder folder;
  const auto file = folder.path() / "log";
  const Names written{"id-10", "id-2", "id-1", "id-30"};
  PreparedLogWriter writer(file, {"intercept"});
  std::string text = "action,reward,pool\n";
  const std::vector<std::vector<Action>> pools{{0, 1}, {0, 1, 2}, {1, 3}};
  for (std::uint64_t t = 0; t < 600; ++t) {
    Draws draws(derive_key(4, "log", "action_numbering_test"), t);
    const auto& pool = pools[t / 200];
    const Action action = t == 0 ? 0 : pool[draws.below(static_cast<Action>(pool.size()))];
    const bool reward = draws.below(2) == 1;
    if (t % 200 == 0) writer.set_pool(pool);
    writer.add(t, action, reward, std::vector<std::uint32_t>{0});
    text += written[action] + (reward ? ",1," : ",0,");
    for (const Action member : pool) text += written[member] + " ";
    text += "\n";
  }
  writer.finish(4, written, {});
  const PreparedLog prepared(file);
  prepared.verify();
  const auto log = prepared.log();
  log->check();
  const Log csv = read_csv_log(text, "memory").log;
  CHECK(prepared.action_names() == Names{"id-1", "id-2", "id-10", "id-30"});
  CHECK(log->action_names == csv.action_names);
  CHECK(log->actions == csv.actions);
  CHECK(log->rewards == csv.rewards);
  CHECK(log->pools == csv.pools);
  for (std::size_t i = 0; i < csv.size(); i += 200) {
    CHECK(tokens_of(log->available(i), log->action_names) ==
          tokens_of(csv.available(i), csv.action_names));
  }
}
