#pragma once
// Reservations of the cells being computed, so that processes that share a store share the work.
//
// Before a process computes a cell it makes the file <store>/reservations/<key>, exclusively; it removes
// the file when the cell is stored. Nothing depends on it for correctness: a cell that two
// processes compute is stored twice with the same bytes. So there are no locks. A reservation whose
// process is dead is taken over at once; the reservation of a process that cannot be seen from here
// (another machine, another container) or that hangs, when it has not been renewed for a minute.
// Ages are differences between times of the store's file system: clocks need not agree. Where its clock is
// set while processes work, a cell may be computed twice, and none is waited for longer than a minute.

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <mutex>
#include <set>
#include <string>

namespace replaybench {

struct ReservationTimes {
  std::chrono::milliseconds renewal{5'000};  ///< between two renewals
  std::chrono::milliseconds expiry{60'000};  ///< age at which a reservation is taken over
};

/// The reservations of one process on one store. Safe to call from several threads.
class Reservations {
 public:
  /// Told of a reservation whose process is dead: what it was writing will not be finished.
  using DeadOwner = std::function<void(const std::string& key, long process)>;

  /// Makes nothing yet.
  explicit Reservations(const std::filesystem::path& store, ReservationTimes times = {},
                        DeadOwner dead_owner = {});
  Reservations(const Reservations&) = delete;
  Reservations& operator=(const Reservations&) = delete;
  /// Gives up all reservations.
  ~Reservations();

  /// True if the cell with this key is now reserved by this object; false when another has it. Throws
  /// FileError when the store cannot be written, std::bad_alloc; then nothing is reserved. A few
  /// calls of the file system.
  bool take(const std::string& key);
  /// Gives a reservation up, if there is one: the cell is stored, or failed. Needs no memory.
  void release(const std::string& key) noexcept;
  /// Releases all reservations, without allocating memory, and removes those of killed processes as far as
  /// it can.
  void release_all() noexcept;
  /// Renews the reservations if they are due; call it regularly while there are any.
  void renew();

 private:
  bool is_abandoned(const std::filesystem::path& file) const;
  bool is_dead(const std::filesystem::path& file) const;

  std::filesystem::path folder_;
  ReservationTimes times_;
  std::string place_;  // host and namespace in which process numbers are valid
  std::string owner_;  // what is written into a reservation
  DeadOwner dead_owner_;
  std::mutex mutex_;
  std::set<std::string> keys_;
  std::chrono::steady_clock::time_point renewed_;
};

}  // namespace replaybench
