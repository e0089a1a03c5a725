package dev.barnacle.explore.internal.symmetry;

import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.explore.internal.program.ThreadState;
import dev.barnacle.explore.internal.trace.Trace;
import dev.barnacle.model.BaseRelation;
import dev.barnacle.model.Event;
import dev.barnacle.model.Execution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Of the executions that differ only by which of some identical threads is which, lets the search
 * visit few, and counts for how many each stands.
 *
 * <p>When a thread is about to choose what it reads from, it may have equivalent threads: identical
 * ones that are about to do the same, such that exchanging it with one of them leaves the execution
 * so far as it is. Then every way to hand out the choices among them gives the same executions but
 * for names, and only the one in which the choices ascend is followed: it stands for m! / (n1! n2!
 * …) where m threads choose and n1, n2, … of them choose alike. Such a <em>round</em> stays open
 * until its last member has chosen; what is not there yet when it opens is one choice, "later".
 * Those that choose "later" are still equivalent, if nothing has told them apart, and can have a
 * round among themselves.
 *
 * <p>Choices are compared by what they are to the chooser: a member's own write and the
 * corresponding write of another member are choices that all members have.
 *
 * <p>A round may open only where the rounds that are open already are blind to an exchange of its
 * members: because no member wrote what there is to choose in them, or because all of its members
 * are members of them too. Then the executions that are still to come are closed under such
 * exchanges, and the sum of the weights over the visited executions of each class of executions
 * that are alike is the size of that class.
 */
public final class CanonicalChoices {
  private static final int LATER = Integer.MAX_VALUE;

  /**
   * A round.
   *
   * @param members its threads, in the order in which they choose
   * @param writers who wrote what there was to choose from when it opened
   * @param horizon the first event that was not there when it opened
   * @param turn how many have chosen
   * @param last what the last of them chose
   * @param run how many of them chose that
   */
  private record Round(
      List<Integer> members, List<Integer> writers, int horizon, int turn, int last, int run) {}

  /**
   * The progress of the rounds. It never changes: the search keeps it and gives it back.
   *
   * @param weight how many executions each execution that comes of this stands for
   * @param open for each thread the rounds in which its turn is to come, the oldest first
   */
  public record State(long weight, List<List<Round>> open) {}

  private final Symmetry symmetry;
  private final Trace trace;
  private final Execution x;
  private final int[] source;
  public State state;

