package dev.barnacle.explore.internal.kernel.item;

import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.code.FunctionCode;
import dev.barnacle.explore.internal.kernel.memory.MemoryObject;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds whether two work-items may change places unnoticed. Nothing of what they did can be seen,
 * they hold the same and are at the same operation. And nothing that they may still do asks for
 * what distinguishes them.
 */
public final class Likeness {
  private final Execution x;
  private final Item a;
  private final Item b;
  private final int objects;

  private Likeness(Execution x, Item a, Item b) {
    this.x = x;
    this.a = a;
    this.b = b;
    this.objects = x.memory().objects().size();
  }

  /** Returns whether two may. */
  public static boolean of(Execution x, Item a, Item b) {
    if (a.acted || b.acted || a.status != b.status) {
      return false;
    }
    Likeness likeness = new Likeness(x, a, b);
    return a.isOver()
        || (likeness.isSameRead() && likeness.isSamePath() && likeness.isSameContent());
  }

  private boolean isSameRead() {
    return a.undecided == b.undecided
        && isSame(a.reading, b.reading)
        && a.readingSize == b.readingSize
        && a.readingBytes == b.readingBytes
        && Arrays.equals(a.taken, b.taken)
        && Arrays.equals(a.idle(), b.idle());
  }

  private boolean isSamePath() {
    if (!a.isWith(b)
        || a.effects != b.effects
        || a.choices != b.choices
        || !Arrays.equals(a.effectsAt, b.effectsAt)
        || !Arrays.equals(a.choicesAt, b.choicesAt)
        || !Arrays.equals(a.visits, b.visits)
        || !a.isInRoundsOf(b)) {
      return false;
    }
    for (int i = 0; i < a.depth; i++) {
      boolean[] asks = a.functions[i].asks;
      if (a.next[i] < asks.length && asks[a.next[i]]) {
        return false;
      }
    }
    return true;
  }

  private boolean isSameContent() {
    if (a.stackPointer != b.stackPointer
        || !a.memory.isSame(b.memory, a.stackPointer, this::isSame)) {
      return false;
    }
    for (int i = 0; i < a.heads.length; i++) {
      if (!isSame(a.heads[i], b.heads[i])) {
        return false;
      }
    }
    for (int i = 0; i < a.depth; i++) {
      FunctionCode function = a.functions[i];
      for (int register : function.usedFrom(a.next[i])) {
        if (!isSame(a.registers[a.base[i] + register], b.registers[b.base[i] + register])) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean isSame(long @Nullable [] p, long @Nullable [] q) {
    if (p == null || q == null) {
      return p == q;
    }
    for (int i = 0; i < p.length && p.length == q.length; i++) {
      if (!isSame(p[i], q[i])) {
        return false;
      }
    }
    return p.length == q.length;
  }

  /** Returns whether two values are the same, each seen by its own work-item and work-group. */
  private boolean isSame(long p, long q) {
    int object = Address.object(p);
    MemoryObject local = x.memory().object(object);
    long other = p;
    if (object == objects + 1 + a.place.index()) {
      other = Address.of(objects + 1 + b.place.index(), Address.offset(p));
    } else if (local != null && local.group() >= 0 && local.group() == a.place.group()) {
      other = Address.of(ofGroup(object), Address.offset(p));
    }
    return other == q;
  }

  /** Returns the object of the other's work-group that is what one is of the first's. */
  private int ofGroup(int object) {
    return object - x.memory().firstLocal(a.place.group()) + x.memory().firstLocal(b.place.group());
  }
}
