#pragma once
// Parameters bound to the members of a struct: name, default, range, meaning and member stand in
// one statement, which gives the description, the validation and the filled struct.
//
//   struct Options { double alpha = 1; Ties ties = Ties::lowest; };
//   const auto parameters = bind_parameters<Options>(
//       real(&Options::alpha, "alpha", "width of the confidence bound").at_least(0),
//       choice(&Options::ties, "ties", {{"lowest", Ties::lowest}, {"random", Ties::random}},
//              "which of several best actions is played"));
//
// The defaults are those of `Options{}`. `parameters.described()` is for the description,
// `parameters.factory(make)` for its factory, where `make` takes Options in the place of
// Parameters. Both must be made in one source file, the binding first; what several components
// share is a function that returns a bound parameter or a Binding, never a constant of another
// file.

#include <cmath>
#include <concepts>
#include <cstdint>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "suite/component/parameters.hpp"

namespace replaybench {

/// A value of a choice and the word that a user writes for it.
template <class Value>
struct Named {
  std::string name;
  Value value;
};

/// A parameter and the member of `Options` that it fills. Made by the functions below.
template <class Options>
class BoundParameter {
 public:
  using Get = std::function<ParameterValue(const Options&)>;
  using Set = std::function<void(Options&, const ParameterValue&)>;

  BoundParameter(ParameterInfo info, Get get, Set set)
      : info_(std::move(info)), get_(std::move(get)), set_(std::move(set)) {}
  /// A member of a base of `Options`.
  template <class Base>
  requires std::derived_from<Options, Base> BoundParameter(BoundParameter<Base> other)
      : info_(other.info()), get_(other.get()), set_(other.set()) {}

  [[gnu::cold]] BoundParameter at_least(double value) && {
    return std::move(limit(value, info_.highest));
  }
  [[gnu::cold]] BoundParameter at_most(double value) && {
    return std::move(limit(info_.lowest, value));
  }
  [[gnu::cold]] BoundParameter above(double value) && {
    info_.lowest_open = true;
    return std::move(limit(value, info_.highest));
  }
  [[gnu::cold]] BoundParameter below(double value) && {
    info_.highest_open = true;
    return std::move(limit(info_.lowest, value));
  }
  /// Refuses an infinite value where no other bound does.
  [[gnu::cold]] BoundParameter finite() && {
    info_.lowest_open = info_.lowest_open || std::isinf(info_.lowest);
    info_.highest_open = info_.highest_open || std::isinf(info_.highest);
    return std::move(*this);
  }
  [[gnu::cold]] BoundParameter source(std::string text) && {
    info_.source_text = std::move(text);
    return std::move(*this);
  }
  /// The values among which the fair-tuning protocol (thesis section 2.6.5) and the leaderboard
  /// choose; at most one parameter of an algorithm has them.
  [[gnu::cold]] BoundParameter tuned_over(std::vector<double> values) && {
    info_.candidates = std::move(values);
    return std::move(*this);
  }

  const ParameterInfo& info() const { return info_; }
  const Get& get() const { return get_; }
  const Set& set() const { return set_; }

 private:
  BoundParameter& limit(double lowest, double highest) {
    info_.lowest = lowest;
    info_.highest = highest;
    return *this;
  }

  ParameterInfo info_;
  Get get_;
  Set set_;
};

/// Parameters bound to `Options`, in the order in which `describe` prints them.
template <class Options>
class Binding {
 public:
  [[gnu::cold]] explicit Binding(Options defaults) : defaults_(std::move(defaults)) {}

