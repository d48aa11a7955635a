#include "suite/offpolicy/shared_fits.hpp"

#include <cstddef>
#include <map>
#include <mutex>
#include <utility>

namespace replaybench::offpolicy {

namespace {

struct Fit {
  std::mutex mutex;
  std::shared_ptr<void> value;
};

struct FitsOfLog {
  std::size_t users = 0;
  std::map<std::string, std::shared_ptr<Fit>> fits;
};

struct Registry {
  std::mutex mutex;
  std::map<const Log*, FitsOfLog> logs;
};

Registry& registry() {
  static Registry registry;
  return registry;
}

}  // namespace

SharedFits::SharedFits(std::shared_ptr<const Log> log) : log_(std::move(log)) {
  const std::scoped_lock lock(registry().mutex);
  ++registry().logs[log_.get()].users;
}

SharedFits::~SharedFits() {
  const std::scoped_lock lock(registry().mutex);
  const auto found = registry().logs.find(log_.get());
  if (--found->second.users == 0) registry().logs.erase(found);
}

std::shared_ptr<void> SharedFits::get(const Log& log, const std::string& key, const Make& make) {
  std::shared_ptr<Fit> fit;
  {
    const std::scoped_lock lock(registry().mutex);
    const auto found = registry().logs.find(&log);
    if (found != registry().logs.end()) {
      std::shared_ptr<Fit>& kept = found->second.fits[key];
      if (!kept) kept = std::make_shared<Fit>();
      fit = kept;
    }
  }
  if (!fit) return make();
  const std::scoped_lock lock(fit->mutex);
  if (!fit->value) fit->value = make();
  return fit->value;
}

}  // namespace replaybench::offpolicy
