package dev.barnacle.simd.internal.vector;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VectorType;
import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.analysis.LaneShape;
import dev.barnacle.simd.internal.emit.EmitScope;
import dev.barnacle.simd.internal.emit.InstructionEmitter;
import dev.barnacle.simd.internal.text.LlvmTypes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Scalarises an instruction that has no vector form: emits a loop that runs it for one lane after
 * the other, in lane order, if the lane runs: atomic operations, calls, {@code printf}, copies of
 * memory.
 *
 * <p>LLVM's vectoriser replicates such an instruction ({@code VPReplicateRecipe}); a pass of LLVM
 * that does the same to vectors is called the scalarizer.
 */
public final class Scalarizer {
  private final VectorScope scope;

  public Scalarizer(VectorScope scope) {
    this.scope = scope;
  }

  public void run(Instruction instruction) {
    scope.module().remarks().laneByLane(instruction);
    LlvmText out = scope.out();
    int number = scope.names().number();
    String name = "lane" + number;
    Map<Instruction, List<String>> operands = prepare(instruction);
    List<String> slots = slots(instruction, name);
    String lane = "%" + name + ".l";
    out.br(name + ".enter");
    out.label(name + ".enter");
    out.br(name + ".head");
    out.label(name + ".head");
    out.as(lane)
        .phi(
            "i32",
            LlvmText.incoming("0", name + ".enter"),
            LlvmText.incoming(lane + "n", name + ".next"));
    String truth = scope.vectorType(Types.I1);
    String on = out.extract(truth, scope.mask().text(), "i32 " + lane);
    out.br(on, name + ".body", name + ".next");
    out.label(name + ".body");
    LaneScope one = new LaneScope(scope, instruction, lane, operands);
    one.setOut(out);
    new InstructionEmitter(one).emit(instruction);
    keep(instruction, one, lane, slots);
    out.br(name + ".next");
    out.label(name + ".next");
    out.as(lane + "n").binary("add nuw nsw", "i32", lane, 1);
    String more = out.icmp("ult", "i32", lane + "n", scope.lanes());
    out.br(more, name + ".head", name + ".done");
    out.label(name + ".done");
    if (instruction.hasResult()) {
      List<String> parts = new ArrayList<>();
      for (String slot : slots) {
        parts.add(out.load(scope.vectorType(instruction.type().scalar()), slot));
      }
      scope.set(instruction, parts);
    }
  }

  /** Reads all operands before the loop starts. */
  private Map<Instruction, List<String>> prepare(Instruction instruction) {
    Map<Instruction, List<String>> operands = new HashMap<>();
    for (Value operand : instruction.operands()) {
      if (operand instanceof Instruction i) {
        List<String> parts = new ArrayList<>();
        if (scope.shape(i).isVarying()) {
          for (int p = 0; p < i.type().lanes(); p++) {
            parts.add(scope.part(i, p));
          }
        } else {
          parts.add(scope.operand(i));
        }
        operands.put(i, parts);
      }
    }
    return operands;
  }

  private List<String> slots(Instruction instruction, String name) {
    List<String> slots = new ArrayList<>();
    for (int p = 0; instruction.hasResult() && p < instruction.type().lanes(); p++) {
      String slot = "%" + name + ".r" + p;
      String type = scope.vectorType(instruction.type().scalar());
      scope.group().allocas().as(slot).alloca(type);
      scope.out().store(type, "zeroinitializer", slot);
      slots.add(slot);
    }
    return slots;
  }

  private void keep(Instruction instruction, LaneScope one, String lane, List<String> slots) {
    if (!instruction.hasResult()) {
      return;
    }
    LlvmText out = scope.out();
    Type type = instruction.type();
    String element = LlvmTypes.type(type.scalar());
    String vector = scope.vectorType(type.scalar());
    for (int p = 0; p < slots.size(); p++) {
      String value = one.result(instruction);
      if (type instanceof VectorType) {
        value = out.extract(LlvmTypes.type(type), value, p);
      }
      String old = out.load(vector, slots.get(p));
      String now = out.insert(vector, old, element, value, "i32 " + lane);
      out.store(vector, now, slots.get(p));
    }
  }

