package dev.barnacle.cli.internal.stress;

import dev.barnacle.frontend.extension.Extension;
import dev.barnacle.frontend.litmus.LitmusTest.LitmusThread;
import dev.barnacle.frontend.litmus.LitmusTest.SharedLocation;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.Fence;
import dev.barnacle.ir.FenceFlag;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/** Writes the operations of a thread as expressions and statements of OpenCL C. */
final class Operations {
  /** Gives the text of a value that was written before. */
  interface Written {
    /** Returns its text; empty where it has none. */
    String text(Value value);
  }

  private final LitmusThread thread;
  private final List<SharedLocation> locations;
  private final boolean fromC;
  private final Written written;
  private final Set<String> extensions = new TreeSet<>();

  Operations(LitmusThread thread, List<SharedLocation> locations, boolean fromC, Written written) {
    this.thread = thread;
    this.locations = locations;
    this.fromC = fromC;
    this.written = written;
  }

  /** Returns the extensions that are needed for what was written. */
  Set<String> extensions() {
    return extensions;
  }

  /** Returns the signed type of a number of bits. */
  static String type(int bits) {
    return switch (bits) {
      case 8 -> "char";
      case 16 -> "short";
      case 64 -> "long";
      default -> "int";
    };
  }

  private static int bits(Type type) throws RefusedException {
    if (type instanceof IntType integer) {
      return integer.bits();
    }
    throw new RefusedException("it keeps an address in memory");
  }

  /** Returns whether an instruction only computes. */
  static boolean isPure(Instruction instruction) {
    return instruction instanceof Binary
        || instruction instanceof Compare
        || instruction instanceof Cast
        || instruction instanceof Select;
  }

  /** Returns the name of a location in a thread. */
  static String place(LitmusThread thread, SharedLocation location) {
    return location.name() + "_of_" + thread.name();
  }

  /** Returns the text of a value. */
  String text(Value value) throws RefusedException {
    return switch (value) {
      case IntConstant c -> constant(c);
      case Parameter p -> place(thread, location(p));
      case UndefConstant _ -> "0";
      default -> {
        String known = written.text(value);
        if (known.isEmpty()) {
          throw new RefusedException(thread.name() + " has an address that it computes");
        }
        yield known;
      }
    };
  }

  private static String constant(IntConstant c) {
    if (c.type().bits() == 1) {
      return c.value() == 0 ? "0" : "1";
    }
    if (c.value() == Long.MIN_VALUE) {
      return "(-0x7fffffffffffffffL - 1)";
    }
    String digits = c.value() + (c.type().bits() == 64 ? "L" : "");
    return c.value() < 0 ? "(" + digits + ")" : digits;
  }

  private SharedLocation location(Parameter parameter) {
    return locations.get(thread.arguments().get(parameter.index()));
  }

  /** Returns the expression of what only computes. */
  String expression(Instruction instruction) throws RefusedException {
    return switch (instruction) {
      case Binary b -> binary(b);
      case Compare c -> compare(c);
      case Cast c -> cast(c);
      case Select s when !(s.type() instanceof PointerType) ->
          "(%s ? %s : %s)".formatted(text(s.operand(0)), text(s.operand(1)), text(s.operand(2)));
      case PointerAdd add -> element(add);
      default -> throw new RefusedException(thread.name() + " chooses between addresses");
    };
  }

  /** Returns a pointer moved by elements, which are as wide as the location's. */
  private String element(PointerAdd add) throws RefusedException {
    long bytes = root(add).element().bits() / 8;
    if (add.operand(1) instanceof IntConstant c) {
      return "(" + text(add.operand(0)) + " + " + c.value() / bytes + ")";
    }
    return "(%s + %s / %d)".formatted(text(add.operand(0)), text(add.operand(1)), bytes);
  }

  /** Returns the location that a pointer is of. */
  private SharedLocation root(Value pointer) throws RefusedException {
    Value at = pointer;
    while (at instanceof PointerAdd add) {
      at = add.operand(0);
    }
    if (at instanceof Parameter p) {
      return location(p);
    }
    throw new RefusedException(thread.name() + " has an address that it computes or reads");
  }

  private String binary(Binary b) throws RefusedException {
    int bits = bits(b.type());
    String type = type(bits);
    String x = text(b.operand(0));
    String y = text(b.operand(1));
    String operator =
        switch (b.op()) {
          case ADD -> "+";
          case SUB -> "-";
          case MUL -> "*";
          case UDIV, SDIV -> "/";
          case UREM, SREM -> "%";
          case SHL -> "<<";
          case LSHR, ASHR -> ">>";
          case AND -> "&";
          case OR -> "|";
          case XOR -> "^";
          default -> throw new RefusedException(thread.name() + " has floating-point numbers");
        };
    boolean signed =
        switch (b.op()) {
          case SDIV, SREM, ASHR, AND, OR, XOR -> true;
          default -> false;
        };
    return signed
        ? "(%s %s %s)".formatted(x, operator, y)
        : "(%s)((u%s)%s %s (u%s)%s)".formatted(type, type, x, operator, type, y);
  }

  private String compare(Compare c) throws RefusedException {
    if (c.operand(0).type() instanceof PointerType) {
      throw new RefusedException(thread.name() + " compares addresses");
    }
    String operator =
        switch (c.predicate()) {
          case EQ -> "==";
          case NE -> "!=";
          case UGT, SGT -> ">";
          case UGE, SGE -> ">=";
          case ULT, SLT -> "<";
          case ULE, SLE -> "<=";
          default -> throw new RefusedException(thread.name() + " has floating-point numbers");
        };
    boolean unsigned = c.predicate().name().startsWith("U");
    String as = unsigned ? "(u" + type(bits(c.operand(0).type())) + ")" : "";
    return "(%s%s %s %s%s)".formatted(as, text(c.operand(0)), operator, as, text(c.operand(1)));
  }

