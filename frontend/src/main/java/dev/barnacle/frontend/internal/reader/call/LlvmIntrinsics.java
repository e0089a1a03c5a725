package dev.barnacle.frontend.internal.reader.call;

import dev.barnacle.frontend.internal.reader.context.FunctionContext;
import dev.barnacle.frontend.internal.reader.expand.FloatClassTest;
import dev.barnacle.frontend.internal.reader.expand.OverflowTest;
import dev.barnacle.frontend.internal.reader.expand.SaturatingConversion;
import dev.barnacle.frontend.internal.reader.expand.VectorReduction;
import dev.barnacle.frontend.internal.reader.operation.WideReader;
import dev.barnacle.frontend.internal.reader.type.ConstantReader;
import dev.barnacle.frontend.internal.reader.type.Flags;
import dev.barnacle.frontend.internal.reader.type.IntegerWidths;
import dev.barnacle.frontend.internal.reader.type.UnsupportedException;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.Constant;
import dev.barnacle.ir.CycleCounter;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.MemoryCopy;
import dev.barnacle.ir.MemoryFill;
import dev.barnacle.ir.Trap;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.Value;
import dev.barnacle.llvm.view.LlvmFunction;
import dev.barnacle.llvm.view.LlvmInstruction;
import dev.barnacle.llvm.view.LlvmType;
import dev.barnacle.llvm.view.LlvmValue;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** LLVM's own functions, {@code llvm.*}. */
final class LlvmIntrinsics {
  private static final String PREFIX = "llvm.";

  /** Those that are one intrinsic of the IR on the same operands. */
  private static final Map<String, Intrinsic.Op> DIRECT = new HashMap<>();

  /** Those that only tell the optimiser or the debugger something. */
  private static final Set<String> DROPPED =
      Set.of(
          "assume",
          "debugtrap", // a breakpoint where no debugger waits
          "dbg.declare",
          "dbg.value",
          "dbg.assign",
          "dbg.label",
          "donothing",
          "experimental.noalias.scope.decl",
          "fake.use",
          "invariant.start",
          "invariant.end",
          "prefetch",
          "pseudoprobe",
          "sideeffect",
          "var.annotation");

  static {
    for (Intrinsic.Op op : Intrinsic.Op.values()) {
      if (!op.isExpectation()) {
        DIRECT.put(op.name().toLowerCase(Locale.ROOT).replace('_', '.'), op);
      }
    }
    DIRECT.remove("trunc.f");
    DIRECT.remove("fmin");
    DIRECT.remove("fmax");
    DIRECT.remove("fmod");
    DIRECT.put("trunc", Intrinsic.Op.TRUNC_F);
    DIRECT.put("minnum", Intrinsic.Op.FMIN);
    DIRECT.put("maxnum", Intrinsic.Op.FMAX);
    DIRECT.put("minimumnum", Intrinsic.Op.FMIN);
    DIRECT.put("maximumnum", Intrinsic.Op.FMAX);
    DIRECT.put("nearbyint", Intrinsic.Op.RINT);
    DIRECT.put("roundeven", Intrinsic.Op.RINT);
  }

  private final FunctionContext context;
  private final WideReader wide;

  LlvmIntrinsics(FunctionContext context, WideReader wide) {
    this.context = context;
    this.wide = wide;
  }

  private IrBuilder builder() {
    return context.builder();
  }

  /** Reads a call; returns the leaves of its result. */
  List<? extends Value> call(LlvmInstruction call, LlvmFunction callee) {
    String name = callee.name().substring(PREFIX.length());
    boolean isWide =
        !call.arguments().isEmpty() && IntegerWidths.isWide(call.arguments().getFirst().type());
    for (String base = name; !base.isEmpty(); base = withoutLastPart(base)) {
      if (DROPPED.contains(base)) {
        if (call.type().kind() != LlvmType.Kind.VOID) {
          context.defineUndefined(call);
          return context.parts(call);
        }
        return List.of();
      }
      List<Value> onWide = isWide ? wide.intrinsic(base, call) : null;
      if (onWide != null) {
        return onWide;
      }
      Intrinsic.Op op = DIRECT.get(base);
      if (op != null) {
        return List.of(direct(op, call));
      }
      List<? extends Value> special = special(base, call);
      if (special != null) {
        return special;
      }
    }
    throw UnsupportedException.of("the LLVM intrinsic '" + callee.name() + "'");
  }

