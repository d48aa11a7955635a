#pragma once
// Ctrl-C while the engine works.

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <future>
#include <optional>

#include "suite/model/stop.hpp"

namespace replaybench::python {

/// True if signals are handled in this thread.
inline bool in_main_thread() {
  const auto main = pybind11::module_::import("threading").attr("main_thread")();
  return main.attr("ident").cast<unsigned long>() == PyThread_get_thread_ident();
}

/// work(), without the interpreter's lock, which the caller has; work must not need it. In the main
/// thread a signal whose handler raises (Ctrl-C) stops the work at its next stop_point, and what the
/// handler raised is thrown once all of the work's threads have ended. Looks 20 times a second.
template <class Work>
auto run_interruptibly(const Work& work) {
  namespace py = pybind11;
  if (!in_main_thread()) {
    const py::gil_scoped_release released;
    return work();
  }
  std::atomic<bool> stop = false;
  auto result = std::async(std::launch::async, [&] {
    const StopScope scope(&stop);
    return work();
  });
  const auto is_ready = [&] {
    const py::gil_scoped_release released;
    return result.wait_for(std::chrono::milliseconds(50)) == std::future_status::ready;
  };
  std::optional<py::error_already_set> raised;
  while (!is_ready()) {
    if (raised || PyErr_CheckSignals() == 0) continue;
    raised.emplace();
    stop = true;
  }
  if (raised) {
    result.wait();
    throw std::move(*raised);
  }
  return result.get();
}

}  // namespace replaybench::python
