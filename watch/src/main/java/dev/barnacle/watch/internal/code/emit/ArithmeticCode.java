package dev.barnacle.watch.internal.code.emit;

import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;

import dev.barnacle.engine.math.SoftArithmetic;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VectorConstant;
import dev.barnacle.watch.internal.run.exec.Division;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes operations on integers and floating-point numbers, lane by lane. */
final class ArithmeticCode {
  private final Emitter emitter;
  private final CodeBuilder code;

  ArithmeticCode(Emitter emitter) {
    this.emitter = emitter;
    this.code = emitter.code();
  }

  void binary(Binary i) {
    for (int lane = 0; lane < i.type().lanes(); lane++) {
      if (i.op().isFloat()) {
        floating(i, lane);
      } else {
        integer(i, lane);
      }
      emitter.pop(i, lane);
    }
  }

  private void floating(Binary i, int lane) {
    emitter.push(i.operand(0), lane);
    emitter.push(i.operand(1), lane);
    boolean wide = JvmTypes.kind(i.type()) == TypeKind.DOUBLE;
    switch (i.op()) {
      case FADD -> run(wide, code::dadd, code::fadd);
      case FSUB -> run(wide, code::dsub, code::fsub);
      case FMUL -> run(wide, code::dmul, code::fmul);
      case FDIV -> run(wide, code::ddiv, code::fdiv);
      case FREM -> run(wide, code::drem, code::frem);
      default -> throw new IllegalStateException(i.op().keyword());
    }
    roundHalf(i.type());
  }

  private static void run(boolean wide, Runnable whenWide, Runnable otherwise) {
    (wide ? whenWide : otherwise).run();
  }

  /** Rounds the float on the stack to a half where {@code type} is half. */
  void roundHalf(Type type) {
    if (type.scalar() instanceof FloatType f && f.bits() == 16) {
      emitter.call(SoftArithmetic.class, "roundToHalf", CD_float, CD_float);
    }
  }

  private void integer(Binary i, int lane) {
    boolean wide = JvmTypes.kind(i.type()) == TypeKind.LONG;
    int bits = JvmTypes.bits(i.type());
    switch (i.op()) {
      case UDIV, SDIV, UREM, SREM -> division(i, lane, bits, wide);
      case SHL, LSHR, ASHR -> shift(i, lane, bits, wide);
      default -> {
        emitter.push(i.operand(0), lane);
        emitter.push(i.operand(1), lane);
        simple(i.op(), wide);
        switch (i.op()) {
          case ADD, SUB, MUL -> normalize(bits);
          default -> {}
        }
      }
    }
  }

  private void simple(Binary.Op op, boolean wide) {
    switch (op) {
      case ADD -> run(wide, code::ladd, code::iadd);
      case SUB -> run(wide, code::lsub, code::isub);
      case MUL -> run(wide, code::lmul, code::imul);
      case AND -> run(wide, code::land, code::iand);
      case OR -> run(wide, code::lor, code::ior);
      case XOR -> run(wide, code::lxor, code::ixor);
      default -> throw new IllegalStateException(op.keyword());
    }
  }

  /** Brings the int on the stack to the form in which integers of so many bits are kept. */
  void normalize(int bits) {
    switch (bits) {
      case 1 -> {
        code.iconst_1();
        code.iand();
      }
      case 8 -> code.i2b();
      case 16 -> code.i2s();
      default -> {}
    }
  }

  /** Makes the int on the stack the unsigned value of so many bits. */
  void unsigned(int bits) {
    switch (bits) {
      case 8 -> {
        code.loadConstant(0xff);
        code.iand();
      }
      case 16 -> {
        code.loadConstant(0xffff);
        code.iand();
      }
      default -> {}
    }
  }

  private void shift(Binary i, int lane, int bits, boolean wide) {
    emitter.push(i.operand(0), lane);
    if (i.op() == Binary.Op.LSHR) {
      unsigned(bits);
    }
    emitter.push(i.operand(1), lane);
    if (wide) {
      code.l2i();
    }
    switch (i.op()) {
      case SHL -> run(wide, code::lshl, code::ishl);
      case LSHR -> run(wide, code::lushr, code::iushr);
      default -> run(wide, code::lshr, code::ishr);
    }
    normalize(bits);
  }

