package dev.barnacle.simd.internal.vector.region;

import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.simd.internal.emit.ScalarSubGroups;
import dev.barnacle.simd.internal.text.LlvmTypes;
import dev.barnacle.simd.internal.vector.LaneReduction;
import dev.barnacle.simd.internal.vector.SubGroupShuffle;
import dev.barnacle.simd.internal.vector.VectorScope;
import java.util.ArrayList;
import java.util.List;

/**
 * Emits what the work-items of a sub-group do together, where they are the lanes of a vector. Lanes
 * that don't run (behind the end of the work-group, or because they took another way) count as the
 * operation's identity.
 *
 * <p>Sums of floating-point numbers are formed in a fixed order, a tree over the lanes: first those
 * half a vector apart, then a quarter, … for a reduction, and by doubling distances for a scan. So
 * results don't change from launch to launch, and the other engine forms the same ones.
 */
final class SubGroupEmitter {
  private final VectorScope scope;

  SubGroupEmitter(VectorScope scope) {
    this.scope = scope;
  }

  /** Emits an operation. */
  void emit(GroupOperation i) {
    switch (i.op().uniform()) {
      case ALL, ANY -> vote(i);
      case BALLOT -> ballot(i);
      case BROADCAST -> broadcast(i, sender(i.operand(1)));
      case BROADCAST_FIRST -> broadcast(i, new LaneReduction(scope).firstPlace());
      case REDUCE -> uniform(i, part -> reduce(i, scope.part(i.operand(0), part)));
      case SCAN_INCLUSIVE -> scan(i, false);
      case SCAN_EXCLUSIVE -> scan(i, true);
      case CLUSTERED_REDUCE -> clusters(i);
      default -> new SubGroupShuffle(scope).emit(i);
    }
  }

  // Votes and ballots.

  private void vote(GroupOperation i) {
    boolean all = i.op().uniform() == GroupOperation.Op.ALL;
    String set = set(i, all);
    String answer = all ? scope.all(set) : scope.any(set);
    scope.define(i, o -> o.zext("i1", answer, "i32"));
  }

  private void ballot(GroupOperation i) {
    String bits = scope.bits(set(i, false));
    if (scope.lanes() == 64) {
      scope.alias(i, bits);
    } else {
      scope.define(i, o -> o.zext("i" + scope.lanes(), bits, "i64"));
    }
  }

  /** Returns whose value is not 0; lanes that don't run have {@code others}. */
  private String set(GroupOperation i, boolean others) {
    String type = scope.vectorType(i.type());
    String set = scope.out().icmp("ne", type, scope.part(i.operand(0), 0), "zeroinitializer");
    if (scope.mask().full()) {
      return set;
    }
    String neutral = scope.splatConstant(others ? "true" : "false");
    return scope.select(scope.mask().text(), scope.vectorType(Types.I1), set, neutral);
  }

  // Broadcasts.

  private void broadcast(GroupOperation i, String place) {
    uniform(i, part -> extract(i.type().scalar(), scope.part(i.operand(0), part), place));
  }

  /** Returns the place of the sender; all lanes that run name the same one. */
  private String sender(Value id) {
    String number = scope.shape(id).isUniform() ? scope.operand(id) : ofSomeLane(id);
    // An id of no work-item is undefined behaviour, but may not be one of LLVM's.
    return scope.out().and("i32", number, (scope.lanes() - 1));
  }

  private String ofSomeLane(Value id) {
    String ids = scope.part(id, 0);
    return extract(Types.I32, ids, new LaneReduction(scope).lastPlace());
  }

  private String extract(Type scalar, String values, String place) {
    String index = place.contains(" ") ? place : "i32 " + place;
    return scope.out().extract(scope.vectorType(scalar), values, index);
  }

  private interface PartText {
    String of(int part);
  }

  /** Sets a result that all lanes have alike. */
  private void uniform(GroupOperation i, PartText text) {
    if (i.type().lanes() == 1) {
      scope.alias(i, text.of(0));
      return;
    }
    String type = LlvmTypes.type(i.type());
    String vector = "poison";
    for (int p = 0; p < i.type().lanes(); p++) {
      vector = scope.out().insert(type, vector, LlvmTypes.type(i.type().scalar()), text.of(p), p);
    }
    scope.alias(i, vector);
  }

  // Reductions and scans.

  private String reduce(GroupOperation i, String values) {
    Type scalar = i.type().scalar();
    String reduced = active(i.combine(), scalar, values);
    for (int step = scope.lanes() / 2; step >= 1; step /= 2) {
      reduced = combine(i.combine(), scalar, reduced, down(scalar, reduced, step));
    }
    return extract(scalar, reduced, "0");
  }

