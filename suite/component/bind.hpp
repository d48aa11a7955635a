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

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
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

/// Access to a member of some type as a parameter's value.
struct MemberAccess {
  ParameterValue (*get)(const void* member);
  void (*set)(void* member, const ParameterValue& value);
};

/// A parameter and where its member stands in a struct of some type. It names no type, so that all
/// that is done with it is compiled once: as templates these were a third of a component's compile
/// time.
struct MemberParameter {
  ParameterInfo info;
  std::ptrdiff_t offset = 0;  ///< bytes from the begin of the struct
  MemberAccess access{};
  /// For a choice whose member is not a string: the number of each value.
  std::vector<Named<std::int64_t>> numbers;

  MemberParameter();
  MemberParameter(ParameterInfo about, std::ptrdiff_t place, MemberAccess how,
                  std::vector<Named<std::int64_t>> named = {});
  MemberParameter(const MemberParameter&);
  MemberParameter(MemberParameter&&) noexcept;
  MemberParameter& operator=(const MemberParameter&);
  MemberParameter& operator=(MemberParameter&&) noexcept;
  ~MemberParameter();

  /// The value in the struct at `options`. Throws std::logic_error if a choice does not name it.
  ParameterValue get(const void* options) const;
  /// Throws std::logic_error for a value of another type, or that the member cannot hold.
  void set(void* options, const ParameterValue& value) const;
};

}  // namespace replaybench
extern template class std::vector<replaybench::MemberParameter>;
namespace replaybench {

namespace bind_details {

/// Bytes from the begin of `Whole` to what `part` finds in it.
template <class Whole, class Part>
std::ptrdiff_t offset_of(Part part) {
  // Addresses alone: no object lives here, and none is read.
  alignas(Whole) static std::byte room[sizeof(Whole)];
  return reinterpret_cast<const std::byte*>(part(reinterpret_cast<Whole*>(room))) - room;
}

template <class Options, class Member>
std::ptrdiff_t offset_of(Member Options::*member) {
  return offset_of<Options>([member](Options* options) { return &(options->*member); });
}

template <class Options, class Base>
std::ptrdiff_t offset_of_base() {
  return offset_of<Options>([](Options* options) { return static_cast<Base*>(options); });
}

void limit(ParameterInfo& info, double lowest, double highest);
void refuse_infinite(ParameterInfo& info);

}  // namespace bind_details

/// A parameter and the member of `Options` that it fills. Made by the functions below.
template <class Options>
class BoundParameter {
 public:
  explicit BoundParameter(MemberParameter member) : member_(std::move(member)) {}
  /// A member of a base of `Options`.
  template <class Base>
  requires std::derived_from<Options, Base> BoundParameter(BoundParameter<Base> other)
      : member_(std::move(other).member()) {
    member_.offset += bind_details::offset_of_base<Options, Base>();
  }

  BoundParameter at_least(double value) && {
    bind_details::limit(member_.info, value, member_.info.highest);
    return std::move(*this);
  }
  BoundParameter at_most(double value) && {
    bind_details::limit(member_.info, member_.info.lowest, value);
    return std::move(*this);
  }
  BoundParameter above(double value) && {
    member_.info.lowest_open = true;
    return std::move(*this).at_least(value);
  }
  BoundParameter below(double value) && {
    member_.info.highest_open = true;
    return std::move(*this).at_most(value);
  }
  /// Refuses an infinite value where no other bound does.
  BoundParameter finite() && {
    bind_details::refuse_infinite(member_.info);
    return std::move(*this);
  }
  BoundParameter source(std::string text) && {
    member_.info.source_text = std::move(text);
    return std::move(*this);
  }
  /// A parameter that was added after results of the component had been stored. At its default it must
  /// change nothing; keys and streams are then the same as without it.
  BoundParameter added_later() && {
    member_.info.added_later = true;
    return std::move(*this);
  }
  /// The component repeats its work this number of times, for example for each resample: estimates of time
  /// start in proportion to it.
  BoundParameter repeats_work() && {
    member_.info.repeats_work = true;
    return std::move(*this);
  }
  /// Most of the component's work is on this number of records, not on the whole log, for example on
  /// training records; 0 means all. Estimates of time start with more weight on it than on the log.
  BoundParameter limits_records() && {
    member_.info.limits_records = true;
    return std::move(*this);
  }
  /// The values among which the fair-tuning protocol (thesis section 2.6.5, p. 60) and the
  /// leaderboard choose; at most one parameter of an algorithm has them.
  BoundParameter tuned_over(std::vector<double> values) && {
    member_.info.candidates = std::move(values);
    return std::move(*this);
  }

