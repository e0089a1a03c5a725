package dev.barnacle.frontend.internal.spirv.write;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.dictionary.MemorySemantics;
import dev.barnacle.frontend.internal.spirv.dictionary.Operations;
import dev.barnacle.frontend.internal.spirv.dictionary.Scope;
import dev.barnacle.frontend.internal.spirv.module.StorageClass;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Atomic functions (OpenCL C, 6.15.12), those of OpenCL C 1.x too. */
final class AtomicFunctions implements BuiltinCall.Family {
  private static final Pattern OF_1X =
      Pattern.compile("atom(?:ic)?_(add|sub|xchg|inc|dec|cmpxchg|min|max|and|or|xor)");

  private static final Pattern FETCH =
      Pattern.compile(
          "atomic_(fetch_(?:add|sub|min|max|and|or|xor)|exchange|load|store)(_explicit)?");

  private static final Pattern COMPARE =
      Pattern.compile("atomic_compare_exchange_(strong|weak)(_explicit)?");

  private static final Pattern FLAG =
      Pattern.compile("atomic_flag_(test_and_set|clear)(_explicit)?");

  @Override
  public int write(BuiltinCall call) {
    if (call.types().isEmpty() || !call.type(0).isPointer() || !areKnown(call)) {
      return OTHER;
    }
    Matcher old = OF_1X.matcher(call.name());
    if (old.matches()) {
      return ofOld(call, old.group(1));
    }
    Matcher fetch = FETCH.matcher(call.name());
    if (fetch.matches()) {
      return fetch(call, fetch.group(1).replace("fetch_", ""), fetch.group(2) != null);
    }
    Matcher compare = COMPARE.matcher(call.name());
    if (compare.matches()) {
      return compare(call, compare.group(1).equals("weak"), compare.group(2) != null);
    }
    Matcher flag = FLAG.matcher(call.name());
    if (flag.matches()) {
      return flag(call, flag.group(1).equals("clear"), flag.group(2) != null);
    }
    if (call.name().equals("atomic_init")) {
      call.body().effect(Opcode.STORE, pointer(call), call.value(1));
      return NOTHING;
    }
    return OTHER;
  }

  /** Returns whether all orders and scopes that a call names are constants. */
  static boolean areKnown(BuiltinCall call) {
    boolean known = true;
    for (int k = 0; k < call.types().size(); k++) {
      String type = call.type(k).name();
      boolean word = type.equals("memory_order") || type.equals("memory_scope");
      known &= !word || call.constant(k).isPresent();
    }
    return known;
  }

  /** Returns the memory semantics of a storage class. */
  static int memory(StorageClass storage) {
    return switch (storage) {
      case WORKGROUP -> MemorySemantics.WORKGROUP_MEMORY;
      case CROSS_WORKGROUP -> MemorySemantics.CROSS_WORKGROUP_MEMORY;
      default -> MemorySemantics.WORKGROUP_MEMORY | MemorySemantics.CROSS_WORKGROUP_MEMORY;
    };
  }

  /** Notes what an atomic operation on a type needs. */
  static void needs(Body body, WrittenType type) {
    if (type.isInt() && type.bits() == 64) {
      body.module().text.capability("Int64Atomics");
    }
  }

  private static WrittenType content(BuiltinCall call) {
    WrittenType type = call.written(call.type(0).target());
    needs(call.body(), type);
    return type;
  }

  private static int pointer(BuiltinCall call) {
    return call.pointer(0, content(call));
  }

  private static int semantics(BuiltinCall call, int order) {
    StorageClass storage = TypeWriter.storage(call.arguments().getFirst().type().addressSpace());
    return call.integer(order == MemorySemantics.RELAXED ? 0 : order | memory(storage));
  }

  /** Returns SPIR-V's memory semantics of a memory_order. */
  static int order(BuiltinCall call, int index) {
    return MemorySemantics.ofOrder(call.literal(index, "memory_order"));
  }

  /** Returns SPIR-V's scope of a memory_scope. */
  static Scope scope(BuiltinCall call, int index) {
    return Scope.ofOpenCl(call.literal(index, "memory_scope"))
        .orElseThrow(() -> new WriteException(call.name() + ": its memory_scope is none"));
  }

  /** Returns the scope that is the last argument; the device where there is none. */
  private static int scopeOrDevice(BuiltinCall call, int index, boolean explicit) {
    boolean given = explicit && call.count() > index;
    return call.integer((given ? scope(call, index) : Scope.DEVICE).number());
  }

