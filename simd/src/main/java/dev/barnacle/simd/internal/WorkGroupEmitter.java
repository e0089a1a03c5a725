package dev.barnacle.simd.internal;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Return;
import dev.barnacle.ir.analysis.Liveness;
import dev.barnacle.ir.analysis.Piece;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Emits the function that runs one work-group: for each region of {@link KernelRegions} a loop over
 * the work-items, marked so that LLVM may vectorise it, and the choice of the next region.
 *
 * <p>Where the work-items could come to different barriers, each notes where it came; if they
 * differ the group stops with {@link Fault#BARRIER_DIVERGENCE}. Work-items that have returned don't
 * take part in later barriers.
 */
final class WorkGroupEmitter {
  private static final int NOWHERE = -1;

  private final ModuleContext module;
  private final Function kernel;
  private final KernelRegions regions;
  private final Liveness liveness;
  private final WorkItemState state;
  private final LlvmText.Names names = new LlvmText.Names();
  private final Map<Instruction, Integer> numbers = new HashMap<>();
  private final Map<Block, Integer> blockNumbers = new HashMap<>();
  private final List<Block> blockOrder;
  private final boolean someReturnEarly;
  private final @Nullable LaneShapes shapes;
  private final int lanes;
  private final LlvmText allocas;

  WorkGroupEmitter(
      ModuleContext module,
      Function kernel,
      KernelRegions regions,
      Liveness liveness,
      WorkItemState state,
      @Nullable LaneShapes shapes,
      int lanes) {
    this.shapes = shapes;
    this.lanes = lanes;
    this.allocas = new LlvmText(names);
    this.module = module;
    this.kernel = kernel;
    this.regions = regions;
    this.liveness = liveness;
    this.state = state;
    for (Instruction value : state.across()) {
      numbers.put(value, numbers.size());
    }
    this.blockOrder = BlockOrder.reversePostOrder(kernel);
    for (Block block : kernel.blocks()) {
      blockNumbers.put(block, blockNumbers.size());
    }
    this.someReturnEarly =
        regions.regions().stream().anyMatch(r -> returns(r) && !exits(r).isEmpty())
            && new EarlyReturns(kernel, regions).anyOfSome();
  }

  /** Returns the definition of {@code @barnacle.group}. */
  String emit() {
    LlvmText body = new LlvmText(names);
    for (KernelRegions.Region region : regions.regions()) {
      emitRegion(body, region);
    }
    LlvmText text = new LlvmText(names);
    text.label("entry");
    text.append(allocas);
    prologue(text);
    text.line("br label %r0.begin");
    text.append(body);
    text.label("fault");
    emitFault(text);
    text.label("end");
    text.line("ret void");
    return signature() + " {\n" + text + "}\n";
  }

  /** Returns a parameter of the kernel, or its value where the code is made for one. */
  String parameter(Parameter parameter) {
    OptionalLong value = module.specialization().value(parameter);
    return value.isPresent() ? Long.toString(value.getAsLong()) : "%p" + parameter.index();
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
      parameters.add("ptr " + CopiedAtomics.copy(number));
      parameters.add("i64 " + CopiedAtomics.size(number));
    }
    parameters.add("ptr noalias readonly %info");
    parameters.add("ptr noalias %arena");
    for (String id : List.of("grp", "ls")) {
      for (int d = 0; d < 3; d++) {
        parameters.add("i64 %" + id + d);
      }
    }
    return "define internal void @barnacle.group(" + String.join(", ", parameters) + ") #0";
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
      text.line("%base32." + d + " = trunc i64 %base" + d + " to i32");
      text.line("%size32." + d + " = trunc i64 " + size(d, text) + " to i32");
    }
    for (Instruction value : state.across()) {
      if (shapes == null) {
        text.line(slot(value) + " = alloca " + LlvmTypes.type(value.type()));
      }
      if (!state.rematerialization().covers(value)) {
        text.line(
            "%state."
                + number(value)
                + " = getelementptr inbounds i8, ptr %arena, i64 "
                + state.offsetOf(value));
      }
    }
    for (Instruction instruction : kernel.entry().instructions()) {
      if (instruction instanceof Alloca alloca && !state.isKept(alloca)) {
        text.line(privateName(alloca) + " = " + privateText(alloca));
      }
    }
    text.line("%next = alloca i32");
    text.line("%diverged = alloca i1");
    if (someReturnEarly) {
      text.line("%done = getelementptr inbounds i8, ptr %arena, i64 " + state.doneOffset());
      module.declare("void @llvm.memset.p0.i64(ptr, i8, i64, i1)");
      int size = module.specialization().groupSize();
      text.line("call void @llvm.memset.p0.i64(ptr %done, i8 0, i64 " + size + ", i1 false)");
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

  private void emitRegion(LlvmText text, KernelRegions.Region region) {
    String r = "r" + region.index();
    text.label(r + ".begin");
    Barrier barrier = region.start();
    if (barrier != null && barrier.scope().compareTo(MemoryScope.DEVICE) >= 0) {
      text.line("fence acq_rel");
    }
    text.line("store i32 " + NOWHERE + ", ptr %next");
    text.line("store i1 false, ptr %diverged");
    text.line("br label %" + r + ".d2");
    for (int d = 2; d >= 0; d--) {
      String previous = d == 2 ? r + ".begin" : r + ".d" + (d + 1);
      text.label(r + ".d" + d);
      text.line(
          localIdText(region, d)
              + " = phi i32 [ 0, %"
              + previous
              + " ], [ %"
              + r
              + ".n"
              + d
              + ", %"
              + r
              + ".l"
              + d
              + " ]");
      if (d > 0) {
        text.line("br label %" + r + ".d" + (d - 1));
      }
    }
    emitItem(text, region);
    for (int d = 0; d < 3; d++) {
      text.label(r + ".l" + d);
      text.line(
          "%"
              + r
              + ".n"
              + d
              + " = add nuw nsw i32 "
              + localIdText(region, d)
              + ", "
              + (d == 0 ? lanes : 1));
      String more = text.assign("icmp ult i32 %" + r + ".n" + d + ", %size32." + d);
      String out = d == 2 ? r + ".end" : r + ".l" + (d + 1);
      String loop = shapes == null ? ", !llvm.loop " + loopMetadata(region) : "";
      text.line("br i1 " + more + ", label %" + r + ".d" + d + ", label %" + out + loop);
    }
    text.label(r + ".end");
    dispatch(text, region);
  }

  private void emitItem(LlvmText text, KernelRegions.Region region) {
    String r = "r" + region.index();
    if (someReturnEarly && region.index() > 0 && shapes == null) {
      String flag =
          text.assign("getelementptr inbounds i8, ptr %done, i64 " + itemIndex(region, text));
      String gone = text.assign("load i8, ptr " + flag);
      String test = text.assign("icmp ne i8 " + gone + ", 0");
      text.line("br i1 " + test + ", label %" + r + ".l0, label %" + r + ".item");
      text.label(r + ".item");
    }
    if (shapes != null) {
      new VectorRegion(this, region, shapes).emitBody(text);
    } else {
      new RegionFrame(this, region, accessGroup(region)).emitBody(text);
    }
  }

  private final Map<Integer, String> accessGroups = new HashMap<>();

  private String accessGroup(KernelRegions.Region region) {
    return accessGroups.computeIfAbsent(region.index(), r -> module.metadata("distinct !{}"));
  }

  private String loopMetadata(KernelRegions.Region region) {
    String parallel =
        module.metadata("!{!\"llvm.loop.parallel_accesses\", " + accessGroup(region) + "}");
    return module.metadata("distinct !{SELF, " + parallel + "}");
  }

  /**
   * Adds what a work-item does when it comes to the barrier that region {@code next} starts after.
   */
  void arrive(KernelRegions.Region region, int next, LlvmText out) {
    note(region, next, out);
    out.line("br label %r" + region.index() + ".l0");
  }

  /** Notes that work-items have come to a barrier, and whether others came to another one. */
  void note(KernelRegions.Region region, int next, LlvmText out) {
    if (exits(region).size() > 1) {
      String known = out.assign("load i32, ptr %next");
      String first = out.assign("icmp eq i32 " + known + ", " + NOWHERE);
      String same = out.assign("icmp eq i32 " + known + ", " + next);
      String fine = out.assign("or i1 " + first + ", " + same);
      String bad = out.assign("xor i1 " + fine + ", true");
      String before = out.assign("load i1, ptr %diverged");
      out.line("store i1 " + out.assign("or i1 " + before + ", " + bad) + ", ptr %diverged");
    }
    out.line("store i32 " + next + ", ptr %next");
  }

  /** Adds what a work-item does when it returns. */
  void finish(KernelRegions.Region region, LlvmText out) {
    if (marksReturns(region)) {
      String flag =
          out.assign("getelementptr inbounds i8, ptr %done, i64 " + itemIndex(region, out));
      out.line("store i8 1, ptr " + flag);
    }
    out.line("br label %r" + region.index() + ".l0");
  }

  /** Tells whether work-items that return in this region must be known in later ones. */
  boolean marksReturns(KernelRegions.Region region) {
    return someReturnEarly && !exits(region).isEmpty();
  }

  boolean someReturnEarly() {
    return someReturnEarly;
  }

  private void dispatch(LlvmText text, KernelRegions.Region region) {
    Set<Integer> exits = exits(region);
    if (exits.isEmpty()) {
      text.line("br label %end");
      return;
    }
    if (exits.size() == 1 && !returns(region)) {
      text.line("br label %r" + exits.iterator().next() + ".begin");
      return;
    }
    String bad = text.assign("load i1, ptr %diverged");
    String choose = "r" + region.index() + ".choose";
    text.line("br i1 " + bad + ", label %fault, label %" + choose);
    text.label(choose);
    StringBuilder cases = new StringBuilder();
    exits.forEach(
        e -> cases.append(" i32 ").append(e).append(", label %r").append(e).append(".begin"));
    text.line("switch i32 " + text.assign("load i32, ptr %next") + ", label %end [" + cases + " ]");
  }

  private static void emitFault(LlvmText text) {
    Fault.BARRIER_DIVERGENCE.emit(text);
    text.line("br label %end");
  }

  /** Returns the regions that {@code region} can be followed by. */
  private Set<Integer> exits(KernelRegions.Region region) {
    Set<Integer> exits = new TreeSet<>();
    for (Piece piece : region.pieces()) {
      if (piece.cut() != null) {
        exits.add(regions.regionAfter(piece.cut()));
      }
    }
    return exits;
  }

  private static boolean returns(KernelRegions.Region region) {
    return region.pieces().stream()
        .anyMatch(p -> p.cut() == null && p.block().terminator() instanceof Return);
  }

  // What the regions' frames ask.

  /** Returns the lanes of a vector; 1 where work-items run one by one. */
  int lanes() {
    return lanes;
  }

  /** Returns the text of the function's further stack slots. */
  LlvmText allocas() {
    return allocas;
  }

  /** Returns which loops of the kernel LLVM may vectorise. */
  VectorizableLoops loops() {
    return module.loops(kernel);
  }

  ModuleContext module() {
    return module;
  }

  LlvmText.Names names() {
    return names;
  }

  KernelRegions regions() {
    return regions;
  }

  WorkItemState state() {
    return state;
  }

  List<Instruction> liveAtStart(KernelRegions.Region region) {
    return region.start() == null ? List.of() : liveness.liveIn(region.entry());
  }

  int number(Instruction value) {
    return Objects.requireNonNull(numbers.get(value));
  }

  int blockNumber(Block block) {
    return Objects.requireNonNull(blockNumbers.get(block));
  }

  String slot(Instruction value) {
    return "%slot." + number(value);
  }

  private String privateName(Alloca alloca) {
    return "%private." + kernel.entry().instructions().indexOf(alloca);
  }

  private String privateText(Alloca alloca) {
    return lanes == 1
        ? HelperFrame.allocaText(alloca)
        : "alloca ["
            + state.arrays().bytes(alloca) * lanes
            + " x i8], align "
            + Math.max(state.arrays().isInterleaved(alloca) ? 64 : 1, alloca.alignment());
  }

  /** Returns the address of the private memory of a work-item, or of a vector's first one. */
  String privateMemory(KernelRegions.Region region, Alloca alloca, LlvmText out) {
    if (!state.isKept(alloca)) {
      return privateName(alloca);
    }
    String offset =
        state.arrays().isInterleaved(alloca)
            ? out.assign(
                "mul nuw nsw i64 "
                    + vectorIndex(region, out)
                    + ", "
                    + state.arrays().bytes(alloca) * lanes)
            : out.assign(
                "mul nuw nsw i64 " + itemIndex(region, out) + ", " + WorkItemState.stride(alloca));
    String first =
        out.assign("getelementptr inbounds i8, ptr %arena, i64 " + state.offsetOf(alloca));
    return out.assign("getelementptr inbounds i8, ptr " + first + ", i64 " + offset);
  }

  /** Returns the i32 loop variable of a dimension. */
  String localIdText(KernelRegions.Region region, int dimension) {
    return "%r" + region.index() + ".i" + dimension;
  }

  /** Adds the number of the work-item in its group, an i64. */
  String itemIndex(KernelRegions.Region region, LlvmText out) {
    String plane = out.assign("mul nuw nsw i32 " + localIdText(region, 2) + ", %size32.1");
    String row = out.assign("add nuw nsw i32 " + plane + ", " + localIdText(region, 1));
    String scaled = out.assign("mul nuw nsw i32 " + row + ", %size32.0");
    String index = out.assign("add nuw nsw i32 " + scaled + ", " + localIdText(region, 0));
    return out.assign("zext nneg i32 " + index + " to i64");
  }

  /**
   * Adds the number of the vector in its group, an i64: each row of work-items starts a new one.
   */
  private String vectorIndex(KernelRegions.Region region, LlvmText out) {
    int shift = Integer.numberOfTrailingZeros(lanes);
    String up = out.assign("add nuw nsw i32 %size32.0, " + (lanes - 1));
    String width = out.assign("lshr i32 " + up + ", " + shift);
    String plane = out.assign("mul nuw nsw i32 " + localIdText(region, 2) + ", %size32.1");
    String row = out.assign("add nuw nsw i32 " + plane + ", " + localIdText(region, 1));
    String scaled = out.assign("mul nuw nsw i32 " + row + ", " + width);
    String column = out.assign("lshr i32 " + localIdText(region, 0) + ", " + shift);
    String index = out.assign("add nuw nsw i32 " + scaled + ", " + column);
    return out.assign("zext nneg i32 " + index + " to i64");
  }

  /** Returns the region's pieces so that definitions come before uses. */
  List<Piece> emissionOrder(KernelRegions.Region region) {
    Set<Piece> in = new HashSet<>(region.pieces());
    List<Piece> order = new ArrayList<>();
    order.add(region.entry());
    for (Block block : blockOrder) {
      Piece first = regions.first(block);
      if (in.contains(first) && !first.equals(region.entry())) {
        order.add(first);
      }
    }
    return order;
  }
}
