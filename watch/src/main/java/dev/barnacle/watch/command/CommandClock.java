package dev.barnacle.watch.command;

import java.util.Arrays;

/**
 * The commands that are ordered before something: of each chain of commands (each ordered before
 * the next) the last one, and with it all before that. It does not change.
 */
final class CommandClock {
  static final CommandClock NONE = new CommandClock(new int[0]);

  /** The position of the last command known, by chain; 0 for none. */
  private final int[] last;

  private CommandClock(int[] last) {
    this.last = last;
  }

  /** Returns whether a command is ordered before. */
  boolean knows(int chain, int position) {
    return at(chain) >= position;
  }

  private int at(int chain) {
    return chain < last.length ? last[chain] : 0;
  }

  /** Returns this and a command, with all before it in its chain. */
  CommandClock with(int chain, int position) {
    if (knows(chain, position)) {
      return this;
    }
    int[] more = Arrays.copyOf(last, Math.max(last.length, chain + 1));
    more[chain] = position;
    return new CommandClock(more);
  }

  /** Returns what one or the other knows. */
  CommandClock join(CommandClock other) {
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
    return new CommandClock(more);
  }

  /** Returns what both know. */
  CommandClock meet(CommandClock other) {
    int[] less = Arrays.copyOf(last, Math.min(last.length, other.last.length));
    for (int i = 0; i < less.length; i++) {
      less[i] = Math.min(less[i], other.last[i]);
    }
    return new CommandClock(less);
  }

  private boolean covers(CommandClock other) {
    for (int i = 0; i < other.last.length; i++) {
      if (at(i) < other.last[i]) {
        return false;
      }
    }
    return true;
  }
}
