package dev.barnacle.explore.internal.kernel.item;

import dev.barnacle.explore.internal.kernel.code.FunctionCode;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.explore.internal.kernel.graph.Event;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rounds of a loop in which work-items of one group meet, at a barrier or in a function of the
 * group. Where all of them hold after a meeting what they held after the one before, and have
 * changed nothing in between, they go round for ever if they read the same again. That they read
 * something else at once is another execution.
 */
public final class Rounds {
  static final Held[] NONE = {};

  /**
   * The state of a work-item when it went on from a meeting.
   *
   * @param op where they met
   * @param state where it was, the registers that it may still use, and its private memory
   * @param effects what it had changed by then
   * @param choices how many reads it had chosen by then
   * @param events how many events there were
   */
  @SuppressWarnings("ArrayRecordComponent") // never changed once made
  record Held(Op op, long[] state, long effects, long choices, int events) {
    boolean isSame(Held other) {
      return op == other.op && effects == other.effects && Arrays.equals(state, other.state);
    }
  }

  /** A read of a write of an atomic object. */
  public record Read(long address, int write) {}

  private final Execution x;
  private final List<Integer> members;

  Rounds(Execution x, List<Integer> members) {
    this.x = x;
    this.members = members;
  }

  /** Returns how many atomic reads a work-item has made since it passed the head of a loop. */
  public static int reads(Item item) {
    long before = 0;
    for (long at : item.choicesAt) {
      before = Math.max(before, at);
    }
    return (int) (item.choices - before) - 1;
  }

  /** Looks at work-items that go on from a meeting. */
  void pass(Op op) {
    boolean reads = false;
    for (int index : members) {
      reads |= x.item(index).choices > 0;
    }
    if (!reads || op.loops.length == 0 || x.hasCopies()) {
      return;
    }
    boolean same = true;
    boolean chose = false;
    List<@Nullable Held> before = new ArrayList<>();
    for (int index : members) {
      Item item = x.own(index);
      Held now = new Held(op, state(item), item.effects - item.meetings, item.choices, x.size());
      Held last = replace(item, now);
      before.add(last);
      same &= last != null && last.isSame(now);
      chose |= last != null && last.choices() != now.choices();
    }
    if (same && chose) {
      for (int i = 0; i < members.size(); i++) {
        Held last = before.get(i);
        x.own(members.get(i)).loop(last == null ? List.of() : reads(members.get(i), last.events()));
      }
    }
  }

  /** Keeps what a work-item holds, and returns what it held at the last meeting at this place. */
  private static @Nullable Held replace(Item item, Held now) {
    for (int i = 0; i < item.held.length; i++) {
      Held last = item.held[i];
      if (last.op() == now.op()) {
        item.held = item.held.clone();
        item.held[i] = now;
        return last;
      }
    }
    item.held = Arrays.copyOf(item.held, item.held.length + 1);
    item.held[item.held.length - 1] = now;
    return null;
  }

  private List<Read> reads(int index, int from) {
    List<Read> reads = new ArrayList<>();
    for (int i = from; i < x.size(); i++) {
      Event e = x.event(i);
      if (e.item() == index && e.from() >= 0) {
        reads.add(new Read(e.address(), e.from()));
      }
    }
    return reads;
  }

  /** The effect of a round of a loop. */
  enum Round {
    /** Something, or it is the first. */
    NEW,
    /** Nothing; it read atomic objects. */
    IDLE,
    /** Nothing, and it will never do anything else. */
    STUCK,
    /** It read atomic objects, and it is one round more than is looked at. */
    TOO_MANY
  }

  private static long[] state(Item item) {
    long[] state = new long[64];
    int size = 0;
    for (int i = 0; i < item.depth; i++) {
      FunctionCode function = item.functions[i];
      int[] used = function.usedFrom(item.next[i]);
      state = room(state, size + used.length + 1);
      state[size++] = item.next[i];
      for (int register : used) {
        state[size++] = item.registers[item.base[i] + register];
      }
    }
    state = room(state, size + 1 + item.stackPointer);
    state[size++] = item.stackPointer;
    for (int i = 0; i < item.stackPointer; i++) {
      state[size++] = item.memory.at(i);
    }
    return Arrays.copyOf(state, size);
  }

  private static long[] room(long[] state, int size) {
    return size <= state.length ? state : Arrays.copyOf(state, 2 * size);
  }
}
