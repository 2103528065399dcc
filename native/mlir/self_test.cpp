#include "mlir/self_test.h"

#include <optional>

#include "mlir/elf_file.h"
#include "mlir/stream.h"

namespace passevents::mlir {

namespace {

// What was not as it should be, in words that follow "its self-test failed: ".
using Fault = std::optional<std::string>;

Fault check(bool is_true, const char* what) { return is_true ? Fault() : Fault(what); }

const void* member(const void* object, std::size_t offset) noexcept {
  const void* word = nullptr;
  return object != nullptr && read_safely(static_cast<const char*>(object) + offset, word) ? word : nullptr;
}

// Whether a slot of an object's virtual table has a function of the build.
bool has_virtual(const Build& build, const void* object, std::size_t slot) noexcept {
  const void* function = member(member(object, 0), slot * sizeof(void*));
  return function != nullptr && file_of(function) == build.library;
}

// AbstractAttribute holds functions whose size differs between versions, and behind them the TypeID.
Fault find_kinds(Build& build, const Specimen& specimen) {
  Api& api = build.api;
  const void* file = specimen.file_location();
  const std::pair<const void*, const void*> kinds[] = {
      {file, api.file_type},
      {specimen.name_location(api.file_location_file(&file)), api.name_type},
      {specimen.call_site_location(), api.call_site_type},
      {specimen.fused_location(), api.fused_type},
      {specimen.unknown_location(), api.unknown_type}};
  for (std::size_t at = abi::Attribute::kFirstTypeId; at <= abi::Attribute::kLastTypeId; at += sizeof(void*)) {
    bool all = true;
    for (const auto& [location, type] : kinds) {
      all = all && member(member(location, abi::Attribute::kAbstract), at) == type;
    }
    if (!all) continue;
    api.type_id_offset = at;
    return {};
  }
  return "no TypeID in what a location begins with";
}

Fault check_locations(const Api& api, const Specimen& specimen) {
  const void* file = specimen.file_location();
  const FilePosition position = api.file_position(file);
  const bool same = api.text(position.file).view() == Specimen::kFile && position.line == Specimen::kLine &&
                    position.column == Specimen::kColumn && !position.is_range();
  if (!same) return "a location does not give its file, line and column";
  const void* name = specimen.name_location(position.file);
  const void* call = specimen.call_site_location();
  const void* fused = specimen.fused_location();
  if (api.name_location_child(&name) != file || api.name_location_name(&name) != position.file ||
      api.call_site_callee(&call) != file || api.call_site_caller(&call) == file ||
      api.fused_locations(&fused).size != 2 || api.fused_locations(&fused).data[0] != file) {
    return "a location does not give the locations in it";
  }
  return {};
}

Fault check_operation(const Api& api, Specimen& specimen) {
  const void* inner = specimen.inner();
  if (member(inner, abi::Operation::kLocation) != specimen.file_location()) return "an operation's location";
  // A text is believed to be one when it is of the same kind as one that is known.
  const void* text = member(member(inner, abi::Operation::kName), abi::OperationName::kText);
  const void* file = api.file_position(specimen.file_location()).file;
  if (text == nullptr || member(text, 0) != member(file, 0) || api.text(text).view() != "builtin.module") {
    return "an operation's name";
  }
  if (member(inner, abi::Operation::kBlock) != nullptr || !specimen.nest()) return "a module's region and block";
  const void* block = member(inner, abi::Operation::kBlock);
  if (block == nullptr || abi::Block::operation(block) != specimen.outer()) return "an operation's parent";
  return check(abi::Operation::parent(specimen.outer()) == nullptr, "the parent of the outermost operation");
}

// The first action of a run, as the handler sees it.
class Witness {
 public:
  Witness(const Build& build, const Specimen& specimen, bool fails) noexcept
      : build_(build), specimen_(specimen), fails_(fails) {}