  public CanonicalChoices(Symmetry symmetry, Trace trace, int threads) {
    this.symmetry = symmetry;
    this.trace = trace;
    this.x = trace.execution;
    this.source = new int[x.capacity()];
    List<List<Round>> none = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      none.add(List.of());
    }
    this.state = new State(1, none);
  }

  /** Returns the number of executions that each one that comes of the present one stands for. */
  public long weight() {
    return state.weight;
  }

  /**
   * Opens a round for a thread that is about to choose; null where no thread is equivalent to it.
   *
   * @param location where it reads
   * @param from the first of the events among which it may choose
   * @param horizon the first event that counts as "later"
   */
  @Nullable
  public Object open(ThreadState[] threads, int t, int location, int from, int horizon) {
    if (!symmetry.hasEquivalent(t)) {
      return null;
    }
    List<Integer> members = new ArrayList<>(List.of(t));
    int[] mine = eventsOf(t);
    boolean known = false;
    for (int u = t + 1; u < threads.length; u++) {
      if (symmetry.same(t, u)
          && state.open.get(t).equals(state.open.get(u))
          && sameState(threads[t], threads[u])) {
        if (!known) {
          sources();
          known = true;
        }
        if (exchangeable(t, mine, threads[t], u, threads[u])) {
          members.add(u);
        }
      }
    }
    if (members.size() == 1 || !othersAreBlind(members)) {
      return null;
    }
    List<Integer> writers = new ArrayList<>();
    for (int w = from; w < horizon; w++) {
      if (x.event(w).isWrite() && x.event(w).location() == location) {
        writers.add(x.event(w).thread());
      }
    }
    return new Round(members, writers, horizon, 0, 0, 0);
  }

  private boolean othersAreBlind(List<Integer> members) {
    for (List<Round> rounds : state.open) {
      for (Round round : rounds) {
        if (!round.members.containsAll(members)
            && round.writers.stream().anyMatch(members::contains)) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * A thread chooses.
   *
   * @param write what it reads from, or -1 for something that is to come
   * @param opened what {@link #open} said
   * @return whether the choice is one to follow; then the state is the one after it
   */
  public boolean choose(int t, int write, @Nullable Object opened) {
    List<Round> mine = state.open.get(t);
    if (mine.isEmpty() && opened == null) {
      return true;
    }
    List<List<Round>> open = new ArrayList<>(state.open);
    open.set(t, List.of());
    long weight = state.weight;
    boolean later = true;
    for (Round r : mine) {
      int choice = choice(r, t, write);
      if (choice < r.last) {
        return false;
      }
      later &= choice == LATER;
      Round next = after(r, t, choice);
      weight = weight * next.turn / next.run;
      replace(open, r, next);
    }
    if (later && opened instanceof Round fresh) {
      replace(open, null, after(fresh, t, choice(fresh, t, write)));
    }
    state = new State(weight, open);
    return true;
  }

  private static Round after(Round r, int t, int choice) {
    if (r.members.get(r.turn) != t) {
      throw new IllegalStateException("thread " + t + " chooses out of turn");
    }
    int run = choice == r.last && r.turn > 0 ? r.run + 1 : 1;
    return new Round(r.members, r.writers, r.horizon, r.turn + 1, choice, run);
  }

  /** Puts a round in the place of another, or behind all others, of those whose turn is to come. */
  private static void replace(List<List<Round>> open, @Nullable Round before, Round after) {
    for (int u : after.members.subList(after.turn, after.members.size())) {
      List<Round> rounds = new ArrayList<>(open.get(u));
      if (before == null) {
        rounds.add(after);
      } else {
        rounds.replaceAll(r -> r.equals(before) ? after : r);
      }
      open.set(u, rounds);
    }
  }

  /** A number for what a write is to a member of a round. */
  private int choice(Round r, int t, int write) {
    if (write < 0 || write >= r.horizon) {
      return LATER;
    }
    int writer = x.event(write).thread();
    if (!r.members.contains(writer)) {
      return 2 * write;
    }
    int place = 0;
    for (int e = 0; e < write; e++) {
      place += x.event(e).thread() == writer ? 1 : 0;
    }
    int first = eventsOf(r.members.get(0))[place];
    return writer == t ? 2 * first : 2 * first + 1;
  }

  // --- exchanges ---

  private static boolean sameState(ThreadState a, ThreadState b) {
    return a.waiting == b.waiting
        && a.finished == b.finished
        && a.cutOff == b.cutOff
        && a.idle == b.idle
        && a.at == b.at
        && a.backEdges == b.backEdges
        && a.loopHeader == b.loopHeader
        && a.sideEffects == b.sideEffects
        && a.readsInLoop == b.readsInLoop
        && Arrays.equals(a.slots, b.slots)
        && Arrays.equals(a.memory, b.memory)
        && Arrays.equals(a.visits, b.visits)
        && Arrays.equals(a.loopStart, b.loopStart);
  }

  private int[] eventsOf(int thread) {
    int count = 0;
    for (int e = 0; e < x.size(); e++) {
      count += x.event(e).thread() == thread ? 1 : 0;
    }
    int[] events = new int[count];
    for (int e = x.size() - 1; e >= 0; e--) {
      if (x.event(e).thread() == thread) {
        events[--count] = e;
      }
    }
    return events;
  }

  private void sources() {
    for (int e = 0; e < x.size(); e++) {
      source[e] = x.source(e);
    }
  }

  /**
   * Returns whether exchanging two threads leaves the execution and their dependencies as they are.
   */
  private boolean exchangeable(int t, int[] mine, ThreadState a, int u, ThreadState b) {
    int[] theirs = eventsOf(u);
    if (mine.length != theirs.length
        || !sameReads(a.taint, mine, b.taint, theirs)
        || !sameReads(a.memoryTaint, mine, b.memoryTaint, theirs)
        || exchanged(a.control, mine, theirs) != b.control) {
      return false;
    }
    for (int i = 0; i < mine.length; i++) {
      if (!alike(mine[i], theirs[i])
          || image(source[mine[i]], mine, theirs) != source[theirs[i]]
          || !sameOrder(i, mine, theirs)) {
        return false;
      }
    }
    for (int e = 0; e < x.size(); e++) {
      int thread = x.event(e).thread();
      if (thread != t && thread != u && source[e] >= 0) {
        int writer = x.event(source[e]).thread();
        if (writer == t || writer == u) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean alike(int e, int f) {
    Event a = x.event(e);
    Event b = x.event(f);
    Op c = trace.code[e];
    Op d = trace.code[f];
    return c != null
        && d != null
        && c.number == d.number
        && a.kind() == b.kind()
        && a.order() == b.order()
        && a.location() == b.location()
        && a.barrier() == b.barrier()
        && x.pending().contains(e) == x.pending().contains(f)
        && (!a.isRead() || trace.read[e] == trace.read[f])
        && (!a.isWrite() || trace.written[e] == trace.written[f]);
  }

  private static int image(int event, int[] mine, int[] theirs) {
    int i = event < 0 ? -1 : Arrays.binarySearch(mine, event);
    if (i >= 0) {
      return theirs[i];
    }
    int k = event < 0 ? -1 : Arrays.binarySearch(theirs, event);
    return k >= 0 ? mine[k] : event;
  }

  private boolean sameOrder(int i, int[] mine, int[] theirs) {
    for (BaseRelation told :
        List.of(
            BaseRelation.SEQUENCED_BEFORE,
            BaseRelation.DATA,
            BaseRelation.ADDRESS,
            BaseRelation.CONTROL)) {
      var relation = x.relation(told);
      for (int k = 0; k < i; k++) {
        if (relation.contains(mine[k], mine[i]) != relation.contains(theirs[k], theirs[i])) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean sameReads(long[] a, int[] mine, long[] b, int[] theirs) {
    for (int i = 0; i < a.length; i++) {
      if (exchanged(a[i], mine, theirs) != b[i]) {
        return false;
      }
    }
    return true;
  }

  /** A set of one thread's reads as the set of the other's. */
  private long exchanged(long reads, int[] mine, int[] theirs) {
    return reads == 0 ? 0 : trace.dependencies.image(reads, e -> image(e, mine, theirs));
  }
}