  /// The items of a list of texts are "key", this character, "value".
  BoundParameter of_pairs(char separator) && {
    member_.info.pair_separator = separator;
    return std::move(*this);
  }
  /// The items of a list of texts may have commas: a command line gives each by a flag of its own.
  BoundParameter keeps_commas() && {
    member_.info.keeps_commas = true;
    return std::move(*this);
  }

  const ParameterInfo& info() const { return member_.info; }
  const MemberParameter& member() const& { return member_; }
  MemberParameter&& member() && { return std::move(member_); }

 private:
  MemberParameter member_;
};

/// Parameters of a struct of some type, in the order in which `describe` prints them.
class MemberParameters {
 public:
  /// One more, whose member is `shift` bytes further on than it says, in a struct whose defaults
  /// stand at `defaults`. Throws std::logic_error when there is one of this name, or the default has
  /// no name among the choices.
  void add(MemberParameter parameter, std::ptrdiff_t shift, const void* defaults);
  /// Adds the parameters of a part of the struct. Throws as above.
  void add(const std::vector<MemberParameter>& list, std::ptrdiff_t shift, const void* defaults);

  const std::vector<ParameterInfo>& described() const { return described_; }
  const std::vector<MemberParameter>& entries() const { return entries_; }

  /// Sets the members of the struct at `options`. Throws std::logic_error when `given` lacks a
  /// parameter, or a value does not fit: it does not come from the validation against `described()`.
  void fill(void* options, const Parameters& given) const;
  /// Names of the parameters whose values in the struct at `options` are not the defaults.
  std::vector<std::string> changed(const void* options) const;

 private:
  std::vector<MemberParameter> entries_;
  std::vector<ParameterInfo> described_;
};

/// The parameters of a member that is a struct itself.
template <class Options>
struct BoundGroup {
  std::vector<MemberParameter> list;
  std::ptrdiff_t offset = 0;
};

/// Parameters bound to `Options`, in the order in which `describe` prints them.
template <class Options>
class Binding {
 public:
  explicit Binding(Options defaults) : defaults_(std::move(defaults)) {}

  /// One more. Throws std::logic_error when there is one of this name, or the default has no name
  /// among the choices.
  template <class Owner>
  void add(const BoundParameter<Owner>& parameter) {
    members_.add(parameter.member(), bind_details::offset_of_base<Options, Owner>(), &defaults_);
  }
  /// Adds the parameters of a group. Throws as above.
  template <class Owner>
  void add(const BoundGroup<Owner>& group) {
    members_.add(group.list, group.offset + bind_details::offset_of_base<Options, Owner>(),
                 &defaults_);
  }
  /// Adds the parameters of a base of `Options`, or of `Options` itself. Throws as above.
  template <class Base>
  void add(const Binding<Base>& base) {
    members_.add(base.entries(), bind_details::offset_of_base<Options, Base>(), &defaults_);
  }

  const std::vector<ParameterInfo>& described() const { return members_.described(); }
  const std::vector<MemberParameter>& entries() const { return members_.entries(); }

  /// The struct that the values fill. Throws std::logic_error when `given` lacks a parameter, or a
  /// value does not fit: it does not come from the validation against `described()`.
  Options read(const Parameters& given) const {
    Options options = defaults_;
    members_.fill(&options, given);
    return options;
  }

  /// Names of the parameters that are not at their defaults, in their order.
  std::vector<std::string> changed(const Options& options) const {
    return members_.changed(&options);
  }

  /// The factory of a description: make(options, ...) with the struct in the place of Parameters.
  template <class Make>
  auto factory(Make make) const {
    return [self = std::make_shared<const Binding>(*this), make = std::move(make)](
               const Parameters& given, const auto&... more) {
      return make(self->read(given), more...);
    };
  }

