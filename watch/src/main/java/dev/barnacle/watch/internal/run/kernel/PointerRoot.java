package dev.barnacle.watch.internal.run.kernel;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.AsyncCopy;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.MemoryCopy;
import dev.barnacle.ir.MemoryFill;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The value that an access was given its pointer from, as far as the text of the kernel shows it.
 */
public final class PointerRoot {
  private final KernelCode code;
  private final long[] arguments;
  private final @Nullable Value root;

  /**
   * Looks for one.
   *
   * @param arguments the words that the kernel was given
   */
  public PointerRoot(KernelCode code, long[] arguments, int place, boolean writes) {
    this.code = code;
    this.arguments = arguments;
    Value pointer = pointer(code.places().get(place), writes);
    this.root = pointer == null ? null : stored(root(pointer));
  }

  /** Returns the pointer of an access; null where it has none, or several. */
  public static @Nullable Value pointer(Instruction access, boolean writes) {
    return switch (access) {
      case Load i -> i.pointer();
      case Store i -> i.pointer();
      case AtomicLoad i -> i.pointer();
      case AtomicStore i -> i.pointer();
      case AtomicRmw i -> i.pointer();
      case AtomicCompareExchange i -> i.pointer();
      case MemoryCopy i -> i.operand(writes ? 0 : 1);
      case MemoryFill i -> i.operand(0);
      case AsyncCopy i -> i.operand(writes ? 0 : 1);
      default -> null;
    };
  }

  /** Returns what a pointer was made of by moving it. */
  public static Value root(Value pointer) {
    Value at = pointer;
    while (at instanceof PointerAdd || (at instanceof Cast cast && isPointer(cast))) {
      at = ((Instruction) at).operand(0);
    }
    return at;
  }

  private static boolean isPointer(Cast cast) {
    return cast.type() instanceof PointerType && cast.operand(0).type() instanceof PointerType;
  }

  /** Returns what a variable that keeps a parameter, and nothing else, was given. */
  private Value stored(Value value) {
    if (!(value instanceof Load load && load.pointer() instanceof Alloca variable)) {
      return value;
    }
    List<Instruction> stores =
        code.read().blocks().stream()
            .map(Block::instructions)
            .flatMap(List::stream)
            .filter(i -> i.operands().contains(variable) && !(i instanceof Load))
            .filter(i -> !(i instanceof MemoryFill))
            .toList();
    return stores.size() == 1
            && stores.getFirst() instanceof Store store
            && store.pointer() == variable
        ? root(store.value())
        : value;
  }

  /** Returns whether it is a variable itself, by its name. */
  public boolean isVariable() {
    return root instanceof Alloca;
  }

  /** Returns whether it is an argument of the kernel that is null. */
  public boolean isNullArgument() {
    return root instanceof Parameter parameter
        && code.function().parameters().contains(parameter)
        && arguments[code.facts().argumentWords().get(parameter.index())] == 0;
  }

  /** Returns the name of the parameter that it is; empty for anything else. */
  public String name() {
    return root instanceof Parameter parameter ? parameter.name() : "";
  }
}
