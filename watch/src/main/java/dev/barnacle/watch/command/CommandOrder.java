package dev.barnacle.watch.command;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Global-happens-before among the commands and the host of one context, by the rules of "Host-side
 * and Device-side Commands" (OpenCL architecture, 3.3.6).
 *
 * <p><b>Chains.</b> Commands are put into chains, in each of which every command is ordered before
 * the next. So a position in each chain says all that is ordered before a command: a vector clock
 * whose threads are chains. A command extends a chain whose last one it is ordered after, or begins
 * a new one; there are about as many chains as commands without order at one time.
 *
 * <p><b>The host</b> is the first chain, and one for all its threads: a call is taken to be ordered
 * after all calls that other threads made before. What threads tell each other by locks, joins and
 * flags can't be seen; so no order among them is ever missing, at the price that a race between two
 * threads' commands that only their speed orders is not told.
 */
final class CommandOrder {
  private static final int HOST = 0;

  /** Chains that are tried before a new one is begun. */
  private static final int TRIES = 64;

  private int[] last = new int[16];
  private int chains = 1;
  private int turn = 1;
  private CommandClock host = CommandClock.NONE;
  private final Set<CommandNode> pending = new LinkedHashSet<>();

  /** Returns what is ordered before the host's next action. */
  CommandClock host() {
    return host;
  }

  /** The host acts: returns its position in its chain. */
  int hostActs() {
    int position = ++last[HOST];
    host = host.with(HOST, position);
    return position;
  }

  /** The host is told that something has ended (rules 4, 8 and 11). */
  void learn(CommandClock after) {
    host = host.join(after);
  }

  /** A command is enqueued that has not ended. */
  void begin(CommandNode node) {
    pending.add(node);
  }

  /** A command has ended, and its accesses are known. */
  void end(CommandNode node) {
    pending.remove(node);
  }

  boolean hasPending() {
    return !pending.isEmpty();
  }

  /** Returns what is ordered before all that is still to come. */
  CommandClock common() {
    CommandClock common = host;
    for (CommandNode node : pending) {
      common = common.meet(node.before());
    }
    return common;
  }

  /** Finds a chain for a command whose past is known; returns its number. */
  int chain(CommandClock past, @Nullable CommandNode preferred) {
    if (preferred != null && extend(preferred.chain(), past)) {
      return preferred.chain();
    }
    for (int i = 0; i < Math.min(TRIES, chains - 1); i++) {
      turn = turn + 1 < chains ? turn + 1 : 1;
      if (extend(turn, past)) {
        return turn;
      }
    }
    if (chains == last.length) {
      last = Arrays.copyOf(last, 2 * chains);
    }
    last[chains] = 1;
    return chains++;
  }

  private boolean extend(int chain, CommandClock past) {
    if (chain == HOST || !past.knows(chain, last[chain])) {
      return false;
    }
    last[chain]++;
    return true;
  }

  /** Returns the position of a chain's last command. */
  int position(int chain) {
    return last[chain];
  }
}
