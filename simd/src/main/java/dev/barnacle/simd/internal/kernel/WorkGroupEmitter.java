package dev.barnacle.simd.internal.kernel;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.ir.Parameter;
import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.abi.FaultCode;
import dev.barnacle.simd.internal.abi.Symbols;
import dev.barnacle.simd.internal.analysis.BarrierRegions;
import dev.barnacle.simd.internal.analysis.CounterCopies;
import dev.barnacle.simd.internal.analysis.LaneShapes;
import dev.barnacle.simd.internal.analysis.WorkItemState;
import dev.barnacle.simd.internal.emit.CounterEmitter;
import dev.barnacle.simd.internal.emit.GroupScope;
import dev.barnacle.simd.internal.emit.InfoText;
import dev.barnacle.simd.internal.emit.ModuleContext;
import dev.barnacle.simd.internal.emit.RegionScope;
import dev.barnacle.simd.internal.plan.region.RegionPlan;
import dev.barnacle.simd.internal.plan.region.VectorPlan;
import dev.barnacle.simd.internal.text.LlvmTypes;
import dev.barnacle.simd.internal.vector.region.VectorRegion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Emits the function that runs one work-group: for each region of {@link BarrierRegions} a loop
 * over the work-items, marked so that LLVM may vectorise it, and the choice of the next region.
 *
 * <p>Where the work-items could come to different barriers, each notes where it came; if they
 * differ the group stops with {@link FaultCode#BARRIER_DIVERGENCE}. Work-items that have returned
 * don't take part in later barriers.
 */
final class WorkGroupEmitter {
  private final ModuleContext module;
  private final Function kernel;
  private final GroupScope group;
  private final BarrierRegions regions;
  private final WorkItemState state;
  private final @Nullable LaneShapes shapes;
  private final @Nullable VectorPlan vectors;
  private final int rows;

  /**
   * An emitter.
   *
   * @param shapes of a kernel whose work-items are lanes; null where they run one by one
   * @param vectors the plan of its code for vectors; null likewise
   * @param rows of dimension 1 that the kernel's code is for
   */
  WorkGroupEmitter(
      GroupScope group,
      Function kernel,
      @Nullable LaneShapes shapes,
      @Nullable VectorPlan vectors,
      int rows) {
    this.module = group.module();
    this.kernel = kernel;
    this.group = group;
    this.regions = group.regions();
    this.state = group.state();
    this.shapes = shapes;
    this.vectors = vectors;
    this.rows = rows;
  }

  /** Returns the definition of {@code @barnacle.group}. */
  String emit() {
    LlvmText body = new LlvmText(group.names());
    for (BarrierRegions.Region region : regions.regions()) {
      emitRegion(body, region);
    }
    LlvmText text = new LlvmText(group.names());
    text.label("entry");
    text.append(group.allocas());
    prologue(text);
    begin(text);
    text.append(body);
    if (group.yields() != null) {
      group.yields().scheduler(text);
    }
    text.label("fault");
    emitFault(text);
    text.label("end");
    if (group.yields() != null) {
      group.yields().end(text);
    }
    text.ret();
    return text.function(signature());
  }

  private void begin(LlvmText text) {
    if (group.yields() != null) {
      group.yields().prologue(text);
      return;
    }
    text.as("%next").alloca("i32");
    text.as("%diverged").alloca("i1");
    if (group.someReturnEarly()) {
      text.as("%done").gepInBounds("%arena", state.doneOffset());
      module.declare("void @llvm.memset.p0.i64(ptr, i8, i64, i1)");
      int size = module.specialization().groupSize();
      text.call("void", "@llvm.memset.p0.i64", "ptr %done", "i8 0", "i64 " + size, "i1 false");
    }
    text.br("r0.begin");
  }

  private String signature() {
    List<String> parameters = new ArrayList<>();
    for (Parameter parameter : kernel.parameters()) {
      parameters.add(
          LlvmTypes.type(parameter.type()) + attributes(parameter) + " %p" + parameter.index());
    }
    long copied = module.specialization().copied();
    for (long rest = copied; rest != 0; rest &= rest - 1) {
      int number = Long.numberOfTrailingZeros(rest);
      parameters.add("ptr " + Symbols.copy(number));
      parameters.add("i64 " + Symbols.copySize(number));
    }
    parameters.add("ptr noalias readonly %info");
    parameters.add("ptr noalias %arena");
    for (String id : List.of("grp", "ls")) {
      for (int d = 0; d < 3; d++) {
        parameters.add("i64 %" + id + module.specialization().asked(d));
      }
    }
    return "internal void @barnacle.group(" + String.join(", ", parameters) + ") #0";
  }

  private String attributes(Parameter parameter) {
    if (!parameter.type().isPointer()) {
      return "";
    }
    Parameter.Attributes known = parameter.attributes();
    long alignment = module.alignment(known.alignment());
    return (known.noAlias() ? " noalias" : "")
        + (known.readOnly() ? " readonly" : "")
        + (alignment > 1 ? " align " + alignment : "");
  }

  private void prologue(LlvmText text) {
    InfoText.load(text, module.specialization());
    for (int d = 0; d < 3; d++) {
      text.as("%base32." + d).trunc("i64", "%base" + d, "i32");
      text.as("%size32." + d).trunc("i64", size(d, text), "i32");
    }
    for (Instruction value : state.across()) {
      if (shapes == null) {
        text.as(group.slot(value)).alloca(LlvmTypes.type(value.type()));
      }
      if (!state.rematerialization().covers(value)) {
        text.as("%state." + group.number(value)).gepInBounds("%arena", state.offsetOf(value));
      }
    }
    for (Instruction instruction : kernel.entry().instructions()) {
      if (instruction instanceof Alloca alloca && !state.isKept(alloca)) {
        group.allocatePrivate(alloca, text);
      }
    }
  }

  /** Returns the steps of a loop over the work-items, an i64. */
  private String size(int dimension, LlvmText text) {
    if (!module.specialization().flat()) {
      return InfoText.localSize(module.specialization(), dimension);
    }
    return dimension == 0 ? InfoText.groupSize(text, module.specialization()) : "1";
  }

  // One region: the loops over the work-items, then the choice of the next region.

  private void emitRegion(LlvmText text, BarrierRegions.Region region) {
    String r = "r" + region.index();
    text.label(r + ".begin");
    if (region.start() instanceof Barrier barrier
        && barrier.scope().compareTo(MemoryScope.DEVICE) >= 0) {
      text.fence("acq_rel");
    }
    if (!region.isOfSome()) {
      text.store("i32", GroupScope.NOWHERE, "%next");
      text.store("i1", "false", "%diverged");
    }
    CounterEmitter counters = counters(region);
    if (counters != null) {
      counters.begin(text);
    }
    text.br(r + ".d2");
    for (int d = 2; d >= 0; d--) {
      String previous = d == 2 ? r + ".begin" : r + ".d" + (d + 1);
      text.label(r + ".d" + d);
      text.as(group.localIdText(region, d))
          .phi(
              "i32",
              LlvmText.incoming("0", previous),
              LlvmText.incoming("%" + r + ".n" + d, r + ".l" + d));
      if (d > 0) {
        text.br(r + ".d" + (d - 1));
      }
    }
    emitItem(text, region, counters);
    for (int d = 0; d < 3; d++) {
      text.label(r + ".l" + d);
      text.as("%" + r + ".n" + d)
          .binary("add nuw nsw", "i32", group.localIdText(region, d), step(d));
      String more = text.icmp("ult", "i32", "%" + r + ".n" + d, last(region, d));
      String out = d == 2 ? r + ".end" : r + ".l" + (d + 1);
      boolean parallel = shapes == null && group.yields() == null;
      String loop = parallel ? ", !llvm.loop " + loopMetadata(region) : "";
      text.br(more, r + ".d" + d, out, loop);
    }
    text.label(r + ".end");
    if (counters != null) {
      counters.end(r + ".end", text);
    }
    dispatch(text, region);
  }

  /** Returns where the loop over a dimension ends: behind the last work-item that does anything. */
  private String last(BarrierRegions.Region region, int dimension) {
    int items = vectors == null ? 0 : vectors.regions().get(region.index()).items();
    return dimension > 0 || items == 0 ? "%size32." + dimension : Integer.toString(items);
  }

  /** Returns the copies of counters that lanes have in a region; null where they have none. */
  private @Nullable CounterEmitter counters(BarrierRegions.Region region) {
    CounterCopies.Counters counters =
        vectors == null ? null : vectors.regions().get(region.index()).counters();
    return counters == null ? null : new CounterEmitter(group, counters, region.index());
  }

  /** Returns how far the loop over a dimension goes at a time. */
  private int step(int dimension) {
    return switch (dimension) {
      case 0 -> group.lanes();
      case 1 -> rows;
      default -> 1;
    };
  }

  private void emitItem(
      LlvmText text, BarrierRegions.Region region, @Nullable CounterEmitter counters) {
    String r = "r" + region.index();
    if (group.yields() != null && shapes == null) {
      group.yields().enter(region, text);
    } else if (group.someReturnEarly() && region.index() > 0 && shapes == null) {
      String flag = text.gepInBounds("%done", group.itemIndex(region, text));
      String gone = text.load("i8", flag);
      String test = text.icmp("ne", "i8", gone, 0);
      text.br(test, r + ".l0", r + ".item");
      text.label(r + ".item");
    }
    if (shapes != null) {
      RegionPlan plan = Objects.requireNonNull(vectors).regions().get(region.index());
      new VectorRegion(group, plan, shapes, counters).emitBody(text);
    } else {
      new RegionScope(group, region, accessGroup(region)).emitBody(text);
    }
  }

  private final Map<Integer, String> accessGroups = new HashMap<>();

  private String accessGroup(BarrierRegions.Region region) {
    return accessGroups.computeIfAbsent(region.index(), r -> module.metadata("distinct !{}"));
  }

  private String loopMetadata(BarrierRegions.Region region) {
    String parallel =
        module.metadata("!{!\"llvm.loop.parallel_accesses\", " + accessGroup(region) + "}");
    return module.metadata("distinct !{SELF, " + parallel + "}");
  }

  private void dispatch(LlvmText text, BarrierRegions.Region region) {
    if (group.yields() != null) {
      text.br(group.yields().label());
      return;
    }
    Set<Integer> exits = group.exits(region);
    if (exits.isEmpty()) {
      text.br("end");
      return;
    }
    if (exits.size() == 1 && !GroupScope.returns(region)) {
      text.br("r" + exits.iterator().next() + ".begin");
      return;
    }
    String bad = text.load("i1", "%diverged");
    String choose = "r" + region.index() + ".choose";
    text.br(bad, "fault", choose);
    text.label(choose);
    List<String> cases =
        exits.stream().map(e -> LlvmText.switchCase("i32", e, "r" + e + ".begin")).toList();
    text.switchTo("i32", text.load("i32", "%next"), "end", cases);
  }

  private void emitFault(LlvmText text) {
    FaultCode.BARRIER_DIVERGENCE.emit(text, module.specialization());
    text.br("end");
  }
}
