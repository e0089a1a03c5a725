package dev.barnacle.model.internal.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.model.Bits;
import dev.barnacle.model.EventSet;
import dev.barnacle.model.Relation;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * The operators of the relation algebra on bits, against their definitions on elements; with more
 * events than a word has bits as well.
 */
class OperatorsTest {
  /** Which pairs a relation has. */
  private interface Pairs {
    boolean test(int x, int y);
  }

  @Property(tries = 200)
  void operatorsAreTheirDefinitions(
      @ForAll @IntRange(min = 1, max = 70) int capacity,
      @ForAll @IntRange(max = 70) int events,
      @ForAll long seed) {
    int n = Math.min(capacity, events);
    Random random = new Random(seed);
    Relation a = relation(capacity, n, random);
    Relation b = relation(capacity, n, random);
    EventSet s = set(capacity, n, random);
    EventSet t = set(capacity, n, random);
    pairs(new Union(), n, (x, y) -> a.contains(x, y) || b.contains(x, y), a, b);
    pairs(new Intersection(), n, (x, y) -> a.contains(x, y) && b.contains(x, y), a, b);
    pairs(new Difference(), n, (x, y) -> a.contains(x, y) && !b.contains(x, y), a, b);
    pairs(new Complement(), n, (x, y) -> !a.contains(x, y), a);
    pairs(new Inverse(), n, (x, y) -> a.contains(y, x), a);
    pairs(new ReflexiveClosure(), n, (x, y) -> x == y || a.contains(x, y), a);
    pairs(new Product(), n, (x, y) -> s.contains(x) && t.contains(y), s, t);
    pairs(new Identity(), n, (x, y) -> x == y && s.contains(x), s);
    pairs(new TransitiveClosure(), n, (x, y) -> reaches(a, x, y, n), a);
    pairs(
        new Composition(),
        n,
        (x, z) -> IntStream.range(0, n).anyMatch(y -> a.contains(x, y) && b.contains(y, z)),
        a,
        b);
    events(new Domain(), n, x -> IntStream.range(0, n).anyMatch(y -> a.contains(x, y)), a);
    events(new Range(), n, y -> IntStream.range(0, n).anyMatch(x -> a.contains(x, y)), a);
    events(new Union(), n, x -> s.contains(x) || t.contains(x), s, t);
    events(new Complement(), n, x -> !s.contains(x), s);
    events(new Difference(), n, x -> s.contains(x) && !t.contains(x), s, t);
  }

  @Property(tries = 100)
  void addingTransitivelyIsAddingAndClosing(
      @ForAll @IntRange(min = 1, max = 70) int n, @ForAll long seed) {
    Random random = new Random(seed);
    Relation step = new Relation(n);
    Relation whole = new Relation(n);
    for (int i = 0; i < n; i++) {
      int x = random.nextInt(n);
      int y = random.nextInt(n);
      step.addTransitively(x, y, n);
      whole.add(x, y);
      whole.close(n);
    }
    for (int x = 0; x < n; x++) {
      for (int y = 0; y < n; y++) {
        assertEquals(whole.contains(x, y), step.contains(x, y), x + " to " + y);
      }
    }
  }

  /** Returns whether a path of at least one step leads from x to y. */
  private static boolean reaches(Relation a, int x, int y, int n) {
    boolean[] seen = new boolean[n];
    int[] rest = new int[n + 1];
    int count = 0;
    rest[count++] = x;
    while (count > 0) {
      int from = rest[--count];
      for (int to = 0; to < n; to++) {
        if (a.contains(from, to) && !seen[to]) {
          seen[to] = true;
          rest[count++] = to;
        }
      }
    }
    return seen[y];
  }

  private static void pairs(Operator operator, int n, Pairs expected, Bits... in) {
    Relation out = relation(in[0].capacity(), n, new Random(n));
    operator.apply(in, out, n);
    for (int x = 0; x < n; x++) {
      for (int y = 0; y < n; y++) {
        String where = operator.getClass().getSimpleName() + ": " + x + ", " + y + " of " + n;
        assertEquals(expected.test(x, y), out.contains(x, y), where);
      }
    }
  }

  private static void events(Operator operator, int n, IntPredicate expected, Bits... in) {
    EventSet out = set(in[0].capacity(), n, new Random(n));
    operator.apply(in, out, n);
    for (int x = 0; x < n; x++) {
      String where = operator.getClass().getSimpleName() + ": " + x + " of " + n;
      assertEquals(expected.test(x), out.contains(x), where);
    }
  }

  private static Relation relation(int capacity, int n, Random random) {
    Relation relation = new Relation(capacity);
    for (int i = 0; i < 2 * n; i++) {
      relation.add(random.nextInt(n), random.nextInt(n));
    }
    return relation;
  }

  private static EventSet set(int capacity, int n, Random random) {
    EventSet set = new EventSet(capacity);
    for (int i = 0; i < n; i++) {
      if (random.nextBoolean()) {
        set.add(i);
      }
    }
    return set;
  }
}
