// Adds up what a query of the store finds, without a Python object for every row.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "bindings/convert.h"
#include "bindings/journal.h"
#include "bindings/sqlite.h"
#include "core/group_sums.h"

namespace passevents::bindings {

using namespace nb::literals;

namespace {

using Parameter = std::variant<std::int64_t, std::string>;
// The columns of the query, before those that make the group.
enum Column : int { kId, kPre, kDescendants, kDuration, kSelf, kChanged, kKey };

void bind_all(SqliteStatement& statement, const std::vector<Parameter>& parameters) {
  int place = 0;
  for (const Parameter& parameter : parameters) {
    std::visit([&](const auto& value) { statement.bind(++place, value); }, parameter);
  }
}

GroupSums added_up(const SqliteHandle& handle, const std::string& query, const std::vector<Parameter>& parameters,
                   int width) {
  SqliteStatement rows(*handle.api, handle.connection, query);
  bind_all(rows, parameters);
  GroupSums sums;
  std::int64_t last = -1;
  while (rows.next()) {
    const std::int64_t id = rows.integer(kId);
    if (id <= last) throw nb::value_error("the rows must come in the order of their ids");
    last = id;
    GroupKey key{-1, -1, -1, -1};
    for (int part = 0; part < width; ++part) {
      if (!rows.is_null(kKey + part)) key[static_cast<std::size_t>(part)] = rows.integer(kKey + part);
    }
    sums.add(key, {static_cast<std::uint32_t>(rows.integer(kPre)),
                   static_cast<std::uint32_t>(rows.integer(kDescendants)), rows.integer(kDuration),
                   rows.integer(kSelf), rows.is_null(kChanged) ? -1 : static_cast<int>(rows.integer(kChanged))});
  }
  return sums;
}

nb::list sum_groups(const SqliteHandle& handle, const std::string& query, const std::vector<Parameter>& parameters,
                    int width) {
  if (width < 1 || width > 4) throw nb::value_error("a group has one to four columns");
  GroupSums sums;
  try {
    const nb::gil_scoped_release release;
    sums = added_up(handle, query, parameters, width);
  } catch (const SqliteError& error) {
    raise_sqlite_error(error);
  }
  nb::list rows;
  for (const GroupSum& sum : sums.sums()) {
    TupleBuilder row(width + 5);
    for (int part = 0; part < width; ++part) row.integer(sum.key[static_cast<std::size_t>(part)]);
    for (const auto number : {sum.count, sum.total_ns, sum.self_ns, sum.changed, sum.unchanged}) row.integer(number);
    rows.append(row.take());
  }
  return rows;
}

}  // namespace

void bind_groups(nb::module_& m) {
  m.def("sum_groups", &sum_groups, "handle"_a, "query"_a, "parameters"_a, "width"_a,
        nb::sig("def sum_groups(handle: SqliteHandle, query: str, parameters: collections.abc.Sequence[int | str], "
                "width: int) -> list[tuple[int, ...]]"),
        "Add up the rows of a query by their last `width` columns, -1 for null there.\n\n"
        "The columns before are id, pre, descendants, duration_ns, self_ns and changed; rows come in the order of\n"
        "ids. Gives the columns of each group, then count, total_ns (one inside another of the group counts once),\n"
        "self_ns, and how many changed something or did not. Raises sqlite3.OperationalError.");
}

}  // namespace passevents::bindings
