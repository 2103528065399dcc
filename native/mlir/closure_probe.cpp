#include "mlir/closure_probe.h"

#include <array>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "mlir/action_view.h"

namespace passevents::mlir {

namespace {

abi::StringRef text(std::string_view value) { return {value.data(), value.size()}; }

SymbolGroup rewrite_group(RewriteApi& api) {
  return {"",
          SymbolGroup::Need::optional,
          {{"mlirContextCreateWithThreading", api.context_create},
           {"mlirContextDestroy", api.context_destroy},
           {"mlirModuleCreateParse", api.module_parse},
           {"mlirModuleGetOperation", api.module_operation},
           {"mlirModuleDestroy", api.module_destroy},
           {"mlirUnitAttrGet", api.unit_attribute},
           {"mlirOperationSetDiscardableAttributeByName", api.set_attribute},
           {"mlirOpRewritePatternCreate", api.pattern_create},
           {"mlirPatternRewriterAsBase", api.rewriter_base},
           {"mlirRewriterBaseStartOpModification", api.start_modification},
           {"mlirRewriterBaseFinalizeOpModification", api.finish_modification},
           {"mlirRewritePatternSetCreate", api.patterns_create},
           {"mlirRewritePatternSetAdd", api.patterns_add},
           {"mlirFreezeRewritePattern", api.patterns_freeze},
           {"mlirFrozenRewritePatternSetDestroy", api.frozen_destroy},
           {"mlirWalkAndApplyPatterns", api.walk},
           {"mlirGreedyRewriteDriverConfigCreate", api.config_create},
           {"mlirGreedyRewriteDriverConfigDestroy", api.config_destroy},
           {"mlirApplyPatternsAndFoldGreedilyWithOp", api.apply_greedily}}};
}

SymbolGroup conversion_group(ConversionApi& api) {
  return {"",
          SymbolGroup::Need::optional,
          {{"mlirContextCreateWithThreading", api.context_create},
           {"mlirContextDestroy", api.context_destroy},
           {"mlirGetDialectHandle__func__", api.function_dialect},
           {"mlirDialectHandleLoadDialect", api.load_dialect},
           {"mlirModuleCreateParse", api.module_parse},
           {"mlirModuleGetOperation", api.module_operation},
           {"mlirModuleDestroy", api.module_destroy},
           {"mlirPassManagerCreate", api.pass_manager_create},
           {"mlirPassManagerDestroy", api.pass_manager_destroy},
           {"mlirPassManagerAddOwnedPass", api.pass_manager_add},
           {"mlirCreateConversionConvertFuncToEmitC", api.convert_functions}}};
}

struct Observation {
  std::string tag;
  void (*callback)(std::intptr_t) = nullptr;
  ClosureBytes before{};
  ClosureBytes after{};
  bool outcome = false;  // what is known to have happened
};

// Runs the bodies of a context's actions, and notes what their closures point to.
class ClosureWatch {
 public:
  void dispatch(abi::FunctionRef body, const abi::Action& action) {
    const std::string tag(action.tag());
    const std::size_t slot = observations.size();
    observations.emplace_back();
    const ClosureWords words(body.closure, stack_);
    Observation seen{tag, body.callback, words.bytes(stack_), {}, false};
    body();
    seen.after = words.bytes(stack_);
    observations[slot] = std::move(seen);
  }

  std::vector<Observation> observations;  // in the order of starting

