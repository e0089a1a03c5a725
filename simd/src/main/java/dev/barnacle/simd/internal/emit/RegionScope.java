package dev.barnacle.simd.internal.emit;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.Piece;
import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.analysis.BarrierRegions;
import dev.barnacle.simd.internal.text.LlvmTypes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Emits one region of a kernel for one work-item: the body of the work-item loop. A value that
 * lives across a barrier stands in a stack slot while a region runs (LLVM turns it into a
 * register); it is read from the work-item's state at the start, and written to it where the region
 * ends at a barrier after which it lives.
 */
public final class RegionScope extends EmitScope {
  private final GroupScope group;
  private final BarrierRegions.Region region;
  private final Map<Instruction, String> results = new HashMap<>();
  private final Map<Phi, List<String>> edges = new HashMap<>();
  private final String accessGroup;

  public RegionScope(GroupScope group, BarrierRegions.Region region, String accessGroup) {
    super(group.module(), group.names());
    this.group = group;
    this.region = region;
    this.accessGroup = accessGroup;
  }

  /**
   * Emits the body into {@code target}; it starts in the loop's block and ends in jumps to the
   * loop's latch.
   */
  public void emitBody(LlvmText target) {
    setOut(target);
    group.loops().markItem(target);
    ids();
    restore();
    target.br(pieceLabel(region.entry()));
    Map<Piece, LlvmText> bodies = new LinkedHashMap<>();
    InstructionEmitter emitter = new InstructionEmitter(this);
    for (Piece piece : group.emissionOrder(region)) {
      bodies.put(piece, body(piece, emitter));
    }
    bodies.forEach((piece, text) -> place(target, piece, text));
  }

  private String id(String name, int dimension) {
    return "%r" + region.index() + "." + name + dimension;
  }

  private void ids() {
    LlvmText out = out();
    boolean small = module().specialization().smallIds();
    for (int d = 0; d < 3; d++) {
      String local = group.localIdText(region, d);
      out.as(id("lid", d)).cast("zext nneg", "i32", local, "i64");
      if (small) {
        String sum = out.binary("add nuw nsw", "i32", "%base32." + d, local);
        out.as(id("gid", d)).cast("zext nneg", "i32", sum, "i64");
      } else {
        out.as(id("gid", d)).add("i64", "%base" + d, id("lid", d));
      }
    }
  }

  private void restore() {
    for (Instruction value : group.liveAtStart(region)) {
      if (!group.state().rematerialization().covers(value)) {
        String type = LlvmTypes.type(value.type());
        String kept = out().load(type, element(value) + metadata(value.type()));
        out().store(type, kept, group.slot(value));
      }
    }
    InstructionEmitter emitter = new InstructionEmitter(this);
    for (Instruction value : group.liveAtStart(region)) {
      if (group.state().rematerialization().covers(value)) {
        for (Instruction part : group.state().rematerialization().chain(value)) {
          if (!results.containsKey(part)) {
            emitter.emit(part);
          }
        }
      }
    }
    results.clear();
  }

  private String metadata(dev.barnacle.ir.Type type) {
    return ", align " + elementAlignment(type) + ", !llvm.access.group " + accessGroup;
  }

  private static long elementAlignment(dev.barnacle.ir.Type type) {
    return Math.min(64, LlvmTypes.alignment(type));
  }

  /** Returns the address of this work-item's element of a kept value. */
  private String element(Instruction value) {
    String base = "%state." + group.number(value);
    String item = group.itemIndex(region, out());
    String offset = out().binary("mul nuw nsw", "i64", item, value.type().byteSize());
    return out().gepInBounds(base, offset);
  }

  private LlvmText body(Piece piece, InstructionEmitter emitter) {
    LlvmText text = new LlvmText(names());
    setOut(text);
    for (Phi phi : piece.isFirst() ? piece.block().phis() : List.<Phi>of()) {
      defined(phi);
    }
    if (piece.isFirst()) {
      group.loops().markLoop(piece.block(), text);
    }
    for (Instruction instruction : piece.instructions()) {
      if (instruction instanceof Phi || instruction instanceof Alloca) {
        continue;
      }
      if (instruction == piece.block().terminator()) {
        phiEdges(piece);
      }
      emitter.emit(instruction);
    }
    if (piece.cut() != null) {
      emitBarrier(piece);
    }
    return text;
  }

