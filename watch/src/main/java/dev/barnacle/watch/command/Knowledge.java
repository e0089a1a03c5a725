package dev.barnacle.watch.command;

import java.util.Arrays;

/**
 * What is ordered before something: of each chain of commands (each ordered before the next) the
 * last one, and with it all before that. It does not change.
 */
final class Knowledge {
  static final Knowledge NONE = new Knowledge(new int[0]);

  /** The position of the last command known, by chain; 0 for none. */
  private final int[] last;

  private Knowledge(int[] last) {
    this.last = last;
  }

  /** Tells whether a command is ordered before. */
  boolean knows(int chain, int position) {
    return at(chain) >= position;
  }

  private int at(int chain) {
    return chain < last.length ? last[chain] : 0;
  }

  /** Returns this and a command, with all before it in its chain. */
  Knowledge with(int chain, int position) {
    if (knows(chain, position)) {
      return this;
    }
    int[] more = Arrays.copyOf(last, Math.max(last.length, chain + 1));
    more[chain] = position;
    return new Knowledge(more);
  }

  /** Returns what one or the other knows. */
  Knowledge join(Knowledge other) {
    if (covers(other)) {
      return this;
    }
    if (other.covers(this)) {
      return other;
    }
    int[] more = Arrays.copyOf(last, Math.max(last.length, other.last.length));
    for (int i = 0; i < other.last.length; i++) {
      more[i] = Math.max(more[i], other.last[i]);
    }
    return new Knowledge(more);
  }

  /** Returns what both know. */
  Knowledge meet(Knowledge other) {
    int[] less = Arrays.copyOf(last, Math.min(last.length, other.last.length));
    for (int i = 0; i < less.length; i++) {
      less[i] = Math.min(less[i], other.last[i]);
    }
    return new Knowledge(less);
  }

  private boolean covers(Knowledge other) {
    for (int i = 0; i < other.last.length; i++) {
      if (at(i) < other.last[i]) {
        return false;
      }
    }
    return true;
  }
}
