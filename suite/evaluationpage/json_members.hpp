#pragma once
// Members of a struct as members of a JSON object: key, type, meaning and value stand in one place, which gives the object
// and its schema.

#include <concepts>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "suite/evaluationpage/json_number.hpp"

namespace replaybench {

/// Numbers that are not finite, and what is not given, are null.
template <class Value>
nlohmann::ordered_json json_value(const Value& value) {
  if constexpr (std::floating_point<Value>) return json_number(value);
  return nlohmann::ordered_json(value);
}
template <class Value>
nlohmann::ordered_json json_value(const std::optional<Value>& value) {
  return value ? json_value(*value) : nlohmann::ordered_json();
}
template <class Value>
nlohmann::ordered_json json_value(const std::vector<Value>& list) {
  auto json = nlohmann::ordered_json::array();
  for (const Value& value : list) json.push_back(json_value(value));
  return json;
}

/// The JSON type of a value; of a list that of its items.
template <class Value>
struct JsonType {
  static constexpr bool is_list = false;
  static constexpr const char* name = std::same_as<Value, bool>    ? "boolean"
                                      : std::integral<Value>       ? "integer"
                                      : std::floating_point<Value> ? "number"
                                                                   : "string";
};
template <>
struct JsonType<nlohmann::ordered_json> {
  static constexpr bool is_list = false;
  static constexpr const char* name = "object";
};
template <class Value>
struct JsonType<std::optional<Value>> : JsonType<Value> {};
template <class Value>
struct JsonType<std::vector<Value>> : JsonType<Value> {
  static constexpr bool is_list = true;
};

template <class Of>
struct JsonMember {
  const char* key;
  const char* about;
  std::function<nlohmann::ordered_json(const Of&)> value;
  const char* type;  ///< of a list that of its items
  bool is_list;

  /// `get`: a member, a function of `Of`, or a function object.
  template <class Get>
  JsonMember(const char* name, const char* meaning, Get get)
      : JsonMember(name, meaning, get,
                   JsonType<std::decay_t<std::invoke_result_t<Get, const Of&>>>()) {}

 private:
  template <class Get, class Type>
  JsonMember(const char* name, const char* meaning, Get get, Type)
      : key(name),
        about(meaning),
        value([get](const Of& of) { return json_value(std::invoke(get, of)); }),
        type(Type::name),
        is_list(Type::is_list) {}
};

template <class Of>
using JsonMembers = std::vector<JsonMember<Of>>;

/// Adds a member that every object of the schema has.
inline void add_property(nlohmann::ordered_json& object, const char* key,
                         nlohmann::ordered_json schema) {
  object["required"].push_back(key);
  object["properties"][key] = std::move(schema);
}

inline nlohmann::ordered_json list_schema(nlohmann::ordered_json items) {
  return {{"type", "array"}, {"items", std::move(items)}};
}

/// The schema of an object with these members, all of which may be null. O(members).
template <class Of>
nlohmann::ordered_json schema_of(const JsonMembers<Of>& members) {
  using Json = nlohmann::ordered_json;
  Json object = {{"type", "object"},
                 {"properties", Json::object()},
                 {"required", Json::array()},
                 {"additionalProperties", false}};
  for (const JsonMember<Of>& member : members) {
    const Json type = {member.type, "null"};
    Json schema = member.is_list ? list_schema({{"type", type}}) : Json{{"type", type}};
    schema["description"] = member.about;
    add_property(object, member.key, std::move(schema));
  }
  return object;
}

}  // namespace replaybench