  /// One more. Throws std::logic_error when there is one of this name, or the default has no name
  /// among the choices.
  template <class Owner>
  [[gnu::cold]] void add(BoundParameter<Owner> parameter) {
    entries_.push_back(std::move(parameter));
    described_.push_back(
        with_default(entries_.back().info(), entries_.back().get()(defaults_), described_));
  }
  /// Those of a group. Throws as above.
  template <class Owner>
  [[gnu::cold]] void add(std::vector<BoundParameter<Owner>> group) {
    for (auto& parameter : group) add(std::move(parameter));
  }
  /// Those of a base of `Options`, or of `Options` itself. Throws as above.
  template <class Base>
  [[gnu::cold]] void add(const Binding<Base>& base) {
    for (const auto& parameter : base.entries()) add(parameter);
  }

  const std::vector<ParameterInfo>& described() const { return described_; }
  const std::vector<BoundParameter<Options>>& entries() const { return entries_; }

  /// The struct that the values fill. Throws std::logic_error when `given` lacks a parameter, or a
  /// value does not fit: it does not come from the validation against `described()`.
  [[gnu::cold]] Options read(const Parameters& given) const {
    Options options = defaults_;
    for (const auto& entry : entries_) entry.set()(options, given.value(entry.info().name));
    return options;
  }

  /// The factory of a description: make(options, ...) with the struct in the place of Parameters.
  template <class Make>
  auto factory(Make make) const {
    return [self = *this, make = std::move(make)](const Parameters& given, const auto&... more) {
      return make(self.read(given), more...);
    };
  }