  private void division(Binary i, int lane, int bits, boolean wide) {
    boolean signed = i.op() == Binary.Op.SDIV || i.op() == Binary.Op.SREM;
    boolean remainder = i.op() == Binary.Op.UREM || i.op() == Binary.Op.SREM;
    emitter.push(i.operand(0), lane);
    if (!signed) {
      unsigned(bits);
    }
    IntConstant constant = constant(i.operand(1), lane);
    if (!signed && constant != null && Long.bitCount(constant.unsigned()) == 1) {
      divisionByPower(constant.unsigned(), remainder, wide);
      normalize(bits);
      return;
    }
    emitter.push(i.operand(1), lane);
    if (!signed) {
      unsigned(bits);
    }
    String name = (signed ? "" : "u") + (remainder ? "rem" : "div");
    ClassDesc type = wide ? CD_long : CD_int;
    if (!isSafe(i.operand(1), lane, signed)) {
      checkedDivision(i, name, type, signed);
    } else if (signed) {
      run(wide, remainder ? code::lrem : code::ldiv, remainder ? code::irem : code::idiv);
    } else {
      Class<?> owner = wide ? Long.class : Integer.class;
      emitter.call(owner, remainder ? "remainderUnsigned" : "divideUnsigned", type, type, type);
    }
    normalize(bits);
  }

  /** Divides the unsigned number on the stack by a power of two: HotSpot's first compiler calls. */
  private void divisionByPower(long divisor, boolean remainder, boolean wide) {
    if (!remainder) {
      code.loadConstant(Long.numberOfTrailingZeros(divisor));
      run(wide, code::lushr, code::iushr);
    } else if (wide) {
      code.loadConstant(divisor - 1);
      code.land();
    } else {
      code.loadConstant((int) (divisor - 1));
      code.iand();
    }
  }

  private void checkedDivision(Binary i, String name, ClassDesc type, boolean signed) {
    List<ClassDesc> types = new ArrayList<>(List.of(type, type));
    if (signed) {
      pushLeast(i.type());
      types.add(type);
    }
    emitter.pushWorkItem();
    code.loadConstant(emitter.layout().places().of(i));
    types.addAll(List.of(JvmTypes.WORK_ITEM, CD_int));
    emitter.call(Division.class, name, type, types.toArray(ClassDesc[]::new));
  }

  /** Pushes the least integer of a type. */
  private void pushLeast(Type type) {
    long least = -1L << (JvmTypes.bits(type) - 1);
    if (JvmTypes.kind(type) == TypeKind.LONG) {
      code.loadConstant(least);
    } else {
      code.loadConstant((int) least);
    }
  }

  private static boolean isSafe(Value divisor, int lane, boolean signed) {
    IntConstant constant = constant(divisor, lane);
    return constant != null && constant.value() != 0 && !(signed && constant.value() == -1);
  }

  /** Returns the constant that a lane is, or null. */
  private static @Nullable IntConstant constant(Value value, int lane) {
    Value element = value instanceof VectorConstant v ? v.elements().get(lane) : value;
    return element instanceof IntConstant constant ? constant : null;
  }

  void unary(Unary i) {
    for (int lane = 0; lane < i.type().lanes(); lane++) {
      emitter.push(i.operand(0), lane);
      if (i.op() == Unary.Op.FNEG) {
        run(JvmTypes.kind(i.type()) == TypeKind.DOUBLE, code::dneg, code::fneg);
      }
      emitter.pop(i, lane);
    }
  }

  void compare(Compare i) {
    for (int lane = 0; lane < i.type().lanes(); lane++) {
      Label yes = code.newLabel();
      Label end = code.newLabel();
      branch(i, lane, yes);
      code.iconst_0();
      code.goto_(end);
      code.labelBinding(yes);
      code.iconst_1();
      code.labelBinding(end);
      emitter.pop(i, lane);
    }
  }

  /** Jumps to {@code yes} where the comparison holds. */
  void branch(Compare i, int lane, Label yes) {
    if (i.predicate().isFloat()) {
      floatBranch(i, lane, yes);
    } else {
      integerBranch(i, lane, yes);
    }
  }

