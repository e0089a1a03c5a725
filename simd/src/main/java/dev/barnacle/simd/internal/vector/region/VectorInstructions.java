package dev.barnacle.simd.internal.vector.region;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.simd.internal.emit.ArithmeticEmitter;
import dev.barnacle.simd.internal.emit.InstructionEmitter;
import dev.barnacle.simd.internal.plan.region.AtomicForm;
import dev.barnacle.simd.internal.plan.region.MemoryForm;
import dev.barnacle.simd.internal.plan.region.Operation;
import dev.barnacle.simd.internal.plan.region.ValueForm;
import dev.barnacle.simd.internal.text.LlvmTypes;
import dev.barnacle.simd.internal.vector.FlatIds;
import dev.barnacle.simd.internal.vector.Scalarizer;
import dev.barnacle.simd.internal.vector.VectorScope;
import dev.barnacle.simd.internal.vector.atomic.VectorAtomics;
import dev.barnacle.simd.internal.vector.memory.VectorMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Emits one instruction for all lanes in the form that the plan has for it: uniform ones once, as
 * the scalar emitters do; affine ones on the first lane's values; varying ones on vectors. What has
 * no vector form runs lane by lane ({@link Scalarizer}).
 */
final class VectorInstructions {
  private final VectorScope scope;
  private final InstructionEmitter scalar;
  private final VectorDivision division;
  private final Quotient quotient;
  private final VectorMemory memory;
  private final VectorIntrinsics intrinsics;
  private final Scalarizer scalarizer;
  private final VectorAtomics atomics;
  private final FlatIds flatIds;
  private final SubGroupEmitter subGroups;

  VectorInstructions(VectorScope scope) {
    this.scope = scope;
    this.scalar = new InstructionEmitter(scope);
    this.scalarizer = new Scalarizer(scope);
    this.division = new VectorDivision(scope);
    this.quotient = new Quotient(scope);
    this.memory = new VectorMemory(scope, scalarizer);
    this.atomics = new VectorAtomics(scope, scalarizer);
    this.intrinsics = new VectorIntrinsics(scope);
    this.flatIds = new FlatIds(scope);
    this.subGroups = new SubGroupEmitter(scope);
  }

  /** Starts a piece. */
  void begin() {
    memory.begin();
  }

  void emit(Operation operation) {
    Instruction instruction = operation.instruction();
    switch (operation.form()) {
      case MemoryForm form when instruction instanceof Store store -> memory.store(store, form);
      case MemoryForm form -> memory.load((Load) instruction, form);
      case ValueForm.UNIFORM -> scalar.emit(instruction);
      case ValueForm.AFFINE -> affine(instruction);
      case ValueForm.VECTOR -> varying(instruction);
      case AtomicForm form -> atomics.emit(instruction, form);
      case ValueForm.SUB_GROUP -> subGroups.emit((GroupOperation) instruction);
      case ValueForm.LANE_BY_LANE -> scalarizer.run(instruction);
    }
  }

  /** The first lane may not run at all: nothing may be assumed of its values. */
  private void affine(Instruction instruction) {
    switch (instruction) {
      case Binary b -> {
        String left = scope.operand(b.operand(0));
        String right = scope.operand(b.operand(1));
        String type = LlvmTypes.type(b.type());
        scope.define(b, o -> o.binary(b.op().keyword(), type, left, right));
      }
      case PointerAdd p -> {
        String base = scope.operand(p.operand(0));
        String offset = scaledOffset(p);
        scope.define(p, o -> o.gep(base, offset));
      }
      default -> scalar.emit(instruction);
    }
  }

  private void varying(Instruction instruction) {
    switch (instruction) {
      case Binary i -> binary(i);
      case Unary i -> {
        String type = ArithmeticEmitter.flags(i.fastMath()) + scope.vectorType(i.type().scalar());
        each(i, p -> scope.out().unary(i.op().keyword(), type, scope.part(i.operand(0), p)));
      }
      case Compare i -> each(i, p -> compare(i, p));
      case Cast i -> cast(i);
      case Select i -> each(i, p -> select(i, p));
      case Intrinsic i -> intrinsics.emit(i);
      case ExtractElement i ->
          scope.set(i, List.of(scope.part(i.operand(0), (int) index(i.operand(1)))));
      case InsertElement i -> insert(i, index(i.operand(2)));
      case Shuffle i -> shuffle(i);
      case PointerAdd i -> pointerAdd(i);
      case WorkItemQuery i -> flatIds.emit(i);
      default -> throw new IllegalStateException("no vector form of " + instruction.mnemonic());
    }
  }

  private static long index(Value constant) {
    return ((IntConstant) constant).value();
  }

  private void each(Instruction i, IntFunction<String> emission) {
    scope.set(i, IntStream.range(0, i.type().lanes()).mapToObj(emission).toList());
  }