 private:
  Options defaults_;
  std::vector<BoundParameter<Options>> entries_;
  std::vector<ParameterInfo> described_;
};

/// The parameters of a component with the defaults of `Options{}`: bound parameters, groups, and
/// bindings of `Options` or of a base of it. Throws std::logic_error as Binding::add does.
template <class Options, class... Parts>
[[gnu::cold]] Binding<Options> bind_parameters(Parts... parts) {
  Binding<Options> binding{Options{}};
  (binding.add(std::move(parts)), ...);
  return binding;
}

/// The parameters of a member that is a struct itself, with the defaults that it has in `Options`.
template <class Options, class Member>
std::vector<BoundParameter<Options>> group(Member Options::*member,
                                           const Binding<std::type_identity_t<Member>>& binding) {
  std::vector<BoundParameter<Options>> list;
  for (const auto& inner : binding.entries()) {
    list.emplace_back(
        inner.info(),
        [member, get = inner.get()](const Options& options) { return get(options.*member); },
        [member, set = inner.set()](Options& options, const ParameterValue& value) {
          set(options.*member, value);
        });
  }
  return list;
}

namespace bind_details {

template <class Integer>
concept WholeNumber = std::integral<Integer> && !std::same_as<Integer, bool>;

/// The values of an integral type that a parameter can have.
template <WholeNumber Integer>
void limit_to_type(ParameterInfo& info) {
  using Limits = std::numeric_limits<Integer>;
  if (std::cmp_greater(Limits::min(), info.smallest)) {
    info.smallest = static_cast<std::int64_t>(Limits::min());
  }
  if (std::cmp_less(Limits::max(), info.largest)) {
    info.largest = static_cast<std::int64_t>(Limits::max());
  }
}

template <WholeNumber Integer, WholeNumber Given>
Integer checked(Given value) {
  if (!std::in_range<Integer>(value)) {
    throw std::logic_error(std::to_string(value) + " does not fit into the member it is for");
  }
  return static_cast<Integer>(value);
}

template <class To, class From>
std::vector<To> converted(const std::vector<From>& list) {
  std::vector<To> out;
  out.reserve(list.size());
  for (const From& element : list) out.push_back(checked<To>(element));
  return out;
}

/// A member that has the type of the value.
template <class Options, class Value>
BoundParameter<Options> direct(ParameterType type, Value Options::*member, std::string name,
                               std::string meaning) {
  return {parameter_info(type, std::move(name), std::move(meaning)),
          [member](const Options& options) { return ParameterValue(options.*member); },
          [member](Options& options, const ParameterValue& value) {
            options.*member = value_as<Value>(value);
          }};
}

}  // namespace bind_details

template <class Options>
BoundParameter<Options> boolean(bool Options::*member, std::string name, std::string meaning) {
  return bind_details::direct(ParameterType::boolean, member, std::move(name), std::move(meaning));
}

/// A member of any integral type; a value that it cannot hold is refused.
template <class Options, bind_details::WholeNumber Integer>
BoundParameter<Options> integer(Integer Options::*member, std::string name, std::string meaning) {
  auto info = parameter_info(ParameterType::integer, std::move(name), std::move(meaning));
  bind_details::limit_to_type<Integer>(info);
  return {std::move(info),
          [member](const Options& options) {
            return ParameterValue(bind_details::checked<std::int64_t>(options.*member));
          },
          [member](Options& options, const ParameterValue& value) {
            options.*member = bind_details::checked<Integer>(value_as<std::int64_t>(value));
          }};
}

template <class Options>
BoundParameter<Options> real(double Options::*member, std::string name, std::string meaning) {
  return bind_details::direct(ParameterType::real, member, std::move(name), std::move(meaning));
}

template <class Options>
BoundParameter<Options> text(std::string Options::*member, std::string name, std::string meaning) {
  return bind_details::direct(ParameterType::text, member, std::move(name), std::move(meaning));
}

namespace bind_details {

template <class Options, class Value>
BoundParameter<Options> chosen(Value Options::*member, std::string name,
                               std::vector<Named<Value>> choices, std::string meaning) {
  auto info = parameter_info(ParameterType::choice, std::move(name), std::move(meaning));
  for (const auto& named : choices) info.choices.push_back(named.name);
  return {std::move(info),
          [member, choices](const Options& options) {
            for (const auto& named : choices) {
              if (named.value == options.*member) return ParameterValue(named.name);
            }
            throw std::logic_error("a value has no name among the choices");
          },
          [member, choices](Options& options, const ParameterValue& value) {
            for (const auto& named : choices) {
              if (named.name != value_as<std::string>(value)) continue;
              options.*member = named.value;
              return;
            }
            throw std::logic_error("\"" + value_as<std::string>(value) + "\" is no choice");
          }};
}

}  // namespace bind_details

/// One of a few values, an enumeration's or a bool's, each with its name. `describe` prints the
/// default first, then the others in this order.
template <class Options, class Value>
requires(!std::same_as<Value, std::string>) BoundParameter<Options> choice(
    Value Options::*member, std::string name,
    std::vector<Named<std::type_identity_t<Value>>> choices, std::string meaning) {
  return bind_details::chosen(member, std::move(name), std::move(choices), std::move(meaning));
}

/// One of a few words, which the member takes as they are.
template <class Options>
BoundParameter<Options> choice(std::string Options::*member, std::string name,
                               const std::vector<std::string>& choices, std::string meaning) {
  std::vector<Named<std::string>> named;
  for (const auto& word : choices) named.push_back({word, word});
  return bind_details::chosen(member, std::move(name), std::move(named), std::move(meaning));
}

/// A list whose elements are of any integral type; an element that it cannot hold is refused. A
/// bound holds for each element.
template <class Options, bind_details::WholeNumber Integer>
BoundParameter<Options> integers(std::vector<Integer> Options::*member, std::string name,
                                 std::string meaning) {
  auto info = parameter_info(ParameterType::integers, std::move(name), std::move(meaning));
  bind_details::limit_to_type<Integer>(info);
  return {std::move(info),
          [member](const Options& options) {
            return ParameterValue(bind_details::converted<std::int64_t>(options.*member));
          },
          [member](Options& options, const ParameterValue& value) {
            options.*member =
                bind_details::converted<Integer>(value_as<std::vector<std::int64_t>>(value));
          }};
}

template <class Options>
BoundParameter<Options> reals(std::vector<double> Options::*member, std::string name,
                              std::string meaning) {
  return bind_details::direct(ParameterType::reals, member, std::move(name), std::move(meaning));
}

}  // namespace replaybench