  private void integerBranch(Compare i, int lane, Label yes) {
    emitter.push(i.operand(0), lane);
    boolean wide = JvmTypes.kind(i.operand(0).type()) == TypeKind.LONG;
    boolean unsigned =
        switch (i.predicate()) {
          case UGT, UGE, ULT, ULE -> true;
          default -> false;
        };
    boolean truth = JvmTypes.bits(i.operand(0).type()) == 1;
    if (truth && !unsigned) {
      // The truth values are kept as 0 and 1 but compare as 0 and -1.
      code.ineg();
    }
    if (unsigned) {
      shiftOrder(wide);
    }
    emitter.push(i.operand(1), lane);
    if (truth && !unsigned) {
      code.ineg();
    }
    if (unsigned) {
      shiftOrder(wide);
    }
    if (wide) {
      code.lcmp();
      jumpByZero(i.predicate(), yes);
    } else {
      jumpByInts(i.predicate(), yes);
    }
  }

  /** Moves the number on the stack so that the order of signed numbers is that of unsigned ones. */
  private void shiftOrder(boolean wide) {
    if (wide) {
      code.loadConstant(Long.MIN_VALUE);
      code.ladd();
    } else {
      code.loadConstant(Integer.MIN_VALUE);
      code.iadd();
    }
  }

  private void jumpByZero(Compare.Predicate predicate, Label yes) {
    switch (predicate) {
      case EQ -> code.ifeq(yes);
      case NE -> code.ifne(yes);
      case UGT, SGT -> code.ifgt(yes);
      case UGE, SGE -> code.ifge(yes);
      case ULT, SLT -> code.iflt(yes);
      default -> code.ifle(yes);
    }
  }

  private void jumpByInts(Compare.Predicate predicate, Label yes) {
    switch (predicate) {
      case EQ -> code.if_icmpeq(yes);
      case NE -> code.if_icmpne(yes);
      case SGT, UGT -> code.if_icmpgt(yes);
      case SGE, UGE -> code.if_icmpge(yes);
      case SLT, ULT -> code.if_icmplt(yes);
      default -> code.if_icmple(yes);
    }
  }

  private void floatBranch(Compare i, int lane, Label yes) {
    boolean wide = JvmTypes.kind(i.operand(0).type()) == TypeKind.DOUBLE;
    emitter.push(i.operand(0), lane);
    emitter.push(i.operand(1), lane);
    switch (i.predicate()) {
      case ORD, UNO, ONE, UEQ -> {
        ClassDesc type = wide ? CD_double : CD_float;
        String name = i.predicate().name().toLowerCase(java.util.Locale.ROOT);
        emitter.call(SoftArithmetic.class, name, CD_int, type, type);
        code.ifne(yes);
      }
      // cmpg gives 1 for a NaN, cmpl -1.
      case OEQ -> jump(wide, false, Compare.Predicate.EQ, yes);
      case UNE -> jump(wide, false, Compare.Predicate.NE, yes);
      case OGT -> jump(wide, false, Compare.Predicate.SGT, yes);
      case OGE -> jump(wide, false, Compare.Predicate.SGE, yes);
      case OLT -> jump(wide, true, Compare.Predicate.SLT, yes);
      case OLE -> jump(wide, true, Compare.Predicate.SLE, yes);
      case UGT_F -> jump(wide, true, Compare.Predicate.SGT, yes);
      case UGE_F -> jump(wide, true, Compare.Predicate.SGE, yes);
      case ULT_F -> jump(wide, false, Compare.Predicate.SLT, yes);
      case ULE_F -> jump(wide, false, Compare.Predicate.SLE, yes);
      default -> throw new IllegalStateException(i.predicate().keyword());
    }
  }

  private void jump(boolean wide, boolean greater, Compare.Predicate test, Label yes) {
    if (greater) {
      run(wide, code::dcmpg, code::fcmpg);
    } else {
      run(wide, code::dcmpl, code::fcmpl);
    }
    jumpByZero(test, yes);
  }

  void select(Select i) {
    Value condition = i.operand(0);
    int lanes = i.type().lanes();
    if (condition.type().lanes() > 1) {
      for (int lane = 0; lane < lanes; lane++) {
        choose(i, lane, lane, lane + 1);
      }
    } else {
      choose(i, 0, 0, lanes);
    }
  }

  private void choose(Select i, int conditionLane, int from, int to) {
    Label no = code.newLabel();
    Label end = code.newLabel();
    emitter.push(i.operand(0), conditionLane);
    code.ifeq(no);
    move(i, i.operand(1), from, to);
    code.goto_(end);
    code.labelBinding(no);
    move(i, i.operand(2), from, to);
    code.labelBinding(end);
  }

  private void move(Select i, Value from, int first, int end) {
    for (int lane = first; lane < end; lane++) {
      emitter.push(from, lane);
      emitter.pop(i, lane);
    }
  }
}
