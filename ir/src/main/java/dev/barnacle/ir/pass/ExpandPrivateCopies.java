package dev.barnacle.ir.pass;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Branch;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ConditionalBranch;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.MemoryCopy;
import dev.barnacle.ir.MemoryFill;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Turns copies and fills of private arrays (their initialisers, assignments of structures) into
 * loads and stores of elements, so that an engine that lays arrays out element by element sees only
 * those. It leaves alone what is not of constant size, and arrays that are not accessed with one
 * element size.
 */
public final class ExpandPrivateCopies implements Pass {
  /** Elements that are copied one by one; more make a loop. */
  private static final int UNROLLED = 32;

  @Override
  public String name() {
    return "expand-private-copies";
  }

  @Override
  public String summary() {
    return "turns copies and fills of private arrays into loads and stores of elements";
  }

  @Override
  public boolean run(Module module) {
    boolean changed = false;
    for (Function function : module.functions()) {
      Map<Alloca, Long> sizes = elementSizes(function);
      for (int b = 0; b < function.blocks().size(); b++) {
        while (expandFirst(function, function.blocks().get(b), sizes)) {
          changed = true;
        }
      }
    }
    return changed;
  }

  private static boolean expandFirst(Function function, Block block, Map<Alloca, Long> sizes) {
    for (int i = 0; i < block.instructions().size(); i++) {
      Move move = move(block.instructions().get(i), sizes);
      if (move != null) {
        expand(function, block, i, move);
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the element size of each array whose plain accesses are all of one size. What is only
   * copied has the size of what it is copied to or from: an argument by value, on its way. Where
   * nothing is accessed, as in a structure that changes places, a copy moves more at a time.
   */
  private static Map<Alloca, Long> elementSizes(Function function) {
    Map<Alloca, Long> sizes = new HashMap<>();
    List<MemoryCopy> copies = new ArrayList<>();
    for (Instruction instruction : function.instructions()) {
      switch (instruction) {
        case Load load -> note(sizes, root(load.pointer()), load.type());
        case Store store -> note(sizes, root(store.pointer()), store.value().type());
        case MemoryCopy copy -> copies.add(copy);
        default -> {}
      }
    }
    spread(sizes, copies);
    return sizes;
  }

  /** Gives arrays that are only copied the size of the other side. */
  private static void spread(Map<Alloca, Long> sizes, List<MemoryCopy> copies) {
    boolean grew = true;
    while (grew) {
      grew = false;
      for (MemoryCopy copy : copies) {
        Alloca to = root(copy.operand(0));
        Alloca from = root(copy.operand(1));
        grew |= take(sizes, to, from) || take(sizes, from, to);
      }
    }
  }

  /** Gives an array without a size that of another one; returns whether it has. */
  private static boolean take(
      Map<Alloca, Long> sizes, @Nullable Alloca array, @Nullable Alloca other) {
    Long size = other == null ? null : sizes.get(other);
    return array != null && size != null && sizes.putIfAbsent(array, size) == null;
  }

  private static void note(Map<Alloca, Long> sizes, @Nullable Alloca array, Type type) {
    if (array != null) {
      sizes.merge(array, type.scalar().byteSize(), (a, b) -> a.equals(b) ? a : 0L);
    }
  }

  private static @Nullable Alloca root(Value pointer) {
    Value value = pointer;
    while (true) {
      switch (value) {
        case Alloca alloca -> {
          return alloca;
        }
        case PointerAdd add -> value = add.operand(0);
        case Cast cast when cast.op() == Cast.Op.ADDRSPACECAST -> value = cast.operand(0);
        default -> {
          return null;
        }
      }
    }
  }

  /**
   * A copy or fill to do, element by element.
   *
   * @param source null for a fill
   * @param element the value of a fill's element
   */
  private record Move(
      Instruction instruction,
      Value target,
      @Nullable Value source,
      IntType type,
      long count,
      long targetAlignment,
      long sourceAlignment,
      @Nullable IntConstant element) {}

  private static @Nullable Move move(Instruction instruction, Map<Alloca, Long> sizes) {
    return switch (instruction) {
      case MemoryCopy copy when !copy.overlapping() -> copy(copy, sizes);
      case MemoryFill fill -> fill(fill, sizes);
      default -> null;
    };
  }

  private static @Nullable Move copy(MemoryCopy copy, Map<Alloca, Long> sizes) {
    Alloca to = root(copy.operand(0));
    Alloca from = root(copy.operand(1));
    long size = common(to, from, sizes);
    if (size == 0
        || !(copy.operand(2) instanceof IntConstant bytes)
        || bytes.value() % size != 0
        || (to != null && copy.targetAlignment() < size)
        || (from != null && copy.sourceAlignment() < size)) {
      return null;
    }
    return new Move(
        copy,
        copy.operand(0),
        copy.operand(1),
        new IntType((int) (8 * size)),
        bytes.value() / size,
        Math.min(size, Math.max(1, copy.targetAlignment())),
        Math.min(size, Math.max(1, copy.sourceAlignment())),
        null);
  }

  private static @Nullable Move fill(MemoryFill fill, Map<Alloca, Long> sizes) {
    Alloca to = root(fill.operand(0));
    long size = common(to, null, sizes);
    if (size == 0
        || fill.alignment() < size
        || !(fill.operand(1) instanceof IntConstant one)
        || !(fill.operand(2) instanceof IntConstant bytes)
        || bytes.value() % size != 0) {
      return null;
    }
    IntType type = new IntType((int) (8 * size));
    long element = (one.value() & 0xff) * 0x0101010101010101L;
    IntConstant value = new IntConstant(type, type.normalize(element));
    return new Move(fill, fill.operand(0), null, type, bytes.value() / size, size, 1, value);
  }

  /** Returns the size of the elements to move, 0 if there is none. */
  private static long common(@Nullable Alloca to, @Nullable Alloca from, Map<Alloca, Long> sizes) {
    long first = to == null ? 0 : sizes.getOrDefault(to, -1L);
    long second = from == null ? 0 : sizes.getOrDefault(from, -1L);
    if (to == null || from == null) {
      return Math.max(0, first + second);
    }
    boolean agree = first == second || first < 0 || second < 0;
    return agree ? Math.max(0, Math.max(first, second)) : 0;
  }

  private static void expand(Function function, Block block, int index, Move move) {
    block.instructions().remove(index);
    if (move.count() <= UNROLLED) {
      List<Instruction> all = new ArrayList<>();
      for (long k = 0; k < move.count(); k++) {
        element(move, new IntConstant(Types.I64, k * move.type().byteSize()), all);
      }
      all.forEach(i -> i.setLocation(move.instruction().location()));
      block.instructions().addAll(index, all);
      return;
    }
    Block rest = Blocks.split(function, block, index, "moved");
    Block body = Blocks.insertAfter(function, block, "move");
    Phi offset = new Phi(Types.I64);
    IntConstant step = new IntConstant(Types.I64, move.type().byteSize());
    Binary next = new Binary(Binary.Op.ADD, offset, step);
    IntConstant end = new IntConstant(Types.I64, move.count() * move.type().byteSize());
    Compare more = new Compare(Compare.Predicate.ULT, next, end, Set.of());
    offset.addIncoming(new IntConstant(Types.I64, 0), block);
    offset.addIncoming(next, body);
    List<Instruction> all = new ArrayList<>(List.of(offset));
    element(move, offset, all);
    all.addAll(List.of(next, more, new ConditionalBranch(more, body, rest)));
    all.forEach(i -> i.setLocation(move.instruction().location()));
    body.instructions().addAll(all);
    Branch enter = new Branch(body);
    enter.setLocation(move.instruction().location());
    block.instructions().add(enter);
  }

  private static void element(Move move, Value offset, List<Instruction> all) {
    Value value;
    if (move.source() == null) {
      value = Objects.requireNonNull(move.element());
    } else {
      PointerAdd from = new PointerAdd(move.source(), offset, true);
      Load load = new Load(move.type(), from, move.sourceAlignment(), false);
      all.add(from);
      all.add(load);
      value = load;
    }
    PointerAdd to = new PointerAdd(move.target(), offset, true);
    all.add(to);
    all.add(new Store(value, to, move.targetAlignment(), false));
  }
}