  /** The values of one lane. */
  private static final class LaneScope extends EmitScope {
    private final VectorScope scope;
    private final Instruction instruction;
    private final String lane;
    private final Map<Instruction, List<String>> operands;
    private String own = "";

    LaneScope(
        VectorScope scope,
        Instruction instruction,
        String lane,
        Map<Instruction, List<String>> operands) {
      super(scope.module(), scope.names());
      this.scope = scope;
      this.instruction = instruction;
      this.lane = lane;
      this.operands = operands;
    }

    @Override
    public void alias(Instruction defined, String text) {
      own = text;
    }

    @Override
    public String parameter(Parameter parameter) {
      return scope.parameter(parameter);
    }

    @Override
    public String result(Instruction value) {
      if (value == instruction) {
        return own;
      }
      List<String> parts = operands.get(value);
      if (parts == null) {
        throw new IllegalStateException("a " + value.mnemonic() + " is no operand");
      }
      LaneShape shape = scope.shape(value);
      if (shape.isUniform()) {
        return parts.getFirst();
      }
      return shape.isVarying()
          ? extract(value.type(), parts)
          : affine(value, parts.getFirst(), shape.stride());
    }

    private String affine(Instruction value, String base, long stride) {
      String wide = out().cast("zext nneg", "i32", lane, "i64");
      String step = out().mul("i64", wide, stride);
      if (value instanceof Alloca || value.type().isPointer()) {
        return out().gep(base, step);
      }
      String type = LlvmTypes.type(value.type());
      String narrow = type.equals("i64") ? step : out().trunc("i64", step, type);
      return out().add(type, base, narrow);
    }

    private String extract(Type type, List<String> parts) {
      String vector = scope.vectorType(type.scalar());
      List<String> elements = new ArrayList<>();
      for (String part : parts) {
        elements.add(out().extract(vector, part, "i32 " + lane));
      }
      if (!(type instanceof VectorType)) {
        return elements.getFirst();
      }
      String value = "poison";
      for (int p = 0; p < elements.size(); p++) {
        value =
            out()
                .insert(
                    LlvmTypes.type(type), value, LlvmTypes.type(type.scalar()), elements.get(p), p);
      }
      return value;
    }

    @Override
    public String nameOf(Instruction defined) {
      if (own.isEmpty()) {
        own = "%o" + names().number();
      }
      return own;
    }

    @Override
    public void defined(Instruction defined) {}

    @Override
    public String label(Block block) {
      throw new IllegalStateException("a jump of one lane");
    }

    @Override
    public void emitReturn(Instruction end) {
      throw new IllegalStateException("a return of one lane");
    }

    @Override
    public String workItem(WorkItemId id, int dimension) {
      String linear = scope.localLinearId();
      if (linear != null && (id == WorkItemId.LOCAL_ID || id == WorkItemId.GLOBAL_ID)) {
        return flatId(id, dimension, linear);
      }
      String first = scope.workItem(id, dimension);
      if (dimension != 0 || (id != WorkItemId.LOCAL_ID && id != WorkItemId.GLOBAL_ID)) {
        return first;
      }
      String wide = out().cast("zext nneg", "i32", lane, "i64");
      return out().add("i64", first, wide);
    }

    /** Returns an id where the lanes follow the local linear id. */
    private String flatId(WorkItemId id, int dimension, String firstLinear) {
      String wide = out().cast("zext nneg", "i32", lane, "i64");
      String linear = out().add("i64", firstLinear, wide);
      String local = FlatIds.ofLane(out(), module().specialization(), linear, dimension);
      return id == WorkItemId.LOCAL_ID ? local : out().add("i64", "%base" + dimension, local);
    }

    @Override
    public String accessMetadata(Value pointer) {
      return aliasTags(pointer);
    }
  }
}
