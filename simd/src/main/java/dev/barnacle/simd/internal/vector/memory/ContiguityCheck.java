package dev.barnacle.simd.internal.vector.memory;

import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.plan.region.MemoryForm.Address;
import dev.barnacle.simd.internal.text.LlvmTypes;
import dev.barnacle.simd.internal.vector.VectorScope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Emits accesses whose addresses may be contiguous at run time ({@link ContiguityCandidates}): a
 * test of the lanes that run chooses between a wide access and a gather or scatter. Indices that
 * rise by one from lane to lane, or fall, make a wide access; those that lie near each other, wide
 * loads and a permutation ({@link GatherCoalescing}).
 *
 * <p>LLVM's loop vectoriser makes such checks before a loop, for strides that may be one ("symbolic
 * stride versioning"); here each access has its own.
 */
final class ContiguityCheck {
  private final VectorScope scope;

  /** The way of {@link GatherCoalescing}, beside steps from lane to lane. */
  private static final int WINDOW = 2;

  private final LaneAccess access;
  private final GatherCoalescing coalescing;
  private final Map<Key, Test> tests = new HashMap<>();
  private int testedIn = -1;

  private record Key(Value index, boolean signed, int step) {}

  /**
   * @param first the index of the first lane, as 64 bits
   * @param holds the i1
   */
  private record Test(String first, String holds) {}

  ContiguityCheck(VectorScope scope, LaneAccess access) {
    this.scope = scope;
    this.access = access;
    this.coalescing = new GatherCoalescing(scope);
  }

  private LlvmText out() {
    return scope.out();
  }

  /**
   * Loads an element a lane.
   *
   * @param window lanes that are near each other have a window
   * @param gather emits the load of addresses that are no neighbours, and returns its result
   */
  String load(Load i, Address address, boolean window, Function<Load, String> gather) {
    Type scalar = i.type().scalar();
    long alignment = scope.module().alignment(i.alignment());
    List<String> results = new ArrayList<>();

    String end =
        ways(
            address,
            window ? coalescing : null,
            (step, first) -> {
              String wide;
              if (step == WINDOW) {
                wide = coalescing.load(address, first, scalar);
              } else if (step == 0) {
                wide = gather.apply(i);
              } else {
                String start = start(address, first, scalar, step);
                wide = access.load(scalar, scope.lanes(), start, alignment, mask(step));
                wide = step < 0 ? access.reversed(scalar, wide) : wide;
              }
              String label = "way" + scope.names().number();
              out().br(label);
              out().label(label);
              results.add(LlvmText.incoming(wide, label));
            });
    out().label(end);
    return out().phi(scope.vectorType(scalar), results);
  }

  /**
   * Stores an element a lane.
   *
   * @param scatter emits the store to addresses that are no neighbours
   */
  void store(Store i, Address address, Runnable scatter) {
    Type scalar = i.value().type().scalar();
    long alignment = scope.module().alignment(i.alignment());
    String value = scope.part(i.value(), 0);
    String end =
        ways(
            address,
            null,
            (step, first) -> {
              if (step == 0) {
                scatter.run();
                return;
              }
              String start = start(address, first, scalar, step);
              String wide = step < 0 ? access.reversed(scalar, value) : value;
              access
                  .in(i.pointer())
                  .store(scalar, scope.lanes(), wide, start, alignment, mask(step));
            });
    out().label(end);
  }

  private interface Way {
    void emit(int step, String first);
  }

  /** Emits the tests and the code of each case, which ends in a jump behind them all. */
  private String ways(Address address, @Nullable GatherCoalescing near, Way way) {
    // Operands are read before the ways part: their names must be known in all of them.
    scope.part(address.index(), 0);
    String base = scope.operand(address.base());
    int number = scope.names().number();
    String end = "stride" + number + ".end";
    int[] steps = address.mirrored() ? new int[] {1, -1} : new int[] {1};
    for (int step : steps) {
      Test test = test(address, step);
      String yes = "stride" + number + (step > 0 ? ".up" : ".down");
      String no = yes + ".not";
      out().br(test.holds(), yes, no);
      out().label(yes);
      way.emit(step, test.first());
      out().br(end);
      out().label(no);
    }
    if (near != null) {
      GatherCoalescing.Test test = near.test(address);
      String yes = "window" + number;
      String no = yes + ".not";
      out().br(test.holds(), yes, no);
      out().label(yes);
      way.emit(WINDOW, test.start());
      out().br(end);
      out().label(no);
    }
    way.emit(0, base);
    out().br(end);
    return end;
  }

  /** Tests whether the lanes that run have the first lane's index plus step × lane. */
  private Test test(Address address, int step) {
    if (testedIn != scope.piece()) {
      tests.clear();
      testedIn = scope.piece();
    }
    Key key = new Key(address.index(), address.signed(), step);
    Test known = tests.get(key);
    if (known == null) {
      known = newTest(address, step);
      if (step > 0) {
        tests.put(key, known);
      }
    }
    return known;
  }

  private Test newTest(Address address, int step) {
    IntType type = (IntType) address.index().type();
    String text = LlvmTypes.type(type);
    String vector = scope.vectorType(type);
    String truth = scope.vectorType(Types.I1);
    String all = out().freeze(vector, scope.part(address.index(), 0));
    String first = out().extract(vector, all, 0);
    String steps = scope.vectorConstant(l -> text + " " + type.normalize((long) l * step));
    String expected = out().add(vector, scope.splat(type, first), steps);
    String differs = out().icmp("ne", vector, all, expected);
    String bad =
        scope.mask().full()
            ? differs
            : scope.select(scope.mask().text(), truth, differs, "zeroinitializer");
    String any = scope.any(bad);
    String holds = out().not(any);
    if (type.bits() == 64) {
      return new Test(first, holds);
    }
    // Extended to 64 bits the lanes are neighbours only if none has wrapped around.
    String last = out().add("i32", first, (scope.lanes() - 1L) * step);
    String order = (address.signed() ? "s" : "u") + (step > 0 ? "le" : "ge");
    String fits = out().icmp(order, "i32", first, last);
    String wide = out().cast(address.signed() ? "sext" : "zext", "i32", first, "i64");
    return new Test(wide, out().and("i1", holds, fits));
  }

  /** Returns the lowest of the addresses. */
  private String start(Address address, String first, Type scalar, int step) {
    String lowest = step > 0 ? first : out().sub("i64", first, (scope.lanes() - 1));
    String offset = out().mul("i64", lowest, scalar.byteSize());
    return out().gep(scope.operand(address.base()), offset);
  }

  private @Nullable String mask(int step) {
    if (scope.mask().full()) {
      return null;
    }
    return step > 0 ? scope.mask().text() : access.reversed(Types.I1, scope.mask().text());
  }
}