  private String cast(Cast c) throws RefusedException {
    String value = text(c.operand(0));
    return switch (c.op()) {
      case TRUNC, SEXT -> "(" + type(bits(c.type())) + ")" + value;
      case ZEXT -> {
        int from = bits(c.operand(0).type());
        // A truth value is 0 or 1 already.
        String type = type(bits(c.type()));
        yield from == 1 ? value : "(%s)(u%s)%s".formatted(type, type(from), value);
      }
      default -> throw new RefusedException(thread.name() + " makes a number of an address");
    };
  }

  /**
   * Returns the statements of what reads or writes memory, or orders.
   *
   * @param result where its result goes
   */
  List<String> effect(Instruction instruction, String result) throws RefusedException {
    return switch (instruction) {
      case Load l -> List.of(result + " = *" + plain(l.pointer(), l.type()) + ";");
      case Store s ->
          List.of("*" + plain(s.pointer(), s.value().type()) + " = " + text(s.value()) + ";");
      case AtomicLoad a ->
          List.of(
              result
                  + " = atomic_load_explicit("
                  + list(atomic(a.pointer(), a.type()), a.order(), a.scope()));
      case AtomicStore a ->
          List.of(
              "atomic_store_explicit("
                  + list(
                      atomic(a.pointer(), a.value().type()) + ", " + text(a.value()),
                      a.order(),
                      a.scope()));
      case AtomicRmw a -> List.of(result + " = " + readModifyWrite(a));
      case AtomicCompareExchange a -> exchange(a, result);
      case Fence f ->
          List.of("atomic_work_item_fence(" + list(flags(f.flags()), f.order(), f.scope()));
      default ->
          throw new RefusedException(
              thread.name() + " has " + instruction.mnemonic() + ", which has no text here");
    };
  }

  private String list(String first, MemoryOrder order, MemoryScope scope) {
    return first + ", " + word(order) + ", " + word(scope) + ");";
  }

  /** Returns the order's name; OpenCL C has none for consume, which acquire is stronger than. */
  private static String word(MemoryOrder order) {
    return "memory_order_" + (order == MemoryOrder.CONSUME ? MemoryOrder.ACQUIRE : order).keyword();
  }

  /** Returns the scope's name; all threads of a test in C are of one device here. */
  private String word(MemoryScope scope) {
    return "memory_scope_"
        + (fromC && scope == MemoryScope.ALL_SVM_DEVICES ? MemoryScope.DEVICE : scope).keyword();
  }

  /** Returns the flags of a fence or barrier. */
  static String flags(Set<FenceFlag> flags) {
    List<String> words = new ArrayList<>();
    for (FenceFlag flag : new TreeSet<>(flags)) {
      words.add("CLK_" + flag.name() + "_MEM_FENCE");
    }
    return words.isEmpty() ? "0" : String.join(" | ", words);
  }

  /** Returns an expression of a location's type for plain accesses. */
  private String plain(Value pointer, Type type) throws RefusedException {
    SharedLocation location = root(pointer);
    String name = text(pointer);
    return location.atomic()
        ? "(%s %s *)%s".formatted(space(location), type(bits(type)), name)
        : name;
  }

  private String atomic(Value pointer, Type type) throws RefusedException {
    SharedLocation location = root(pointer);
    int bits = bits(type);
    if (bits < 32) {
      throw new RefusedException("OpenCL C has no atomic integers of %d bits".formatted(bits));
    }
    if (bits == 64) {
      extensions.add(Extension.CL_KHR_INT64_BASE_ATOMICS.text());
      extensions.add(Extension.CL_KHR_INT64_EXTENDED_ATOMICS.text());
    }
    return location.atomic() ? text(pointer) : cast(pointer, "atomic_" + type(bits));
  }

  private String cast(Value pointer, String type) throws RefusedException {
    return "(%s %s *)%s".formatted(space(root(pointer)), type, text(pointer));
  }

  /** Returns the address space of a location. */
  static String space(SharedLocation location) {
    return location.space() == AddressSpace.LOCAL ? "local" : "global";
  }

  private String readModifyWrite(AtomicRmw a) throws RefusedException {
    String pointer = atomic(a.pointer(), a.type());
    UnaryOperator<String> fetch = name -> "atomic_fetch_" + name + "_explicit(";
    String call =
        switch (a.op()) {
          case XCHG -> "atomic_exchange_explicit(";
          case UMIN, UMAX -> {
            pointer = cast(a.pointer(), "atomic_u" + type(bits(a.type())));
            yield fetch.apply(a.op().keyword().substring(1));
          }
          default -> fetch.apply(a.op().keyword());
        };
    return call + list(pointer + ", " + text(a.value()), a.order(), a.scope());
  }

  /** Returns a compare-and-exchange: the expected value gives way to the old one. */
  private List<String> exchange(AtomicCompareExchange a, String result) throws RefusedException {
    // The order of failure of a published test is release, which orders nothing more.
    MemoryOrder failure =
        a.failureOrder() == MemoryOrder.RELEASE ? MemoryOrder.RELAXED : a.failureOrder();
    String call =
        "atomic_compare_exchange_strong_explicit(%s, &%s, %s, %s, %s, %s);"
            .formatted(
                atomic(a.pointer(), a.type()),
                result,
                text(a.desired()),
                word(a.order()),
                word(failure),
                word(a.scope()));
    return List.of(result + " = " + text(a.expected()) + ";", call);
  }
}