  private static String withoutLastPart(String name) {
    return name.substring(0, Math.max(0, name.lastIndexOf('.')));
  }

  private Value argument(LlvmInstruction call, int index) {
    return context.value(call.operand(index));
  }

  private Value direct(Intrinsic.Op op, LlvmInstruction call) {
    IntegerWidths.refuse(call.type());
    List<Value> operands =
        call.arguments().subList(0, op.arity()).stream().map(context::value).toList();
    return builder()
        .add(new Intrinsic(op, operands, op.isFloat() ? Flags.fastMath(call) : Set.of()));
  }

  private @Nullable List<? extends Value> special(String name, LlvmInstruction call) {
    return switch (name) {
      case "memcpy", "memcpy.inline" -> copy(call, false);
      case "memmove" -> copy(call, true);
      case "memset", "memset.inline" -> fill(call);
      case "trap", "ubsantrap" -> trap();
      case "readcyclecounter", "readsteadycounter" -> List.of(builder().add(new CycleCounter()));
      case "lifetime.start", "lifetime.end" -> forget(call);
      case "expect", "expect.with.probability", "arithmetic.fence", "annotation", "ssa.copy" ->
          context.parts(call.operand(0));
      case "is.constant" -> List.of(isConstant(call.operand(0)));
      case "objectsize" -> List.of(unknownSize(call));
      case "ptrmask" -> List.of(maskPointer(call));
      case "lrint", "llrint" -> List.of(roundToInteger(Intrinsic.Op.RINT, call));
      case "lround", "llround" -> List.of(roundToInteger(Intrinsic.Op.ROUND, call));
      case "scmp" -> List.of(order(Compare.Predicate.SLT, call));
      case "ucmp" -> List.of(order(Compare.Predicate.ULT, call));
      case "is.fpclass" -> List.of(classTest(call));
      case "fptosi.sat" ->
          List.of(new SaturatingConversion(builder()).signed(argument(call, 0), resultType(call)));
      case "fptoui.sat" ->
          List.of(
              new SaturatingConversion(builder()).unsigned(argument(call, 0), resultType(call)));
      default -> name.contains(".with.overflow") ? overflow(name, call) : reduction(name, call);
    };
  }

  private Type resultType(LlvmInstruction call) {
    IntegerWidths.refuse(call.type());
    return context.type(call.type());
  }

  private List<Value> copy(LlvmInstruction call, boolean overlapping) {
    builder()
        .add(
            new MemoryCopy(
                FunctionContext.specific(argument(call, 0)),
                FunctionContext.specific(argument(call, 1)),
                size(call),
                alignment(call, 0),
                alignment(call, 1),
                overlapping));
    return List.of();
  }

  private List<Value> fill(LlvmInstruction call) {
    builder()
        .add(
            new MemoryFill(
                FunctionContext.specific(argument(call, 0)),
                argument(call, 1),
                size(call),
                alignment(call, 0)));
    return List.of();
  }

  private List<Value> trap() {
    builder().add(new Trap());
    return List.of();
  }

  /** The life of a private variable begins or ends: it holds nothing. */
  private List<Value> forget(LlvmInstruction call) {
    if (context.module().isWatched() && argument(call, 1) instanceof Alloca variable) {
      builder()
          .add(
              new MemoryFill(
                  variable,
                  new UndefConstant(Types.I8),
                  new IntConstant(Types.I64, variable.byteSize()),
                  1));
    }
    return List.of();
  }

  private Value size(LlvmInstruction call) {
    Value size = argument(call, 2);
    return size.type().equals(Types.I64)
        ? size
        : size instanceof IntConstant constant
            ? new IntConstant(Types.I64, constant.unsigned())
            : builder().cast(Cast.Op.ZEXT, size, Types.I64);
  }

  private static long alignment(LlvmInstruction call, int argument) {
    return call.argumentAlignment(argument).orElse(1L);
  }

  private Value isConstant(LlvmValue operand) {
    boolean known = context.parts(operand).stream().allMatch(Constant.class::isInstance);
    return known ? IntConstant.TRUE : IntConstant.FALSE;
  }

  /** Returns the result of __builtin_object_size for an object that it does not know. */
  private Value unknownSize(LlvmInstruction call) {
    boolean least = argument(call, 1) instanceof IntConstant minimum && minimum.unsigned() != 0;
    return ConstantReader.integer(resultType(call), least ? 0 : -1);
  }

