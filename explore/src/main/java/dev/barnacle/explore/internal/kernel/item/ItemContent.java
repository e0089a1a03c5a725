package dev.barnacle.explore.internal.kernel.item;

import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.code.FunctionCode;
import dev.barnacle.explore.internal.kernel.code.Op;
import java.util.TreeSet;
import java.util.function.LongConsumer;

/**
 * The content of a work-item as a sequence of numbers: all on which what it may still do depends,
 * but for happens-before and the writes that its read refuses. Two with the same content that ask
 * for nothing that distinguishes them are alike.
 */
public final class ItemContent {
  private final Execution x;
  private final Item item;
  private final boolean meets;
  private final LongConsumer out;

  private ItemContent(Execution x, Item item, boolean meets, LongConsumer out) {
    this.meets = meets;
    this.x = x;
    this.item = item;
    this.out = out;
  }

  /**
   * Gives the content of a work-item that has not ended.
   *
   * @param meets whether work-items meet, each in the same round of a loop
   */
  public static void write(Execution x, Item item, boolean meets, LongConsumer out) {
    new ItemContent(x, item, meets, out).write();
  }

  private void write() {
    out.accept(item.place.launch());
    out.accept(item.status.name().hashCode());
    if (asks()) {
      out.accept(-1 - item.place.index());
    }
    reading();
    frames();
    out.accept(item.stackPointer);
    item.memory.write(item.stackPointer, this::value);
    TreeSet<Integer> around = new TreeSet<>();
    for (Op op : item.callStack()) {
      for (int loop : op.loops) {
        around.add(loop);
      }
    }
    around.forEach(this::loop);
    held();
  }

  /** Returns whether it may still ask for what distinguishes it from others. */
  private boolean asks() {
    for (int i = 0; i < item.depth; i++) {
      boolean[] asks = item.functions[i].asks;
      if (item.next[i] < asks.length && asks[item.next[i]]) {
        return true;
      }
    }
    return false;
  }

  private void reading() {
    boolean reads = item.status == Item.Status.READING;
    out.accept(
        (reads ? 1 : 0)
            | (item.undecided ? 2 : 0)
            | (item.spurious ? 8 : 0)
            | (item.revisit != null ? 16 : 0)
            | (item.awaits() ? 32 : 0)
            | (item.choices > 0 ? 64 : 0));
    if (reads) {
      out.accept(item.reading);
      out.accept(item.readingSize);
      out.accept(item.readingBytes);
    }
    out.accept(item.taken.length);
    for (long value : item.taken) {
      value(value);
    }
    for (Rounds.Read read : item.lasso()) {
      out.accept(read.address());
      out.accept(read.write());
    }
  }

  private void frames() {
    out.accept(item.depth);
    for (int i = 0; i < item.depth; i++) {
      FunctionCode function = item.functions[i];
      int next = item.next[i];
      out.accept(next < function.ops.length ? function.ops[next].number : -1);
      out.accept(item.stack[i]);
      for (int register : function.usedFrom(next)) {
        value(item.registers[item.base[i] + register]);
      }
    }
  }

  private void loop(int n) {
    long[] head = item.heads[n];
    out.accept(n);
    out.accept(meets ? item.rounds[n] : 0);
    out.accept(item.effectsAt[n] == item.effects ? 1 : 0);
    out.accept(item.choicesAt[n] == item.choices ? 1 : 0);
    out.accept(head == null ? -1 : head.length);
    for (int i = 0; head != null && i < head.length; i++) {
      value(head[i]);
    }
  }

  private void held() {
    out.accept(item.held.length);
    for (Rounds.Held held : item.held) {
      out.accept(held.op().number);
      out.accept(item.effects - item.meetings - held.effects());
      out.accept(held.choices() == item.choices ? 1 : 0);
      for (long word : held.state()) {
        out.accept(word);
      }
    }
  }

  /** A value, in which a pointer into its own private memory is the same for all work-items. */
  private void value(long value) {
    int own = x.memory().objects().size() + 1 + item.place.index();
    boolean mine = Address.object(value) == own;
    out.accept(mine ? Address.offset(value) : value);
    if (mine) {
      out.accept(Long.MIN_VALUE);
    }
  }
}