  private void scan(GroupOperation i, boolean exclusive) {
    Type scalar = i.type().scalar();
    List<String> parts = new ArrayList<>();
    for (int p = 0; p < i.type().lanes(); p++) {
      String scan = active(i.combine(), scalar, scope.part(i.operand(0), p));
      for (int step = 1; step < scope.lanes(); step *= 2) {
        String before = up(scalar, scan, step, neutral(i.combine(), scalar));
        scan = combine(i.combine(), scalar, before, scan);
      }
      parts.add(exclusive ? before(i, scan) : scan);
    }
    scope.set(i, parts);
  }

  /** Returns what comes before each lane; the first that runs gets what a scan starts with. */
  private String before(GroupOperation i, String scan) {
    Type scalar = i.type().scalar();
    String first = ScalarSubGroups.first(i.combine(), scalar);
    String before = up(scalar, scan, 1, first);
    boolean atFirst = first.equals(neutral(i.combine(), scalar)) || !i.op().isNonUniform();
    if (atFirst || scope.mask().full()) {
      return before;
    }
    String ids = scope.vectorType(Types.I32);
    String lanes = scope.vectorConstant(l -> "i32 " + l);
    String place = index(new LaneReduction(scope).firstPlace());
    String behind = scope.out().icmp("ugt", ids, lanes, scope.splat(Types.I32, place));
    return scope.select(behind, scope.vectorType(scalar), before, scope.constant(scalar, first));
  }

  /** Returns a typed place as an i32. */
  private String index(String place) {
    int bits = scope.lanes();
    String number = place.substring(place.indexOf(' ') + 1);
    if (bits == 32 || place.startsWith("i32")) {
      return number;
    }
    return scope.out().cast(bits > 32 ? "trunc" : "zext", "i" + bits, number, "i32");
  }

  /** Combines first what is half a cluster apart, so that all of a cluster get the same. */
  private void clusters(GroupOperation i) {
    Type scalar = i.type().scalar();
    long size = Math.min(((IntConstant) i.operand(1)).unsigned(), scope.lanes());
    List<String> parts = new ArrayList<>();
    for (int p = 0; p < i.type().lanes(); p++) {
      String reduced = active(i.combine(), scalar, scope.part(i.operand(0), p));
      for (long step = Long.highestOneBit(size) / 2; step >= 1; step /= 2) {
        int apart = (int) step;
        String others =
            scope.out().shuffle(scope.vectorType(scalar), reduced, scope.lanes(), l -> l ^ apart);
        reduced = combine(i.combine(), scalar, reduced, others);
      }
      parts.add(reduced);
    }
    scope.set(i, parts);
  }

  /** Returns the values with what changes nothing in the lanes that don't run. */
  private String active(GroupOperation.Combine how, Type scalar, String values) {
    if (scope.mask().full()) {
      return values;
    }
    String others = scope.constant(scalar, neutral(how, scalar));
    return scope.select(scope.mask().text(), scope.vectorType(scalar), values, others);
  }

  /** Moves values up by {@code step} lanes; the lanes below get {@code below}. */
  private String up(Type scalar, String values, int step, String below) {
    String first = scope.constant(scalar, below);
    return new LaneReduction(scope).shifted(first, scalar, values, step);
  }

  /** Moves values down by {@code step} lanes; what the lanes above get is not used. */
  private String down(Type scalar, String values, int step) {
    return scope
        .out()
        .shuffle(scope.vectorType(scalar), values, scope.lanes(), l -> l < step ? l + step : -1);
  }

  private String combine(GroupOperation.Combine how, Type scalar, String a, String b) {
    String type = scope.vectorType(scalar);
    boolean floating = scalar instanceof FloatType;
    return switch (how) {
      case ADD -> scope.out().binary(floating ? "fadd" : "add", type, a, b);
      case MUL -> scope.out().binary(floating ? "fmul" : "mul", type, a, b);
      case AND, OR, XOR -> scope.out().binary(how.keyword(), type, a, b);
      case MIN -> intrinsic(floating ? "minnum" : "smin", scalar, a, b);
      case MAX -> intrinsic(floating ? "maxnum" : "smax", scalar, a, b);
      case UMIN, UMAX -> intrinsic(how.keyword(), scalar, a, b);
      case NONE -> throw new IllegalStateException("no way to combine");
    };
  }

  private String intrinsic(String name, Type scalar, String a, String b) {
    String function = "@llvm." + name + "." + scope.vectorSuffix(scalar);
    return scope.call(scope.vectorType(scalar), function, a, b);
  }

  /** Returns what changes nothing, bit for bit: for sums of floating-point numbers that is -0. */
  private static String neutral(GroupOperation.Combine how, Type scalar) {
    boolean sum = how == GroupOperation.Combine.ADD && scalar instanceof FloatType;
    return sum ? "-0.0" : ScalarSubGroups.first(how, scalar);
  }
}
