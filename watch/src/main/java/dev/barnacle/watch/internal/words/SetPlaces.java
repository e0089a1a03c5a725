package dev.barnacle.watch.internal.words;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.AsyncCopy;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Location;
import dev.barnacle.ir.MemoryCopy;
import dev.barnacle.ir.MemoryFill;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VectorType;
import dev.barnacle.watch.internal.run.kernel.KernelCallGraph;
import dev.barnacle.watch.internal.run.kernel.KernelCode;
import dev.barnacle.watch.internal.run.kernel.PointerRoot;
import dev.barnacle.watch.internal.run.memory.WatchedObject;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Says where memory that is read unset is declared, and where the text of the kernel sets it. That
 * a store is on a way that the work-item did not take follows from this: it sets the byte for sure,
 * and leads to the read, but the byte is not set.
 */
final class SetPlaces {
  private static final int MOST_LINES = 3;

  private final KernelCode code;
  private final KernelCallGraph calls;
  private final Instruction read;

  /** Prepares for what is read at a place. */
  SetPlaces(KernelCode code, int place) {
    this.code = code;
    this.calls = new KernelCallGraph(code.read());
    this.read = code.places().get(place);
  }

  /** Returns a clause of a private variable, whose byte at an offset is not set. */
  String ofPrivate(Alloca variable, String name, long byteAt) {
    String declared = "'" + name + "'" + declared(variable.location());
    List<Instruction> stores =
        calls.instructions().filter(i -> variable.equals(origin(i))).toList();
    List<Instruction> sure = stores.stream().filter(s -> sets(s, variable, byteAt)).toList();
    Function function = calls.functionOf(variable);
    if (function == null || calls.functionOf(read) != function) {
      return sure.isEmpty()
          ? others(declared, stores)
          : declared + " is set only in " + lines(sure) + ", to which this work-item had not come";
    }
    Reachability ways = new Reachability(function);
    Predicate<Instruction> forgets =
        i ->
            i instanceof MemoryFill fill
                && fill.operand(1) instanceof UndefConstant
                && PointerRoot.root(fill.operand(0)) == variable;
    List<Instruction> before =
        sure.stream().filter(s -> ways.has(s) && ways.leads(s, read, forgets)).toList();
    if (!before.isEmpty()) {
      boolean loops = before.stream().anyMatch(s -> ways.leads(s, s, i -> i == read));
      return declared
          + (before.size() == stores.size() ? " is set only in " : " is set before only in ")
          + lines(before)
          + (loops
              ? ", in a branch or loop that this work-item did not enter"
              : ", in a branch that this work-item did not take");
    }
    return stores.size() == sure.size() && !sure.isEmpty()
        ? declared + " is first set in " + lines(sure) + ", behind this read"
        : others(declared, stores);
  }

  private String others(String declared, List<Instruction> stores) {
    return stores.isEmpty()
        ? declared + " was never stored to before this read"
        : declared + " is written in " + lines(stores) + ", but this part of it was not";
  }

  /** Returns a clause of memory that work-items share; empty where nothing is known for sure. */
  String ofShared(WatchedObject object) {
    AddressSpace space = object.space();
    List<Instruction> stores = calls.instructions().filter(i -> writesTo(i, space)).toList();
    boolean isKnown =
        stores.stream()
            .map(this::origin)
            .allMatch(o -> o instanceof Parameter || o instanceof GlobalVariable);
    List<Instruction> ofIt =
        stores.stream().filter(i -> isOf(origin(i), object.naming.symbol())).toList();
    if (ofIt.isEmpty() && !isKnown) {
      return "";
    }
    String name = "'" + object.name() + "'" + declared(localVariable(object));
    return ofIt.isEmpty()
        ? "; this kernel never writes through " + name.replaceAll(",$", "")
        : "; "
            + name
            + " is written in "
            + lines(ofIt)
            + ", but no work-item had written this part";
  }

  private @Nullable Location localVariable(WatchedObject object) {
    Location kernel = code.function().location();
    if (object.space() != AddressSpace.LOCAL || kernel == null) {
      return null;
    }
    SourceTokens tokens = SourceTokens.of(kernel.file(), code.sources());
    return tokens == null ? null : tokens.localVariable(object.name());
  }