  /** Moves the pointer down by the bits that the mask clears, so that it keeps its object. */
  private Value maskPointer(LlvmInstruction call) {
    Value pointer = argument(call, 0);
    Value mask = argument(call, 1);
    Value address = builder().cast(Cast.Op.PTRTOINT, pointer, Types.I64);
    Value masked = builder().binary(Binary.Op.AND, address, mask);
    return builder().pointerAdd(pointer, builder().binary(Binary.Op.SUB, masked, address));
  }

  private Value roundToInteger(Intrinsic.Op op, LlvmInstruction call) {
    Value rounded = builder().intrinsic(op, argument(call, 0));
    return builder().cast(Cast.Op.FPTOSI, rounded, resultType(call));
  }

  /** Returns -1, 0 or 1 where the left operand is less, equal or greater. */
  private Value order(Compare.Predicate less, LlvmInstruction call) {
    Value left = argument(call, 0);
    Value right = argument(call, 1);
    Type type = resultType(call);
    Value greater = builder().cast(Cast.Op.ZEXT, builder().compare(less, right, left), type);
    Value smaller = builder().cast(Cast.Op.ZEXT, builder().compare(less, left, right), type);
    return builder().binary(Binary.Op.SUB, greater, smaller);
  }

  private Value classTest(LlvmInstruction call) {
    if (!(argument(call, 1) instanceof IntConstant classes)) {
      throw UnsupportedException.of("a test for unknown classes of floating-point numbers");
    }
    return new FloatClassTest(builder(), argument(call, 0)).test((int) classes.unsigned());
  }

  private @Nullable List<Value> overflow(String name, LlvmInstruction call) {
    IntegerWidths.refuse(call.operand(0).type());
    OverflowTest test = new OverflowTest(builder(), argument(call, 0), argument(call, 1));
    return switch (name) {
      case "uadd.with.overflow" -> test.unsignedAdd();
      case "sadd.with.overflow" -> test.signedAdd();
      case "usub.with.overflow" -> test.unsignedSubtract();
      case "ssub.with.overflow" -> test.signedSubtract();
      case "umul.with.overflow" -> test.multiply(false);
      case "smul.with.overflow" -> test.multiply(true);
      default -> null;
    };
  }

  private @Nullable List<Value> reduction(String name, LlvmInstruction call) {
    VectorReduction reduction = new VectorReduction(builder(), Flags.fastMath(call));
    return switch (name) {
      case "vector.reduce.add" -> List.of(reduction.fold(Binary.Op.ADD, argument(call, 0)));
      case "vector.reduce.mul" -> List.of(reduction.fold(Binary.Op.MUL, argument(call, 0)));
      case "vector.reduce.and" -> List.of(reduction.fold(Binary.Op.AND, argument(call, 0)));
      case "vector.reduce.or" -> List.of(reduction.fold(Binary.Op.OR, argument(call, 0)));
      case "vector.reduce.xor" -> List.of(reduction.fold(Binary.Op.XOR, argument(call, 0)));
      case "vector.reduce.smin" -> List.of(reduction.fold(Intrinsic.Op.SMIN, argument(call, 0)));
      case "vector.reduce.smax" -> List.of(reduction.fold(Intrinsic.Op.SMAX, argument(call, 0)));
      case "vector.reduce.umin" -> List.of(reduction.fold(Intrinsic.Op.UMIN, argument(call, 0)));
      case "vector.reduce.umax" -> List.of(reduction.fold(Intrinsic.Op.UMAX, argument(call, 0)));
      case "vector.reduce.fmin" -> List.of(reduction.fold(Intrinsic.Op.FMIN, argument(call, 0)));
      case "vector.reduce.fmax" -> List.of(reduction.fold(Intrinsic.Op.FMAX, argument(call, 0)));
      case "vector.reduce.fminimum" ->
          List.of(reduction.fold(Intrinsic.Op.MINIMUM, argument(call, 0)));
      case "vector.reduce.fmaximum" ->
          List.of(reduction.fold(Intrinsic.Op.MAXIMUM, argument(call, 0)));
      case "vector.reduce.fadd" ->
          List.of(reduction.fold(Binary.Op.FADD, argument(call, 0), argument(call, 1)));
      case "vector.reduce.fmul" ->
          List.of(reduction.fold(Binary.Op.FMUL, argument(call, 0), argument(call, 1)));
      default -> null;
    };
  }
}
