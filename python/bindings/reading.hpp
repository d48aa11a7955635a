#pragma once
// The options of a log as keywords of Python.

#include <pybind11/pybind11.h>

#include "suite/component/parameters.hpp"
#include "suite/logs/open_log.hpp"

namespace replaybench::python {

/// Name, type, default, range, meaning and source of a parameter.
pybind11::dict dict_of_parameter(const ParameterInfo& info);

/// The options that a dict of keywords gives; the others have their defaults. A list of texts is one text or
/// several, or a dict where its items are pairs. Throws SpecErrors with everything wrong.
LogOptions log_options_of(const pybind11::dict& reading);

}  // namespace replaybench::python
