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
#include "core/leaf_folding.h"

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
      if (std::int64_t value = 0; rows.read(kKey + part, value)) key[static_cast<std::size_t>(part)] = value;
    }
    std::int64_t changed = 0;
    const bool is_known = rows.read(kChanged, changed);
    sums.add(key, {static_cast<std::uint32_t>(rows.integer(kPre)),
                   static_cast<std::uint32_t>(rows.integer(kDescendants)), rows.integer(kDuration),
                   rows.integer(kSelf), is_known ? static_cast<int>(changed) : -1});
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
    TupleBuilder row(width + 6);
    for (int part = 0; part < width; ++part) row.integer(sum.key[static_cast<std::size_t>(part)]);
    for (const auto number :
         {sum.count, sum.total_ns, sum.self_ns, sum.changed, sum.unchanged, sum.unchanged_self_ns}) {
      row.integer(number);
    }
    rows.append(row.take());
  }
  return rows;
}

FoldedRow row_of(const SqliteStatement& rows) {
  FoldedRow row;
  for (std::size_t column = 0; column < FoldedRow::kColumns; ++column) {
    if (!rows.read(static_cast<int>(column), row.values[column])) row.nulls |= 1u << column;
  }
  return row;
}

nb::object fold_leaves(const SqliteHandle& handle, const std::string& query, const std::vector<Parameter>& parameters,
                       std::int64_t kind) {
  LeafFolding folding(kind);
  bool in_order = true;
  try {
    const nb::gil_scoped_release release;
    SqliteStatement rows(*handle.api, handle.connection, query);
    bind_all(rows, parameters);
    while (in_order && rows.next()) in_order = folding.add(row_of(rows));
  } catch (const SqliteError& error) {
    raise_sqlite_error(error);
  }
  if (!in_order) return nb::none();
  nb::list made;
  for (const FoldedRow& folded : folding.rows()) {
    TupleBuilder row(FoldedRow::kColumns + 3);
    for (std::size_t column = 0; column < FoldedRow::kColumns; ++column) {
      row.integer_or_none(!folded.is_null(column), folded.values[column]);
    }
    for (const std::int64_t value :
         {folded.count, std::int64_t{folded.same_operation}, std::int64_t{folded.same_place}}) {
      row.integer(value);
    }
    made.append(row.take());
  }
  return made;
}

}  // namespace

void bind_groups(nb::module_& m) {
  m.def("sum_groups", &sum_groups, "handle"_a, "query"_a, "parameters"_a, "width"_a,
        nb::sig("def sum_groups(handle: SqliteHandle, query: str, parameters: collections.abc.Sequence[int | str], "
                "width: int) -> list[tuple[int, ...]]"),
        "Add up the rows of a query by their last `width` columns, -1 for null there.\n\n"
        "The columns before are id, pre, descendants, duration_ns, self_ns and changed; rows come in the order of\n"
        "ids. Gives the columns of each group, then count, total_ns (one inside another of the group counts once),\n"
        "self_ns, how many changed something or did not, and the self_ns of those that did not. Raises\n"
        "sqlite3.OperationalError.");
  m.def("fold_leaves", &fold_leaves, "handle"_a, "query"_a, "parameters"_a, "kind"_a,
        nb::sig("def fold_leaves(handle: SqliteHandle, query: str, parameters: collections.abc.Sequence[int | str], "
                "kind: int) -> list[tuple[int | None, ...]] | None"),
        "The rows of a query, like leaves of `kind` under one parent as the first of them.\n\n"
        "Columns: id, pre, descendants, kind, status, tag, name, phase, changed, duration_ns, self_ns, op, file,\n"
        "line, column, location; behind them come the number of rows that one stands for, and whether all have\n"
        "the same operation and place. None where the rows do not come in tree order. Raises\n"
        "sqlite3.OperationalError.");
}

}  // namespace passevents::bindings
