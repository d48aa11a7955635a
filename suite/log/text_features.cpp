#include "suite/log/text_features.hpp"

#include <new>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "suite/log/action_numbering.hpp"
#include "suite/model/sparse_contexts.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/feature_hash.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {

TextFeatures::TextFeatures(const CsvHeader& header, const LogColumns& columns,
                           const std::string& file)
    : file_(file) {
  for (const std::size_t field : columns.categorical) {
    columns_.push_back({field, header.names()[field], 0, {}, {}, {}});
  }
  for (const LogColumns::Hashed& hashed : columns.hashed) {
    columns_.push_back({hashed.column, header.names()[hashed.column], hashed.buckets, {}, {}, {}});
  }
}

void TextFeatures::add(std::span<const std::string_view> fields, std::size_t line) {
  for (Column& column : columns_) {
    const std::string_view value = fields[column.field];
    if (column.buckets > 0) {
      column.text.assign(column.name).append("=").append(value);
      column.codes.push_back(hash_bucket(column.text, column.buckets));
      continue;
    }
    column.codes.push_back(column.values.index(value));
    if (column.values.tokens().size() <= max_categories) continue;
    throw DataError(file_ + ":" + std::to_string(line) + ": column " + quoted_text(column.name) +
                    " has more than " + std::to_string(max_categories) +
                    " different values, each of them a feature; " +
                    option("hashed", column.name + ":64") + " makes 64 features of them");
  }
}

TextFeatures::Features TextFeatures::features_of(const Column& column) {
  Features features;
  if (column.buckets > 0) {
    for (std::uint32_t bucket = 0; bucket < column.buckets; ++bucket) {
      features.names.push_back(column.name + "#" + std::to_string(bucket));
    }
    features.place_of.resize(column.buckets);
    std::iota(features.place_of.begin(), features.place_of.end(), 0u);
    return features;
  }
  ActionNumbering numbering = number_by_name(column.values.tokens());
  features.place_of = std::move(numbering.number_of);
  for (const std::string& value : numbering.names) {
    features.names.push_back(column.name + "=" + value);
  }
  return features;
}

void TextFeatures::join(Log& log, bool intercept) const {
  if (columns_.empty()) return list_sparse_contexts(log);
  const std::size_t before = log.dimension;
  const std::size_t numbers = before - (intercept ? 1 : 0);
  std::vector<Features> parts;
  std::vector<std::string> names(log.feature_names.begin(),
                                 log.feature_names.begin() + static_cast<std::ptrdiff_t>(numbers));
  for (const Column& column : columns_) {
    parts.push_back(features_of(column));
    names.insert(names.end(), parts.back().names.begin(), parts.back().names.end());
  }
  if (intercept) names.push_back(log.feature_names.back());
  log.dimension = names.size();
  log.feature_names = std::move(names);
  const std::uint64_t ones = log.size() * (parts.size() + (intercept ? 1 : 0));
  try {
    if (numbers == 0 && ListedContexts::are_worth_it(log.size(), log.dimension, ones)) {
      list(log, parts, intercept);
    } else {
      widen(log, parts, before, intercept);
      list_sparse_contexts(log);
    }
  } catch (const std::exception&) {
    throw FileError(file_ + ": " + std::to_string(log.dimension) + " features of " +
                    std::to_string(log.size()) +
                    " records need more memory than there is; fewer buckets or columns "
                    "need less");
  }
}

void TextFeatures::list(Log& log, std::span<const Features> parts, bool intercept) const {
  ListedContexts contexts(log.size(), log.dimension);
  std::vector<std::uint32_t> ones(parts.size() + (intercept ? 1 : 0));
  if (intercept) ones.back() = static_cast<std::uint32_t>(log.dimension - 1);
  for (std::size_t i = 0; i < log.size(); ++i) {
    std::uint32_t first = 0;
    for (std::size_t c = 0; c < parts.size(); ++c) {
      ones[c] = first + parts[c].place_of[columns_[c].codes[i]];
      first += static_cast<std::uint32_t>(parts[c].names.size());
    }
    contexts.add_ones(ones);
  }
  std::move(contexts).move_to(log);
}

void TextFeatures::widen(Log& log, std::span<const Features> parts, std::size_t before,
                         bool intercept) const {
  const std::size_t numbers = before - (intercept ? 1 : 0);
  std::vector<double> contexts(log.size() * log.dimension);
  for (std::size_t i = 0; i < log.size(); ++i) {
    double* row = contexts.data() + i * log.dimension;
    for (std::size_t j = 0; j < numbers; ++j) row[j] = log.contexts[i * before + j];
    std::size_t first = numbers;
    for (std::size_t c = 0; c < parts.size(); ++c) {
      row[first + parts[c].place_of[columns_[c].codes[i]]] = 1;
      first += parts[c].names.size();
    }
    if (intercept) row[first] = 1;
  }
  log.contexts = std::move(contexts);
}

}  // namespace replaybench