  private void phiEdges(Piece piece) {
    for (Block successor : piece.block().successors().stream().distinct().toList()) {
      for (Phi phi : successor.phis()) {
        String value = operand(phi.incoming(piece.block()));
        String edge = LlvmText.incoming(value, pieceLabel(piece));
        List<String> known = edges.computeIfAbsent(phi, p -> new ArrayList<>());
        piece.block().successors().stream()
            .filter(s -> s == successor)
            .forEach(s -> known.add(edge));
      }
    }
  }

  private void place(LlvmText target, Piece piece, LlvmText text) {
    target.label(pieceLabel(piece));
    for (Phi phi : piece.isFirst() ? piece.block().phis() : List.<Phi>of()) {
      target.as(nameOf(phi)).phi(LlvmTypes.type(phi.type()), edges.getOrDefault(phi, List.of()));
    }
    target.append(text);
  }

  private void emitBarrier(Piece piece) {
    int next = group.regions().regionAfter(java.util.Objects.requireNonNull(piece.cut()));
    for (Instruction value : group.liveAtStart(group.regions().regions().get(next))) {
      if (!group.state().rematerialization().covers(value)) {
        String type = LlvmTypes.type(value.type());
        String now = operand(value);
        String address = element(value);
        out().store(type, now, address + metadata(value.type()));
      }
    }
    group.arrive(region, next, out());
  }

  private String pieceLabel(Piece piece) {
    return "r" + region.index() + ".b" + group.blockNumber(piece.block()) + "." + piece.index();
  }

  @Override
  public void alias(Instruction instruction, String text) {
    if (group.state().isAcross(instruction)) {
      out().store(LlvmTypes.type(instruction.type()), text, group.slot(instruction));
    }
    results.put(instruction, text);
  }

  @Override
  public String parameter(Parameter parameter) {
    return group.parameter(parameter);
  }

  @Override
  public String result(Instruction instruction) {
    if (instruction instanceof Alloca alloca) {
      return group.privateMemory(region, alloca, out());
    }
    if (group.state().isAcross(instruction)) {
      return out().load(LlvmTypes.type(instruction.type()), group.slot(instruction));
    }
    return nameOf(instruction);
  }

  @Override
  public String nameOf(Instruction instruction) {
    return results.computeIfAbsent(
        instruction, i -> "%r" + region.index() + ".v" + names().number());
  }

  @Override
  public void defined(Instruction instruction) {
    if (group.state().isAcross(instruction)) {
      String type = LlvmTypes.type(instruction.type());
      out().store(type, nameOf(instruction), group.slot(instruction));
    }
  }

  @Override
  public String label(Block block) {
    return pieceLabel(group.regions().first(block));
  }

  @Override
  public void emitReturn(Instruction instruction) {
    group.finish(region, out());
  }

  @Override
  public String workItem(WorkItemId id, int dimension) {
    return switch (id) {
      case LOCAL_ID -> id("lid", dimension);
      case GLOBAL_ID -> id("gid", dimension);
      case GROUP_ID -> "%grp" + dimension;
      case LOCAL_SIZE -> InfoText.localSize(module().specialization(), dimension);
    };
  }

  /**
   * Work-items may not conflict between barriers, unless they are put aside there; but all share
   * the stack memory of private arrays.
   */
  @Override
  public String accessMetadata(Value pointer) {
    if (!(pointer.type() instanceof PointerType type)) {
      return "";
    }
    boolean shared =
        type.space() == AddressSpace.GLOBAL
            || type.space() == AddressSpace.CONSTANT
            || type.space() == AddressSpace.LOCAL;
    boolean parallel = shared && group.yields() == null;
    return aliasTags(pointer) + (parallel ? ", !llvm.access.group " + accessGroup : "");
  }
}