  private void binary(Binary i) {
    switch (i.op()) {
      case UDIV, SDIV, UREM, SREM -> division.emit(i);
      case FDIV ->
          each(i, p -> quotient.emit(i, scope.part(i.operand(0), p), scope.part(i.operand(1), p)));
      default -> {
        String type = ArithmeticEmitter.flags(i) + scope.vectorType(i.type().scalar());
        each(
            i,
            p -> {
              String left = scope.part(i.operand(0), p);
              String right = scope.part(i.operand(1), p);
              return scope.out().binary(i.op().keyword(), type, left, right);
            });
      }
    }
  }

  private String compare(Compare i, int part) {
    String left = scope.part(i.operand(0), part);
    String right = scope.part(i.operand(1), part);
    String type = scope.vectorType(i.operand(0).type().scalar());
    return ArithmeticEmitter.compare(scope.out(), i, type, left, right);
  }

  private void cast(Cast i) {
    Value from = i.operand(0);
    if (i.op() == Cast.Op.ADDRSPACECAST) {
      List<String> parts = new ArrayList<>();
      for (int p = 0; p < i.type().lanes(); p++) {
        parts.add(scope.part(from, p));
      }
      scope.set(i, parts);
      return;
    }
    boolean freeze = i.op() == Cast.Op.FPTOSI || i.op() == Cast.Op.FPTOUI;
    String type = scope.vectorType(from.type().scalar());
    String to = scope.vectorType(i.type().scalar());
    each(
        i,
        p -> {
          String converted = scope.out().cast(i.op().keyword(), type, scope.part(from, p), to);
          return freeze ? scope.out().freeze(to, converted) : converted;
        });
  }

  private String select(Select i, int part) {
    Value condition = i.operand(0);
    String type = scope.vectorType(i.type().scalar());
    String first = scope.part(i.operand(1), part);
    String second = scope.part(i.operand(2), part);
    if (condition.type().lanes() == 1 && scope.shape(condition).isUniform()) {
      return scope.out().select(scope.operand(condition), type, first, second);
    }
    int which = condition.type().lanes() == 1 ? 0 : part;
    return scope.select(scope.part(condition, which), type, first, second);
  }

  private void insert(InsertElement i, long index) {
    List<String> parts = new ArrayList<>();
    for (int p = 0; p < i.type().lanes(); p++) {
      parts.add(p == index ? scope.part(i.operand(1), 0) : scope.part(i.operand(0), p));
    }
    scope.set(i, parts);
  }

  private void shuffle(Shuffle i) {
    int first = i.operand(0).type().lanes();
    List<String> parts = new ArrayList<>();
    for (int source : i.mask()) {
      parts.add(
          source < 0
              ? "poison"
              : source < first
                  ? scope.part(i.operand(0), source)
                  : scope.part(i.operand(1), source - first));
    }
    scope.set(i, parts);
  }

  /** Elements of an interleaved array are as many times further away as there are lanes. */
  private String scaledOffset(PointerAdd i) {
    Value offset = i.operand(1);
    if (!scope.arrays().isInterleaved(i.operand(0))) {
      return scope.operand(offset);
    }
    return offset instanceof IntConstant constant
        ? Long.toString(constant.value() * scope.lanes())
        : scope.out().mul("i64", scope.operand(offset), scope.lanes());
  }

  private void pointerAdd(PointerAdd i) {
    Value base = i.operand(0);
    String longs = scope.vectorType(Types.I64);
    String offset = scope.part(i.operand(1), 0);
    if (scope.arrays().isInterleaved(base)) {
      offset = scope.out().mul(longs, offset, scope.constant(Types.I64, scope.lanes()));
    }
    Binary product = scope.shape(base).isUniform() ? scaled(i) : null;
    if (product != null) {
      String element = "i" + 8 * ((IntConstant) product.operand(1)).value();
      String index = scope.part(product.operand(0), 0);
      String start = scope.operand(base);
      scope.set(i, List.of(scope.out().gep(element, "ptr", start, longs, index)));
      return;
    }
    boolean uniform = scope.shape(base).isUniform();
    String start = uniform ? scope.operand(base) : scope.part(base, 0);
    String type = uniform ? "ptr" : scope.vectorType(base.type());
    scope.set(i, List.of(scope.out().gep("i8", type, start, longs, offset)));
  }

  /**
   * Returns the offset if it is an index times 2, 4 or 8 bytes: in that form LLVM sees an index
   * that was extended from 32 bits, and gathers a whole vector at once rather than two halves.
   */
  private @Nullable Binary scaled(PointerAdd i) {
    return i.operand(1) instanceof Binary product
            && product.op() == Binary.Op.MUL
            && product.operand(1) instanceof IntConstant size
            && (size.value() == 2 || size.value() == 4 || size.value() == 8)
            && !scope.arrays().isInterleaved(i.operand(0))
            && product.operand(0) instanceof Instruction index
            && scope.shape(index).isVarying()
            && scope.knows(index)
        ? product
        : null;
  }
}
