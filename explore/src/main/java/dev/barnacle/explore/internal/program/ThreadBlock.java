package dev.barnacle.explore.internal.program;

import dev.barnacle.explore.internal.kernel.code.LoopHead;
import dev.barnacle.explore.internal.kernel.code.Op;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A block of a thread that is being made. */
final class ThreadBlock {
  /**
   * A way to a block, by an edge of the operation that ends another.
   *
   * @param edge its number among those of the operation
   * @param values what the registers of the block are given, if it has all of them
   */
  @SuppressWarnings("ArrayRecordComponent") // never changed once made
  record Way(ThreadBlock from, Op op, int edge, ThreadBlock to, int[] values) {
    boolean isBack() {
      return to.order <= from.order;
    }
  }

  /** The operations. */
  final List<Op> ops = new ArrayList<>();

  /** The ways to it that are known. */
  final List<Way> ways = new ArrayList<>();

  /** Its number among the blocks; -1 while it has not begun. */
  int order = -1;

  /** The number of its first operation, once the thread is made. */
  int start;

  /** The numbers of the values of a way that it keeps, in {@link #registers}. */
  final List<Integer> kept = new ArrayList<>();

  final List<Integer> registers = new ArrayList<>();

  /** The numbers of the values of a way that are truth values. */
  final BitSet truths = new BitSet();

  /** Its loop, if it is the head of one. */
  @Nullable LoopHead loop;
}