 private:
  Options defaults_;
  MemberParameters members_;
};

/// The parameters of a component with the defaults of `defaults`: bound parameters, groups, and
/// bindings of `Options` or of a base of it. Throws std::logic_error as Binding::add does.
template <class Options, class... Parts>
[[gnu::cold]] Binding<Options> bind_with_defaults(Options defaults, const Parts&... parts) {
  Binding<Options> binding{std::move(defaults)};
  (binding.add(parts), ...);
  return binding;
}

/// Like the function above, with the defaults of `Options{}`.
template <class Options, class... Parts>
[[gnu::cold]] Binding<Options> bind_parameters(const Parts&... parts) {
  return bind_with_defaults(Options{}, parts...);
}

/// The parameters of a member that is a struct itself, with the defaults that it has in `Options`.
template <class Options, class Member>
BoundGroup<Options> group(Member Options::*member,
                          const Binding<std::type_identity_t<Member>>& binding) {
  return {binding.entries(), bind_details::offset_of(member)};
}

namespace bind_details {

template <class Integer>
concept WholeNumber = std::integral<Integer> && !std::same_as<Integer, bool>;

/// "... does not fit into the member it is for", as std::logic_error.
[[noreturn]] void does_not_fit(std::int64_t value);
[[noreturn]] void does_not_fit(std::uint64_t value);

template <WholeNumber Integer, WholeNumber Given>
Integer checked(Given value) {
  if (!std::in_range<Integer>(value)) {
    does_not_fit(
        static_cast<std::conditional_t<std::is_signed_v<Given>, std::int64_t, std::uint64_t>>(
            value));
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

/// `info` with the values of an integral type that a parameter can have.
template <WholeNumber Integer>
ParameterInfo limited_to_type(ParameterInfo info) {
  using Limits = std::numeric_limits<Integer>;
  if constexpr (std::cmp_greater(Limits::min(), std::numeric_limits<std::int64_t>::min())) {
    info.smallest = static_cast<std::int64_t>(Limits::min());
  }
  if constexpr (std::cmp_less(Limits::max(), std::numeric_limits<std::int64_t>::max())) {
    info.largest = static_cast<std::int64_t>(Limits::max());
  }
  return info;
}

/// Members that have the type of the value.
extern const MemberAccess boolean_access, real_access, text_access, reals_access, texts_access;

template <WholeNumber Integer>
inline constexpr MemberAccess integer_access{
    [](const void* member) {
      return ParameterValue(checked<std::int64_t>(*static_cast<const Integer*>(member)));
    },
    [](void* member, const ParameterValue& value) {
      *static_cast<Integer*>(member) = checked<Integer>(value_as<std::int64_t>(value));
    }};

template <WholeNumber Integer>
inline constexpr MemberAccess integers_access{
    [](const void* member) {
      return ParameterValue(
          converted<std::int64_t>(*static_cast<const std::vector<Integer>*>(member)));
    },
    [](void* member, const ParameterValue& value) {
      *static_cast<std::vector<Integer>*>(member) =
          converted<Integer>(value_as<std::vector<std::int64_t>>(value));
    }};

/// An enumeration or a bool, by the number of its value.
template <class Value>
inline constexpr MemberAccess number_access{
    [](const void* member) {
      return ParameterValue(static_cast<std::int64_t>(*static_cast<const Value*>(member)));
    },
    [](void* member, const ParameterValue& value) {
      *static_cast<Value*>(member) = static_cast<Value>(value_as<std::int64_t>(value));
    }};

ParameterInfo choice_info(std::string name, std::vector<std::string> choices, std::string meaning);
MemberParameter number_choice(std::ptrdiff_t offset, const MemberAccess& access, std::string name,
                              std::vector<Named<std::int64_t>> choices, std::string meaning);

}  // namespace bind_details

template <class Options>
BoundParameter<Options> boolean(bool Options::*member, std::string name, std::string meaning) {
  return BoundParameter<Options>(
      {parameter_info(ParameterType::boolean, std::move(name), std::move(meaning)),
       bind_details::offset_of(member), bind_details::boolean_access});
}

/// A member of any integral type; a value that it cannot hold is refused.
template <class Options, bind_details::WholeNumber Integer>
BoundParameter<Options> integer(Integer Options::*member, std::string name, std::string meaning) {
  return BoundParameter<Options>({bind_details::limited_to_type<Integer>(parameter_info(
                                      ParameterType::integer, std::move(name), std::move(meaning))),
                                  bind_details::offset_of(member),
                                  bind_details::integer_access<Integer>});
}

template <class Options>
BoundParameter<Options> real(double Options::*member, std::string name, std::string meaning) {
  return BoundParameter<Options>(
      {parameter_info(ParameterType::real, std::move(name), std::move(meaning)),
       bind_details::offset_of(member), bind_details::real_access});
}

template <class Options>
BoundParameter<Options> text(std::string Options::*member, std::string name, std::string meaning) {
  return BoundParameter<Options>(
      {parameter_info(ParameterType::text, std::move(name), std::move(meaning)),
       bind_details::offset_of(member), bind_details::text_access});
}

namespace bind_details {

template <class Spelling>
inline constexpr MemberAccess spelt_access{
    [](const void* member) {
      return ParameterValue(Spelling::write(*static_cast<const typename Spelling::Value*>(member)));
    },
    [](void* member, const ParameterValue& value) {
      typename Spelling::Value read{};
      if (!Spelling::read(value_as<typename Spelling::Written>(value), read).empty()) {
        throw std::logic_error("a text that did not pass the validation");
      }
      *static_cast<typename Spelling::Value*>(member) = std::move(read);
    }};

template <class Spelling>
std::vector<std::string> check_spelling(ParameterValue& value) {
  typename Spelling::Value read{};
  std::vector<std::string> problems =
      Spelling::read(value_as<typename Spelling::Written>(value), read);
  if (problems.empty()) value = Spelling::write(read);
  return problems;
}

}  // namespace bind_details

/// A member that is no text, and is written as one or as a list of texts. `Spelling` has the types
/// `Value`, the member's, and `Written`: std::string or std::vector<std::string>; the texts
/// `allowed`, for the range; and two functions: `write(value)` gives the written form, and
/// `read(written, value)` sets an empty value or gives what is wrong, a sentence per problem.
template <class Spelling, class Options>
BoundParameter<Options> spelt(typename Spelling::Value Options::*member, std::string name,
                              std::string meaning) {
  constexpr bool several = std::same_as<typename Spelling::Written, std::vector<std::string>>;
  ParameterInfo info = parameter_info(several ? ParameterType::texts : ParameterType::text,
                                      std::move(name), std::move(meaning));
  info.allowed = Spelling::allowed;
  info.check = bind_details::check_spelling<Spelling>;
  return BoundParameter<Options>(
      {std::move(info), bind_details::offset_of(member), bind_details::spelt_access<Spelling>});
}

/// One of a few values, an enumeration's or a bool's, each with its name. `describe` prints the
/// default first, then the others in this order.
template <class Options, class Value>
requires(!std::same_as<Value, std::string>) BoundParameter<Options> choice(
    Value Options::*member, std::string name,
    const std::vector<Named<std::type_identity_t<Value>>>& choices, std::string meaning) {
  std::vector<Named<std::int64_t>> numbers;
  for (const auto& named : choices) {
    numbers.push_back({named.name, static_cast<std::int64_t>(named.value)});
  }
  return BoundParameter<Options>(bind_details::number_choice(
      bind_details::offset_of(member), bind_details::number_access<Value>, std::move(name),
      std::move(numbers), std::move(meaning)));
}

/// One of a few words, which the member takes as they are.
template <class Options>
BoundParameter<Options> choice(std::string Options::*member, std::string name,
                               std::vector<std::string> choices, std::string meaning) {
  return BoundParameter<Options>(
      {bind_details::choice_info(std::move(name), std::move(choices), std::move(meaning)),
       bind_details::offset_of(member), bind_details::text_access});
}

/// A list whose elements are of any integral type; an element that it cannot hold is refused. A
/// bound holds for each element.
template <class Options, bind_details::WholeNumber Integer>
BoundParameter<Options> integers(std::vector<Integer> Options::*member, std::string name,
                                 std::string meaning) {
  return BoundParameter<Options>(
      {bind_details::limited_to_type<Integer>(
           parameter_info(ParameterType::integers, std::move(name), std::move(meaning))),
       bind_details::offset_of(member), bind_details::integers_access<Integer>});
}

template <class Options>
BoundParameter<Options> reals(std::vector<double> Options::*member, std::string name,
                              std::string meaning) {
  return BoundParameter<Options>(
      {parameter_info(ParameterType::reals, std::move(name), std::move(meaning)),
       bind_details::offset_of(member), bind_details::reals_access});
}

/// A list of texts; a user may write one text for a list of one.
template <class Options>
BoundParameter<Options> texts(std::vector<std::string> Options::*member, std::string name,
                              std::string meaning) {
  return BoundParameter<Options>(
      {parameter_info(ParameterType::texts, std::move(name), std::move(meaning)),
       bind_details::offset_of(member), bind_details::texts_access});
}

}  // namespace replaybench
