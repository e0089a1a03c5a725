package dev.barnacle.simd.internal.analysis;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.Value;
import dev.barnacle.simd.internal.abi.ArenaLayout;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides which private arrays are laid out lane-interleaved: element k of all lanes side by side,
 * so that an index that is the same for all lanes makes a wide access, and LLVM can keep the array
 * in registers.
 *
 * <p>A pointer into such an array is the address of the lane's own element; moving it by n bytes
 * moves the address by n × lanes. That works where all accesses are of one element size, and the
 * array's address goes nowhere else than to these accesses; any other array is one block of memory
 * a lane.
 */
public final class PrivateArrays {
  private final Function kernel;
  private final boolean enabled;
  private final Map<Value, Set<Alloca>> roots = new HashMap<>();
  private final Set<Value> foreign = new HashSet<>();
  private final Map<Alloca, Long> elements = new HashMap<>();
  private final Set<Alloca> odd = new HashSet<>();

  /**
   * Looks at a kernel's arrays.
   *
   * @param enabled work-items run as lanes; otherwise no array is interleaved
   */
  public PrivateArrays(Function kernel, boolean enabled) {
    this.kernel = kernel;
    this.enabled = enabled;
    if (enabled) {
      while (trace()) {}
      accesses();
      while (spread()) {}
    }
  }

  /** Returns whether the array lies interleaved. */
  public boolean isInterleaved(Alloca alloca) {
    return enabled && elements.containsKey(alloca) && !odd.contains(alloca);
  }

  /** Returns whether the pointer points into interleaved arrays. */
  public boolean isInterleaved(Value pointer) {
    Set<Alloca> from = roots.get(pointer);
    return from != null && !from.isEmpty() && from.stream().allMatch(this::isInterleaved);
  }

  /** Returns the interleaved arrays that a pointer may point into. */
  public Set<Alloca> arrays(Value pointer) {
    return roots.getOrDefault(pointer, Set.of());
  }

  /** Returns the bytes of an element of an interleaved array. */
  long elementSize(Alloca alloca) {
    return elements.getOrDefault(alloca, 1L);
  }

  /** Returns the bytes from a lane's address to the next lane's. */
  long stride(Alloca alloca) {
    return isInterleaved(alloca) ? elementSize(alloca) : WorkItemState.stride(alloca);
  }

  /** Returns the bytes of an array for one lane, whole elements. */
  public long bytes(Alloca alloca) {
    return isInterleaved(alloca)
        ? ArenaLayout.alignUp(Math.max(1, alloca.byteSize()), elementSize(alloca))
        : WorkItemState.stride(alloca);
  }

  // Where pointers come from.

  private boolean trace() {
    boolean changed = false;
    for (Instruction instruction : kernel.instructions()) {
      if (instruction instanceof Alloca alloca) {
        changed |= add(alloca, alloca);
      } else if (instruction.hasResult() && instruction.type().isPointer()) {
        changed |= trace(instruction);
      }
    }
    return changed;
  }

  private boolean trace(Instruction pointer) {
    return switch (pointer) {
      case PointerAdd add -> inherit(add, add.operand(0));
      case Cast cast when cast.op() == Cast.Op.ADDRSPACECAST -> inherit(cast, cast.operand(0));
      case Select select -> inherit(select, select.operands().subList(1, 3));
      case Phi phi -> inherit(phi, phi.operands());
      default -> foreign.add(pointer);
    };
  }

  private boolean inherit(Instruction pointer, List<? extends Value> from) {
    boolean changed = false;
    for (Value operand : from) {
      changed |= inherit(pointer, operand);
    }
    return changed;
  }

  private boolean inherit(Instruction pointer, Value from) {
    boolean changed = false;
    if (from instanceof Instruction source) {
      for (Alloca root : Set.copyOf(roots.getOrDefault(source, Set.of()))) {
        changed |= add(pointer, root);
      }
      if (foreign.contains(source)) {
        changed |= foreign.add(pointer);
      }
    } else if (!(from instanceof UndefConstant)) {
      changed |= foreign.add(pointer);
    }
    return changed;
  }

  private boolean add(Value pointer, Alloca root) {
    return roots.computeIfAbsent(pointer, p -> new LinkedHashSet<>()).add(root);
  }

  // How they are used.

  private void accesses() {
    for (Instruction instruction : kernel.instructions()) {
      for (int k = 0; k < instruction.operands().size(); k++) {
        use(instruction, k);
      }
    }
  }

  private void use(Instruction user, int operand) {
    Set<Alloca> used = roots.getOrDefault(user.operand(operand), Set.of());
    if (used.isEmpty()) {
      return;
    }
    switch (user) {
      case Load load -> access(used, load.type(), load.alignment(), load.isVolatile());
      case Store store when store.value() != store.operand(operand) ->
          access(used, store.value().type(), store.alignment(), store.isVolatile());
      case PointerAdd add when operand == 0 && add.type() instanceof PointerType -> {}
      case Cast cast when cast.op() == Cast.Op.ADDRSPACECAST && cast.type().lanes() == 1 -> {}
      case Phi _ -> {}
      case Select select when select.operand(0).type().lanes() == 1 -> {}
      default -> odd.addAll(used);
    }
  }

  private void access(Set<Alloca> used, Type type, long alignment, boolean isVolatile) {
    Type scalar = type.scalar();
    long size = scalar.byteSize();
    boolean fine = !scalar.equals(Types.I1) && Long.bitCount(size) == 1 && alignment >= size;
    if (!fine || (isVolatile && type.lanes() > 1)) {
      odd.addAll(used);
      return;
    }
    for (Alloca alloca : used) {
      Long known = elements.putIfAbsent(alloca, size);
      if (known != null && known != size) {
        odd.add(alloca);
      }
    }
  }

  /** A pointer into one of several arrays needs all of them to lie alike. */
  private boolean spread() {
    boolean changed = false;
    for (Map.Entry<Value, Set<Alloca>> entry : roots.entrySet()) {
      Set<Alloca> all = entry.getValue();
      boolean alike =
          !foreign.contains(entry.getKey())
              && all.stream().noneMatch(odd::contains)
              && all.stream().map(elements::get).distinct().count() == 1;
      if (!alike) {
        changed |= odd.addAll(all);
      }
    }
    return changed;
  }
}
