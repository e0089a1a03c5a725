package dev.barnacle.simd.internal.analysis;

import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A group of loads or stores with one stride from lane to lane, whose elements are adjacent in
 * memory: the fields of a structure of which each work-item has one. Together the lanes access a
 * stretch of memory of which the elements are dealt to lanes in turn.
 */
public final class InterleaveGroup {
  /**
   * A load or store.
   *
   * @param instruction a {@link Load} or {@link Store}
   * @param address the first lane's
   */
  public record Member(Instruction instruction, LinearExpression address) {
    public Type type() {
      return instruction instanceof Store store ? store.value().type() : instruction.type();
    }

    public Value pointer() {
      return instruction instanceof Store store ? store.pointer() : ((Load) instruction).pointer();
    }

    long alignment() {
      return instruction instanceof Store store
          ? store.alignment()
          : ((Load) instruction).alignment();
    }

    /** Returns whether a component is accessed. */
    boolean accesses(int part) {
      return !(instruction instanceof Store store) || store.writes(part);
    }

    long from() {
      return address.offset();
    }

    long to() {
      return from() + type().lanes() * elementBytes();
    }

    long elementBytes() {
      return type().scalar().byteSize();
    }
  }

  private final List<Member> members = new ArrayList<>();
  private final long stride;
  private long from;
  private long to;

  /**
   * Makes a group of one member.
   *
   * @param stride bytes from lane to lane
   */
  InterleaveGroup(Member first, long stride) {
    this.stride = stride;
    this.from = first.from();
    this.to = first.to();
    members.add(first);
  }

  /** Returns whether accesses of this type, so far from lane to lane, can be in groups. */
  public static boolean isPossible(Type type, long stride) {
    Type scalar = type.scalar();
    boolean plain = scalar instanceof IntType || scalar instanceof FloatType;
    long bytes = scalar.byteSize();
    return plain && !scalar.equals(Types.I1) && stride > type.byteSize() && stride % bytes == 0;
  }

  /** Adds an access if it lies beside the others; returns whether it does. */
  boolean add(Member member) {
    long bytes = elementBytes();
    if (!member.address().isBeside(first().address())
        || member.elementBytes() != bytes
        || !isPossible(member.type(), stride)
        || (member.from() - from) % bytes != 0) {
      return false;
    }
    long low = Math.min(from, member.from());
    long high = Math.max(to, member.to());
    if (high - low > stride) {
      return false;
    }
    from = low;
    to = high;
    members.add(member);
    return true;
  }

  public Member first() {
    return members.getFirst();
  }

  public Member last() {
    return members.getLast();
  }

  public List<Member> members() {
    return members;
  }

  public long elementBytes() {
    return first().elementBytes();
  }

  /** Returns the elements from one lane's to the next's. */
  public int step() {
    return Math.toIntExact(stride / elementBytes());
  }

  /** Returns the elements from a lane's lowest to its highest, both counted. */
  public int width() {
    return Math.toIntExact((to - from) / elementBytes());
  }

  /** Returns the bytes from a member's address to the lowest one. */
  public long toLowest(Member member) {
    return from - member.from();
  }

  /** Returns the place of a member's component among a lane's elements. */
  public int slot(Member member, int part) {
    return Math.toIntExact((member.from() - from) / elementBytes()) + part;
  }

  /** Returns which of a lane's elements are accessed. */
  public BitSet slots() {
    BitSet slots = new BitSet();
    for (Member member : members) {
      for (int p = 0; p < member.type().lanes(); p++) {
        if (member.accesses(p)) {
          slots.set(slot(member, p));
        }
      }
    }
    return slots;
  }

  /** Returns the alignment that all addresses have, in bytes. */
  public long alignment() {
    long least = elementBytes();
    for (Member member : members) {
      least = Math.min(least, Math.max(1, member.alignment()));
    }
    return least;
  }

  /**
   * Returns whether an access may meet one of a lane's own or another's, going by the addresses.
   */
  static boolean mayMeet(Member one, Member other, long stride) {
    long distance = Math.floorMod(other.from() - one.from(), stride);
    return distance < one.to() - one.from() || distance > stride - (other.to() - other.from());
  }
}
