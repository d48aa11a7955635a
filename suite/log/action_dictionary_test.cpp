#include "suite/log/action_dictionary.hpp"

#include <map>

#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"

namespace replaybench {
namespace {

// Against a std::map: the same index for each token, in order of first appearance, and nothing for
// tokens not there.
class Checked {
 public:
  void look_up(const std::string& token) {
    const auto known = indices_.find(token);
    const auto found = dictionary_.find(token);
    REQUIRE(found.has_value() == (known != indices_.end()));
    if (found) REQUIRE(*found == known->second);
  }
  void add(const std::string& token) {
    look_up(token);
    const auto index = static_cast<Action>(indices_.size());
    const auto [entry, added] = indices_.emplace(token, index);
    REQUIRE(dictionary_.index(token) == entry->second);
    if (added) REQUIRE(dictionary_.tokens().back() == token);
    REQUIRE(dictionary_.tokens().size() == indices_.size());
    look_up(token);
  }
  void look_up_all() {
    for (const auto& [token, index] : indices_) REQUIRE(dictionary_.find(token) == index);
  }

 private:
  ActionDictionary dictionary_;
  std::map<std::string, Action> indices_;
};

TEST_CASE("action_dictionary: tokens alike in all but length, zero bytes or one end") {
  Checked checked;
  for (std::size_t length = 0; length <= 40; ++length) {
    checked.add(std::string(length, 'a'));
    checked.add(std::string(length, '\0'));
    for (std::size_t at = 0; at < length; ++at) {
      for (const char c : {'b', '\0', '\x80', '\xe1'}) {
        std::string token(length, 'a');
        token[at] = c;
        checked.add(token);
      }
    }
  }
  checked.look_up_all();
}

TEST_CASE("action_dictionary: random tokens from a small alphabet, seen again and again") {
  Checked checked;
  Draws draws(derive_key(1, "log", "action_dictionary_test"), 0);
  for (int i = 0; i < 200'000; ++i) {
    std::string token;
    for (std::uint32_t left = draws.below(18); left > 0; --left) {
      token += static_cast<char>('0' + draws.below(3));
    }
    if (draws.below(2)) {
      checked.add(token);
    } else {
      checked.look_up(token);
    }
  }
  checked.look_up_all();
}

TEST_CASE("action_dictionary: long tokens of the same hash are distinguished") {
  // The key of 16 bytes is mix(last 8) ^ (first 8): every key is possible with any last 8.
  const auto mix = [](std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
  };
  Checked checked;
  for (std::uint64_t last = 0; last < 100; ++last) {
    const std::uint64_t words[] = {mix(last) ^ 12345, last};
    checked.add(std::string(reinterpret_cast<const char*>(words), sizeof(words)));
  }
  checked.look_up_all();
}

TEST_CASE("action_dictionary: numbered items, a hundred thousand of them") {
  Checked checked;
  for (int i = 0; i < 100'000; ++i) checked.add("item" + std::to_string(i));
  for (int i = 0; i < 100'000; ++i) checked.look_up("item" + std::to_string(2 * i));
  checked.look_up_all();
}

}  // namespace
}  // namespace replaybench