  void see(abi::FunctionRef body, const abi::Action& action) {
    if (seen_++ != 0) return body();
    fault_ = check_action(action);
    if (!fault_) fault_ = check_pass(action.payload.object);
    const bool fails = fails_ && !fault_;
    if (fails) abi::Pass::fail(action.payload.object);  // MLIR looks when the pass has run
    body();
    if (!fault_) fault_ = check(abi::Pass::failed(action.payload.object) == fails, "the mark of a pass that failed");
  }

  Fault fault() const { return seen_ == 0 ? Fault("no action came of a pass that ran") : fault_; }

 private:
  Fault check_action(const abi::Action& action) const {
    if (!has_virtual(build_, &action, abi::Action::kGetTag) || !has_virtual(build_, &action, abi::Action::kPrint)) {
      return "an action's virtual functions";
    }
    if (action.tag() != "pass-execution") return "an action's tag: \"" + std::string(action.tag().substr(0, 40)) + '"';
    if (action.unit_count != 1 || member(action.units, 0) != specimen_.inner()) return "an action's IR units";
    TextStream stream;
    action.print(stream.stream());
    return check(stream.text().find("builtin.module") != std::string_view::npos, "what an action prints of itself");
  }

  Fault check_pass(const void* pass) const {
    if (pass != specimen_.pass()) return "an action's pass";
    if (!has_virtual(build_, pass, abi::Pass::kGetName) || !has_virtual(build_, pass, abi::Pass::kGetArgument)) {
      return "a pass's virtual functions";
    }
    if (abi::Pass::argument(pass) != "canonicalize") return "a pass's argument";
    if (abi::Pass::class_name(pass).find("Canonicalizer") == std::string_view::npos) return "a pass's class";
    // Operation and mark share a word: where the one is, the other is.
    const auto state = reinterpret_cast<std::uintptr_t>(member(pass, abi::Pass::kState));
    return check(state == reinterpret_cast<std::uintptr_t>(specimen_.inner()), "the state of a pass that runs");
  }

  const Build& build_;
  const Specimen& specimen_;
  const bool fails_;
  std::size_t seen_ = 0;
  Fault fault_;
};

Fault check_run(const Build& build, Specimen& specimen, bool fails) {
  Witness witness(build, specimen, fails);
  build.api.register_action_handler(specimen.context(), [&](abi::FunctionRef body, const abi::Action& action) {
    witness.see(body, action);
  });
  const bool has_handler = build.api.has_action_handler(specimen.context());
  const bool succeeded = specimen.run();
  build.api.register_action_handler(specimen.context(), {});
  if (const Fault fault = witness.fault()) return fault;
  if (!has_handler || build.api.has_action_handler(specimen.context())) return "whether a context has a handler";
  if (build.api.is_multithreading_enabled(specimen.context())) return "whether a context's threading is on";
  return check(succeeded != fails, fails ? "a pass marked as failed did not fail" : "a pass failed that did nothing");
}

Fault test(Build& build, Specimen& specimen) {
  if (const Fault fault = find_kinds(build, specimen)) return fault;
  if (const Fault fault = check_locations(build.api, specimen)) return fault;
  if (const Fault fault = check_operation(build.api, specimen)) return fault;
  if (const Fault fault = check_run(build, specimen, false)) return fault;
  return check_run(build, specimen, true);
}

// Bytecode is "ML\xefR", a version as a variable-length integer, and the producer as a C string: "MLIR22.1.8".
std::string version_in_bytecode(const std::string& bytecode) {
  const std::size_t producer = bytecode.find("MLIR", 4);
  if (producer == std::string::npos || producer > 16) return "";
  return bytecode.c_str() + producer + 4;
}

}  // namespace

void test_build(const SpecimenApi& api, Build& build) {
  Specimen specimen(api);
  const Fault fault = test(build, specimen);
  if (!fault) {
    build.version = version_in_bytecode(specimen.bytecode());
    if (build.version.empty()) build.version = ElfFile(build.library.c_str()).mlir_version();
    return;
  }
  throw UnsupportedBuild("this MLIR build cannot be observed: the self-test of " + build.library + " found " + *fault +
                         " not as it is in the builds that are known (MLIR 18 to 24)");
}

}  // namespace passevents::mlir
