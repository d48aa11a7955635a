#include "suite/offpolicy/folds.hpp"

#include "suite/component/registry.hpp"
#include "suite/model/originals.hpp"

namespace replaybench::offpolicy {

std::vector<std::uint32_t> folds_of(const std::string& owner, const Log& log, std::uint64_t folds,
                                    StreamKey key) {
  const std::size_t records = Originals(log).count();
  if (folds > 1 && folds > records) {
    throw NotApplicable(owner + ": the log has " + std::to_string(records) +
                        (records == 1 ? " record" : " records") + ", fewer than the " +
                        std::to_string(folds) + " folds");
  }
  std::vector<std::uint32_t> fold(log.size(), 0);
  if (folds < 2) return fold;
  for (std::size_t i = 0; i < log.size(); ++i) {
    Draws draws(key, log.has_copies() ? log.originals[i] : i);
    fold[i] = draws.below(static_cast<std::uint32_t>(folds));
  }
  return fold;
}

}  // namespace replaybench::offpolicy
