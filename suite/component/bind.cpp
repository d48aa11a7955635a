#include "suite/component/bind.hpp"

#include <cmath>
#include <stdexcept>

template class std::vector<replaybench::MemberParameter>;

namespace replaybench {

MemberParameter::MemberParameter(ParameterInfo about, std::ptrdiff_t place, MemberAccess how,
                                 std::vector<Named<std::int64_t>> named)
    : info(std::move(about)), offset(place), access(how), numbers(std::move(named)) {}
MemberParameter::MemberParameter() = default;
MemberParameter::MemberParameter(const MemberParameter&) = default;
MemberParameter::MemberParameter(MemberParameter&&) noexcept = default;
MemberParameter& MemberParameter::operator=(const MemberParameter&) = default;
MemberParameter& MemberParameter::operator=(MemberParameter&&) noexcept = default;
MemberParameter::~MemberParameter() = default;

ParameterValue MemberParameter::get(const void* options) const {
  ParameterValue value = access.get(static_cast<const std::byte*>(options) + offset);
  if (numbers.empty()) return value;
  for (const auto& named : numbers) {
    if (named.value == value_as<std::int64_t>(value)) return named.name;
  }
  throw std::logic_error("a value has no name among the choices");
}

void MemberParameter::set(void* options, const ParameterValue& value) const {
  void* const member = static_cast<std::byte*>(options) + offset;
  if (info.type != ParameterType::choice) return access.set(member, value);
  const auto& word = value_as<std::string>(value);
  for (const auto& named : numbers) {
    if (named.name == word) return access.set(member, named.value);
  }
  for (const auto& choice : info.choices) {
    if (numbers.empty() && choice == word) return access.set(member, word);
  }
  throw std::logic_error("\"" + word + "\" is no choice");
}

void MemberParameters::add(MemberParameter parameter, std::ptrdiff_t shift, const void* defaults) {
  parameter.offset += shift;
  described_.push_back(with_default(parameter.info, parameter.get(defaults), described_));
  entries_.push_back(std::move(parameter));
}

void MemberParameters::add(const std::vector<MemberParameter>& list, std::ptrdiff_t shift,
                           const void* defaults) {
  for (const auto& parameter : list) add(parameter, shift, defaults);
}

void MemberParameters::fill(void* options, const Parameters& given) const {
  for (const auto& entry : entries_) entry.set(options, given.value(entry.info.name));
}

std::vector<std::string> MemberParameters::changed(const void* options) const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (entries_[i].get(options) != described_[i].default_value)
      names.push_back(described_[i].name);
  }
  return names;
}

namespace bind_details {
namespace {

template <class Value>
constexpr MemberAccess direct{
    [](const void* member) { return ParameterValue(*static_cast<const Value*>(member)); },
    [](void* member, const ParameterValue& value) {
      *static_cast<Value*>(member) = value_as<Value>(value);
    }};

}  // namespace

constinit const MemberAccess boolean_access = direct<bool>;
constinit const MemberAccess real_access = direct<double>;
constinit const MemberAccess text_access = direct<std::string>;
constinit const MemberAccess reals_access = direct<std::vector<double>>;
constinit const MemberAccess texts_access = direct<std::vector<std::string>>;

void does_not_fit(std::int64_t value) {
  throw std::logic_error(std::to_string(value) + " does not fit into the member it is for");
}
void does_not_fit(std::uint64_t value) {
  throw std::logic_error(std::to_string(value) + " does not fit into the member it is for");
}

void limit(ParameterInfo& info, double lowest, double highest) {
  info.lowest = lowest;
  info.highest = highest;
}

void refuse_infinite(ParameterInfo& info) {
  info.lowest_open = info.lowest_open || std::isinf(info.lowest);
  info.highest_open = info.highest_open || std::isinf(info.highest);
}

ParameterInfo choice_info(std::string name, std::vector<std::string> choices, std::string meaning) {
  auto info = parameter_info(ParameterType::choice, std::move(name), std::move(meaning));
  info.choices = std::move(choices);
  return info;
}

MemberParameter number_choice(std::ptrdiff_t offset, const MemberAccess& access, std::string name,
                              std::vector<Named<std::int64_t>> choices, std::string meaning) {
  std::vector<std::string> words;
  for (const auto& named : choices) words.push_back(named.name);
  return {choice_info(std::move(name), std::move(words), std::move(meaning)), offset, access,
          std::move(choices)};
}

}  // namespace bind_details
}  // namespace replaybench
