package dev.barnacle.simd.internal.analysis;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.simd.internal.analysis.InterleaveGroup.Member;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the accesses of a piece that can be combined into one interleaved access: loads where the
 * first of them stands, stores where the last one does. Nothing that they pass on the way may meet
 * them, and no fence, atomic operation or call stands between.
 *
 * <p>The groups are those of LLVM's {@code InterleavedAccessInfo} (D. Nuzman, I. Rosen and A. Zaks,
 * "Auto-Vectorization of Interleaved Data for SIMD", PLDI 2006).
 */
public final class InterleaveGroups {
  /** Instructions that are looked at behind the first access. */
  private static final int REACH = 256;

  /** Stores that loads are moved over at most. */
  private static final int MOST_STORES = 32;

  private final AliasClasses aliases;
  private final Map<Value, LinearExpression> addresses = new HashMap<>();
  private final Map<Instruction, Integer> places = new HashMap<>();
  private List<Instruction> piece = List.of();

  public InterleaveGroups(AliasClasses aliases) {
    this.aliases = aliases;
  }

  /** Starts a piece. */
  public void begin(List<Instruction> instructions) {
    piece = instructions;
    places.clear();
  }

  /** Returns the loads that can be made together where {@code first} stands, it among them. */
  public InterleaveGroup loads(Load first, long stride) {
    InterleaveGroup group = new InterleaveGroup(member(first), stride);
    List<Store> passed = new ArrayList<>();
    for (Instruction i : behind(first)) {
      if (i instanceof Store store && !store.isVolatile() && passed.size() < MOST_STORES) {
        passed.add(store);
      } else if (i instanceof Load load && !load.isVolatile()) {
        Member member = member(load);
        if (passed.stream().noneMatch(s -> mayMeet(member(s), member, stride))) {
          group.add(member);
        }
      } else if (!touchesNothing(i)) {
        break;
      }
    }
    return group;
  }

  /** Returns the stores that can be made together where the last of them stands. */
  public InterleaveGroup stores(Store first, long stride) {
    InterleaveGroup group = new InterleaveGroup(member(first), stride);
    for (Instruction i : behind(first)) {
      if (i instanceof Load load && !load.isVolatile()) {
        if (meetsAny(group, member(load), stride)) {
          break;
        }
      } else if (i instanceof Store store && !store.isVolatile()) {
        if (meetsAny(group, member(store), stride)) {
          break;
        }
        group.add(member(store));
      } else if (!touchesNothing(i)) {
        break;
      }
    }
    return group;
  }

  private boolean meetsAny(InterleaveGroup group, Member member, long stride) {
    return group.members().stream().anyMatch(m -> mayMeet(m, member, stride));
  }

  private boolean mayMeet(Member one, Member other, long stride) {
    return one.address().isBeside(other.address())
        ? InterleaveGroup.mayMeet(one, other, stride)
        : !aliases.areApart(one.pointer(), other.pointer());
  }

  private Member member(Instruction access) {
    Value pointer = access instanceof Store store ? store.pointer() : ((Load) access).pointer();
    LinearExpression address =
        addresses.computeIfAbsent(pointer, p -> LinearExpression.of(p, aliases.isInSmallObject(p)));
    return new Member(access, address);
  }

  private List<Instruction> behind(Instruction first) {
    if (places.isEmpty()) {
      for (int k = 0; k < piece.size(); k++) {
        places.put(piece.get(k), k);
      }
    }
    int from = places.getOrDefault(first, piece.size() - 1) + 1;
    return piece.subList(from, Math.min(piece.size(), from + REACH));
  }

  private static boolean touchesNothing(Instruction instruction) {
    return switch (instruction) {
      case Alloca _, Binary _, Unary _, Cast _, Compare _, Select _, PointerAdd _, Phi _ -> true;
      case ExtractElement _, InsertElement _, Shuffle _, WorkItemQuery _, Intrinsic _ -> true;
      default -> false;
    };
  }
}