 private:
  ThreadStack stack_ = ThreadStack::of_this_thread();
};

// A module of modules, and a pattern on them that matches when it is told to.
class Program {
 public:
  Program(const Api& api, const RewriteApi& rewrite) : api_(api), rewrite_(rewrite) {
    api_.register_action_handler(context_, [this](abi::FunctionRef body, const abi::Action& action) {
      watch_.dispatch(body, action);
    });
  }
  ~Program() {
    rewrite_.frozen_destroy(patterns_);
    rewrite_.module_destroy(module_);
    rewrite_.context_destroy(context_);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  // Of the first so many attempts about half match, irregularly; the others do not.
  std::vector<Observation> walk(unsigned undecided) {
    restart(undecided);
    rewrite_.walk(rewrite_.module_operation(module_), patterns_);
    return finish();
  }
  std::vector<Observation> rewrite_greedily(unsigned undecided) {
    restart(undecided);
    void* config = rewrite_.config_create();
    rewrite_.apply_greedily(rewrite_.module_operation(module_), patterns_, config);
    rewrite_.config_destroy(config);
    return finish();
  }

 private:
  void* make_patterns() {
    void* patterns = rewrite_.patterns_create(context_);
    const PatternCallbacks callbacks{nullptr, nullptr, &Program::attempt};
    rewrite_.patterns_add(patterns, rewrite_.pattern_create(text("builtin.module"), 1, context_, callbacks, this, 0,
                                                            nullptr));
    return rewrite_.patterns_freeze(patterns);
  }

  void restart(unsigned undecided) {
    undecided_ = undecided;
    outcomes_.clear();
    watch_.observations.clear();
  }

  // Which attempts matched is in the order of the attempts; an iteration changed something if one in it matched.
  std::vector<Observation> finish() {
    std::size_t attempt = 0;
    Observation* iteration = nullptr;
    for (Observation& seen : watch_.observations) {
      if (seen.tag == kGreedyIteration) iteration = &seen;
      if (seen.tag != kApplyPattern || attempt >= outcomes_.size()) continue;
      seen.outcome = outcomes_[attempt++];
      if (iteration != nullptr) iteration->outcome = iteration->outcome || seen.outcome;
    }
    if (attempt != outcomes_.size()) watch_.observations.clear();  // attempts that were no actions
    return watch_.observations;
  }

  static bool attempt(const void*, void* operation, void* rewriter, void* self) {
    return static_cast<Program*>(self)->decide(operation, rewriter);
  }

  // The sequence of Thue and Morse: no period that chance could follow.
  bool decide(void* operation, void* rewriter) {
    const auto number = static_cast<unsigned>(outcomes_.size());
    const bool matches = number < undecided_ && __builtin_parity(number) != 0;
    outcomes_.push_back(matches);
    if (!matches) return false;
    char name[32];
    const int length = std::snprintf(name, sizeof name, "passevents.n%u", next_name_++);
    void* base = rewrite_.rewriter_base(rewriter);
    rewrite_.start_modification(base, operation);
    rewrite_.set_attribute(operation, text({name, static_cast<std::size_t>(length)}),
                           rewrite_.unit_attribute(context_));
    rewrite_.finish_modification(base, operation);
    return true;
  }

  static constexpr std::string_view kText =
      "module { module {} module {} module {} module {} module {} module {} module {} module {} }";

  const Api& api_;
  const RewriteApi& rewrite_;
  ClosureWatch watch_;
  std::vector<bool> outcomes_;
  unsigned undecided_ = 0;
  unsigned next_name_ = 0;
  void* const context_ = rewrite_.context_create(false);
  void* const module_ = rewrite_.module_parse(context_, text(kText));
  void* const patterns_ = make_patterns();
};

// One conversion that succeeds and one that fails, as no function of C returns two values.
std::vector<Observation> convert(const Api& api, const ConversionApi& conversion) {
  ClosureWatch watch;
  void* context = conversion.context_create(false);
  conversion.load_dialect(conversion.function_dialect(), context);
  api.register_action_handler(context, [&](abi::FunctionRef body, const abi::Action& action) {
    watch.dispatch(body, action);
  });
  const auto silence = [](void*, void*) { return true; };
  api.attach_diagnostics(context, silence, nullptr, nullptr);
  for (const std::string_view function : {"func.func private @f() -> i32", "func.func private @f() -> (i32, i32)"}) {
    const std::size_t first = watch.observations.size();
    void* module = conversion.module_parse(context, text(function));
    void* manager = conversion.pass_manager_create(context);
    conversion.pass_manager_add(manager, conversion.convert_functions());
    const bool succeeded = api.run_pass_manager(manager, conversion.module_operation(module));
    for (std::size_t at = first; at < watch.observations.size(); ++at) watch.observations[at].outcome = succeeded;
    conversion.pass_manager_destroy(manager);
    conversion.module_destroy(module);
  }
  conversion.context_destroy(context);
  return watch.observations;
}

// The words for which `fits` holds of every observation of that tag. None where the observations are of several
// pieces of code, or do not show both outcomes.
template <typename Fits>
ClosureSite find_site(const std::vector<Observation>& all, std::string_view tag, std::size_t words, Fits&& fits) {
  std::vector<const Observation*> seen;
  bool outcomes[2] = {false, false};
  for (const Observation& each : all) {
    if (each.tag != tag) continue;
    if (!seen.empty() && each.callback != seen.front()->callback) return {};
    seen.push_back(&each);
    outcomes[each.outcome] = true;
  }
  if (!outcomes[0] || !outcomes[1]) return {};
  std::vector<std::uint8_t> found;
  for (std::uint8_t word = 0; word < kClosureWords; ++word) {
    bool all_fit = true;
    for (const Observation* each : seen) {
      all_fit = all_fit && fits(each->before[word], each->after[word], each->outcome);
    }
    if (all_fit) found.push_back(word);
  }
  if (found.size() < words) return {};
  return {seen.front()->callback, found[0], found[words - 1]};
}

void append(std::vector<Observation>& all, std::vector<Observation>&& more) {
  all.insert(all.end(), more.begin(), more.end());
}

void learn_patterns(const Api& api, const RewriteApi& rewrite, Closures& closures) {
  Program program(api, rewrite);
  std::vector<Observation> all = program.walk(8);
  for (const unsigned undecided : {16u, 0u, 3u, 1u, 21u}) append(all, program.rewrite_greedily(undecided));
  closures.pattern = find_site(all, kApplyPattern, 2, [](int before, int after, bool outcome) {
    return before == 0 && after == int{outcome};
  });
  closures.iteration = find_site(all, kGreedyIteration, 1, [](int before, int after, bool outcome) {
    return before != kNoByte && after == int{outcome};
  });
}

}  // namespace

std::vector<SymbolGroup> closure_groups(ClosureProbeApi& api) {
  return {rewrite_group(api.rewrite), conversion_group(api.conversion)};
}

Closures learn_closures(const Api& api, const ClosureProbeApi& probe) {
  Closures closures;
  if (probe.rewrite.context_create != nullptr) learn_patterns(api, probe.rewrite, closures);
  const bool can_convert = probe.conversion.context_create != nullptr && api.attach_diagnostics != nullptr;
  if (can_convert && api.run_pass_manager != nullptr) {
    const auto fits = [](int before, int after, bool outcome) { return before == 1 && after == int{outcome}; };
    closures.conversion = find_site(convert(api, probe.conversion), kApplyConversion, 1, fits);
  }
  return closures;
}

}  // namespace passevents::mlir
