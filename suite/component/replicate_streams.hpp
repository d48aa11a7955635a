#pragma once
// The random numbers of one replicate of a study, for all that play or write its replicates.

#include <cstdint>
#include <string>

#include "suite/component/trial.hpp"

namespace replaybench {

/// Inputs of a replicate's streams: the seed of the study and the identities of its parts.
struct StreamOwners {
  std::uint64_t seed = 1;
  std::string dataset;  ///< Component::identity of the data set
  std::string logging;  ///< the same of the algorithm that writes the log; empty if none does
  /// The name of the evaluated algorithm without its parameters: a sweep over a parameter shares its
  /// noise.
  std::string algorithm;
};

/// The streams of a replicate (from 0). The same owners give the same streams in every command, so
/// that a log or a game outside a study is one of the study's. O(length of the texts).
ReplicateStreams streams_of_replicate(const StreamOwners& owners, std::uint64_t replicate);

}  // namespace replaybench