  private int ofOld(BuiltinCall call, String operation) {
    boolean local = call.arguments().getFirst().type().addressSpace() == 3;
    int scope = call.integer((local ? Scope.WORKGROUP : Scope.DEVICE).number());
    int relaxed = call.integer(MemorySemantics.RELAXED);
    if (operation.equals("cmpxchg")) {
      return call.body()
          .emit(
              Opcode.ATOMIC_COMPARE_EXCHANGE,
              call.result(),
              pointer(call),
              scope,
              relaxed,
              relaxed,
              call.value(2),
              call.value(1));
    }
    return modify(call, operation, scope, relaxed);
  }

  private int fetch(BuiltinCall call, String operation, boolean explicit) {
    int at = operation.equals("load") ? 1 : 2;
    int order = explicit ? order(call, at) : MemorySemantics.SEQUENTIALLY_CONSISTENT;
    int scope = scopeOrDevice(call, at + 1, explicit);
    int semantics = semantics(call, order);
    if (operation.equals("load")) {
      return call.body().emit(Opcode.ATOMIC_LOAD, call.result(), pointer(call), scope, semantics);
    }
    if (operation.equals("store")) {
      if (call.typeOf(1).isPointer()) {
        return OTHER; // clang declares it so for half
      }
      call.body().effect(Opcode.ATOMIC_STORE, pointer(call), scope, semantics, call.value(1));
      return NOTHING;
    }
    return modify(call, operation, scope, semantics);
  }

  private int modify(BuiltinCall call, String operation, int scope, int semantics) {
    Body body = call.body();
    WrittenType type = content(call);
    int pointer = pointer(call);
    if (operation.equals("inc") || operation.equals("dec")) {
      String op = operation.equals("inc") ? Opcode.ATOMIC_I_INCREMENT : Opcode.ATOMIC_I_DECREMENT;
      return body.emit(op, type, pointer, scope, semantics);
    }
    int value = call.value(1);
    String name = operation.equals("exchange") ? "xchg" : operation;
    boolean extreme = name.equals("min") || name.equals("max");
    boolean real = type.isFloat() && !name.equals("xchg");
    if (real && name.equals("sub")) {
      value = body.emit(Opcode.F_NEGATE, type, value);
      name = "add";
    }
    if (real) {
      name = extreme || name.equals("add") ? "f" + name : "";
    } else if (extreme && call.type(0).target().isUnsigned()) {
      name = "u" + name;
    }
    String op = Operations.ATOMICS.spirv(name);
    if (op == null) {
      return OTHER;
    }
    if (real) {
      String end = extreme ? "MinMaxEXT" : "AddEXT";
      body.module().text.capability("AtomicFloat" + type.bits() + end);
    }
    return body.emit(op, type, pointer, scope, semantics, value);
  }

  /** Floating-point numbers are compared by their bits. */
  private int compare(BuiltinCall call, boolean weak, boolean explicit) {
    Body body = call.body();
    WrittenType content = content(call);
    WrittenType type = content.isFloat() ? body.types().integer(content.bits()) : content;
    needs(body, type);
    int success = explicit ? order(call, 3) : MemorySemantics.SEQUENTIALLY_CONSISTENT;
    int failure = explicit ? order(call, 4) : MemorySemantics.SEQUENTIALLY_CONSISTENT;
    int scope = scopeOrDevice(call, 5, explicit);
    int expected = call.pointer(1, type);
    int wanted = body.emit(Opcode.LOAD, type, expected);
    int value = call.value(2);
    if (content.isFloat()) {
      value = body.emit(Opcode.BITCAST, type, value);
    }
    if (weak) {
      body.module().text.prefer(0x00010000);
    }
    int old =
        body.emit(
            Opcode.ATOMIC_COMPARE_EXCHANGE,
            type,
            call.pointer(0, type),
            scope,
            semantics(call, success),
            semantics(call, failure),
            value,
            wanted);
    int same = body.emit(Opcode.I_EQUAL, body.types().bool(), old, wanted);
    int store = body.module().text.id();
    int after = body.module().text.id();
    body.split(store, Opcode.BRANCH_CONDITIONAL, same, after, store);
    body.effect(Opcode.STORE, expected, old);
    body.split(after, Opcode.BRANCH, after);
    return call.asResult(same);
  }

  private int flag(BuiltinCall call, boolean clears, boolean explicit) {
    Body body = call.body();
    int order = explicit ? order(call, 1) : MemorySemantics.SEQUENTIALLY_CONSISTENT;
    int scope = scopeOrDevice(call, 2, explicit);
    int pointer = call.pointer(0, body.types().integer(32));
    if (clears) {
      body.effect(Opcode.ATOMIC_FLAG_CLEAR, pointer, scope, semantics(call, order));
      return NOTHING;
    }
    return call.asResult(
        body.emit(
            Opcode.ATOMIC_FLAG_TEST_AND_SET,
            body.types().bool(),
            pointer,
            scope,
            semantics(call, order)));
  }
}
