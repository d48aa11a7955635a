#pragma once
// The kinds of logs.

#include "suite/text/enum_names.hpp"

namespace replaybench {

/// Kind of a log's records.
enum class LogKind {
  actions,  ///< an action of finitely many
  slates,   ///< a slate: several actions, shown together (SlateLog)
  doses     ///< a real number: a dose, a price, a bid (DoseLog)
};
inline constexpr EnumNames<LogKind, 3> log_kind_names({{LogKind::actions, "actions"},
                                                       {LogKind::slates, "slates"},
                                                       {LogKind::doses, "doses"}});

}  // namespace replaybench
