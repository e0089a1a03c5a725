package dev.barnacle.watch.internal.code.emit;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Constant;
import dev.barnacle.ir.FloatConstant;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Location;
import dev.barnacle.ir.NullConstant;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VectorConstant;
import dev.barnacle.watch.internal.code.analysis.ProgramLayout;
import dev.barnacle.watch.internal.run.memory.Pointers;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes the code of one method: knows where values are, and puts them on the stack. */
final class Emitter {
  private final CodeBuilder code;
  private final ProgramLayout layout;
  private final Map<Value, Integer> slots = new LinkedHashMap<>();
  private final int workItemSlot;
  private final Map<String, Integer> names = new HashMap<>();
  private final Label start;
  private int line = -1;

  /**
   * Makes one.
   *
   * @param workItemSlot the local variable that holds the {@link
   *     dev.barnacle.watch.internal.run.exec.WorkItem}
   */
  Emitter(CodeBuilder code, ProgramLayout layout, int workItemSlot) {
    this.code = code;
    this.layout = layout;
    this.workItemSlot = workItemSlot;
    this.start = code.newBoundLabel();
  }

  /**
   * Names the local variables after those of the source, for debuggers; nothing may follow. The
   * lanes of a vector {@code v} are called {@code v$0} and so on, further values of a variable
   * {@code x} get a number: {@code x$2}.
   */
  void nameVariables() {
    Label end = code.newBoundLabel();
    slots.forEach(
        (value, slot) -> {
          String name = sourceName(value);
          TypeKind kind = JvmTypes.kind(value.type());
          for (int lane = 0; !name.isEmpty() && lane < value.type().lanes(); lane++) {
            String full = value.type().lanes() == 1 ? name : name + "$" + lane;
            int count = names.merge(full, 1, Integer::sum);
            code.localVariable(
                slot + lane * kind.slotSize(),
                count == 1 ? full : full + "$" + count,
                JvmTypes.desc(kind),
                start,
                end);
          }
        });
  }

  /** Returns the name of the variable that a value belongs to; empty where it belongs to none. */
  private static String sourceName(Value value) {
    return switch (value) {
      // One that clang has made, such as agg.result, belongs to none; a class can't have its name.
      case Parameter p -> p.name().indexOf('.') < 0 ? p.name() : "";
      case Phi p when p.name().indexOf('.') > 0 -> p.name().substring(0, p.name().indexOf('.'));
      default -> "";
    };
  }

  CodeBuilder code() {
    return code;
  }

  ProgramLayout layout() {
    return layout;
  }

  /** Pushes the work-item that runs. */
  void pushWorkItem() {
    code.aload(workItemSlot);
  }

  /** Says that {@code value} is kept in local variables from {@code slot} on. */
  void place(Value value, int slot) {
    slots.put(value, slot);
  }

  /** Returns the local variable of a lane, made at first. */
  int slot(Value value, int lane) {
    TypeKind kind = JvmTypes.kind(value.type());
    Integer first = slots.get(value);
    if (first == null) {
      first = allocate(kind, value.type().lanes());
      slots.put(value, first);
    }
    return first + lane * kind.slotSize();
  }

  private int allocate(TypeKind kind, int lanes) {
    int first = code.allocateLocal(kind);
    for (int i = 1; i < lanes; i++) {
      int unused = code.allocateLocal(kind);
    }
    return first;
  }

  /** Pushes a lane of a value; a scalar has lane 0. */
  void push(Value value, int lane) {
    switch (value) {
      case Constant constant -> pushConstant(constant, lane);
      case GlobalVariable variable -> code.loadConstant(layout.address(variable));
      case Alloca alloca -> pushAlloca(alloca);
      default -> code.loadLocal(JvmTypes.kind(value.type()), slot(value, lane));
    }
  }

  /** Pushes a scalar. */
  void push(Value value) {
    push(value, 0);
  }

  /** Stores the top of the stack as a lane of a result. */
  void pop(Value result, int lane) {
    code.storeLocal(JvmTypes.kind(result.type()), slot(result, lane));
  }

  private void pushAlloca(Alloca alloca) {
    pushWorkItem();
    code.getfield(JvmTypes.WORK_ITEM, "item", ConstantDescs.CD_int);
    code.i2l();
    code.loadConstant(36);
    code.lshl();
    code.loadConstant(Pointers.own(layout.array(alloca), 0));
    code.lor();
  }

  private void pushConstant(Constant constant, int lane) {
    switch (constant) {
      case IntConstant c ->
          pushInteger(c.type(), c.type().equals(Types.I1) ? c.value() & 1 : c.value());
      case FloatConstant c -> pushFloat(c);
      case NullConstant c -> pushZero(c.type());
      case UndefConstant c -> pushZero(c.type());
      case VectorConstant c -> pushConstant(c.elements().get(lane), 0);
    }
  }

  private void pushInteger(Type type, long value) {
    if (JvmTypes.kind(type) == TypeKind.LONG) {
      code.loadConstant(value);
    } else {
      code.loadConstant((int) value);
    }
  }

  private void pushFloat(FloatConstant constant) {
    boolean isDouble = constant.type().bits() == 64;
    if (Double.isNaN(constant.value())) {
      pushNan(constant, isDouble);
    } else if (isDouble) {
      code.loadConstant(constant.value());
    } else {
      code.loadConstant((float) constant.value());
    }
  }

  /** The JVM's constants of floating-point types have one NaN only. */
  private void pushNan(FloatConstant constant, boolean isDouble) {
    if (isDouble) {
      code.loadConstant(constant.bits());
      call(Double.class, "longBitsToDouble", ConstantDescs.CD_double, ConstantDescs.CD_long);
    } else {
      int bits =
          constant.type().bits() == 16
              ? Float.floatToRawIntBits(Float.float16ToFloat((short) constant.bits()))
              : (int) constant.bits();
      code.loadConstant(bits);
      call(Float.class, "intBitsToFloat", ConstantDescs.CD_float, ConstantDescs.CD_int);
    }
  }

  private void pushZero(Type type) {
    switch (JvmTypes.kind(type)) {
      case LONG -> code.lconst_0();
      case FLOAT -> code.fconst_0();
      case DOUBLE -> code.dconst_0();
      default -> code.iconst_0();
    }
  }

  /** Calls a static method; its parameters are on the stack. */
  void call(Class<?> owner, String name, ClassDesc result, ClassDesc... parameters) {
    code.invokestatic(JvmTypes.classDesc(owner), name, JvmTypes.method(result, parameters));
  }

  /** Notes that what follows is the code of {@code instruction}. */
  void at(Instruction instruction) {
    int next = lineOf(instruction.location());
    if (next > 0 && next != line) {
      code.lineNumber(next);
      line = next;
    }
  }

  /** A new piece of code starts, whose first line is always said. */
  void forgetLine() {
    line = -1;
  }

  private int lineOf(@Nullable Location location) {
    Location outer = location;
    while (outer != null && outer.inlinedAt() != null) {
      outer = outer.inlinedAt();
    }
    Location place = location != null && layout.isMain(location) ? location : outer;
    return place == null || place.line() > 65535 ? -1 : place.line();
  }
}
