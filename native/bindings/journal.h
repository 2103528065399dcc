// Binds the native journal to Python.
#pragma once

#include <nanobind/nanobind.h>

namespace passevents::bindings {

void bind_journal(nanobind::module_& m);
void bind_recorder(nanobind::module_& m);
void bind_reader(nanobind::module_& m);
void bind_cursor(nanobind::module_& m);
void bind_ingest(nanobind::module_& m);
void bind_groups(nanobind::module_& m);
void bind_blocks(nanobind::module_& m);
void bind_current(nanobind::module_& m);

}  // namespace passevents::bindings