  private static boolean writesTo(Instruction instruction, AddressSpace space) {
    Value pointer = written(instruction);
    return pointer != null
        && pointer.type() instanceof PointerType type
        && (type.space() == space || type.space() == AddressSpace.GENERIC);
  }

  private boolean isOf(@Nullable Value origin, String symbol) {
    return switch (origin) {
      case GlobalVariable variable ->
          variable.name().substring(variable.name().indexOf('.') + 1).equals(symbol);
      case Parameter parameter ->
          code.function().parameters().contains(parameter) && parameter.name().equals(symbol);
      case null, default -> false;
    };
  }

  private String declared(@Nullable Location at) {
    return at == null || at.line() < 1
        ? ""
        : ", declared in " + SourceLine.withColumn(at, read.location()) + ",";
  }

  private String lines(List<Instruction> stores) {
    List<String> lines =
        stores.stream()
            .map(Instruction::location)
            .filter(Objects::nonNull)
            .sorted(Comparator.comparing(Location::file).thenComparing(Location::line))
            .map(at -> SourceLine.name(at, read.location()))
            .distinct()
            .toList();
    return lines.isEmpty()
        ? "a place that is not known"
        : lines.stream().limit(MOST_LINES).collect(Collectors.joining(" and in "))
            + (lines.size() > MOST_LINES ? " and in others" : "");
  }

  // ---- stores ----

  /** Returns the pointer that an instruction writes through; null where it writes nothing. */
  private static @Nullable Value written(Instruction instruction) {
    return switch (instruction) {
      case Store i -> i.pointer();
      case AtomicStore i -> i.pointer();
      case AtomicRmw i -> i.pointer();
      case AtomicCompareExchange i -> i.pointer();
      case MemoryCopy i -> i.operand(0);
      case AsyncCopy i -> i.operand(0);
      case MemoryFill i when !(i.operand(1) instanceof UndefConstant) -> i.operand(0);
      default -> null;
    };
  }

  /** Returns what an instruction writes to, as far as it is known. */
  private @Nullable Value origin(Instruction instruction) {
    Value pointer = written(instruction);
    return pointer == null ? null : originOf(pointer);
  }

  private @Nullable Value originOf(Value pointer) {
    Value at = PointerRoot.root(pointer);
    for (int i = 0; i < MOST_LINES * MOST_LINES; i++) {
      if (at instanceof Parameter parameter && !code.function().parameters().contains(parameter)) {
        Value given = calls.given(parameter);
        if (given == null) {
          return null;
        }
        at = PointerRoot.root(given);
      } else if (at instanceof Load load && load.pointer() instanceof Alloca variable) {
        Value stored = stored(variable);
        if (stored == null) {
          return null;
        }
        at = PointerRoot.root(stored);
      } else {
        return at;
      }
    }
    return null;
  }

  /** Returns what a variable keeps that is stored to once, and handed to nobody; else null. */
  private @Nullable Value stored(Alloca variable) {
    List<Instruction> uses =
        calls
            .instructions()
            .filter(i -> i.operands().contains(variable) && !(i instanceof Load))
            .filter(i -> !(i instanceof MemoryFill))
            .toList();
    return uses.size() == 1
            && uses.getFirst() instanceof Store store
            && store.pointer().equals(variable)
        ? store.value()
        : null;
  }

  /** Returns whether a store sets a byte of a variable for sure, when it is executed. */
  private static boolean sets(Instruction instruction, Alloca variable, long byteAt) {
    Value pointer = Objects.requireNonNull(written(instruction));
    long start = 0;
    while (pointer != variable) {
      if (!(pointer instanceof PointerAdd add && add.operand(1) instanceof IntConstant moved)) {
        return false;
      }
      start += moved.value();
      pointer = add.operand(0);
    }
    long bytes =
        switch (instruction) {
          case Store store when isWhole(store.value()) -> store.value().type().byteSize();
          case MemoryCopy copy when copy.operand(2) instanceof IntConstant size -> size.value();
          case MemoryFill fill when fill.operand(2) instanceof IntConstant size -> size.value();
          default -> 0;
        };
    return byteAt >= start && byteAt < start + bytes;
  }

  /** Returns whether all lanes of a stored value are set. */
  private static boolean isWhole(Value value) {
    Value at = value;
    while (at instanceof InsertElement insert) {
      at = insert.operand(0);
    }
    return !(value.type() instanceof VectorType) || !(at instanceof Instruction);
  }
}
