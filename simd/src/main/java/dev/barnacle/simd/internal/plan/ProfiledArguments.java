package dev.barnacle.simd.internal.plan;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.Launch;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Dominators;
import dev.barnacle.ir.analysis.Loops;
import dev.barnacle.simd.internal.abi.ConstantArgument;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntToLongFunction;

/**
 * The integer arguments of a kernel of which it pays to know small values when it is compiled:
 * bounds of innermost loops, which are then laid out as one line, and steps between what
 * neighbouring work-items access.
 */
public final class ProfiledArguments {
  /** Larger loops are not laid out, and larger steps are gathers as they were. */
  private static final long MOST = 32;

  private static final int MOST_DEPTH = 6;

  /** The places of the arguments, in order. */
  private final List<Integer> places;

  private ProfiledArguments(Set<Integer> places) {
    this.places = List.copyOf(places);
  }

  /** Finds those of a kernel. */
  public static ProfiledArguments of(Function kernel) {
    Set<Integer> found = new TreeSet<>();
    ControlFlow flow = new ControlFlow(kernel);
    Loops loops = new Loops(new Dominators(flow));
    if (loops.isReducible()) {
      for (Loops.Loop loop : loops.all()) {
        if (loops.all().stream().map(Loops.Loop::header).filter(loop::contains).count() == 1) {
          loop.exits().forEach(exit -> addBounds(exit.from(), found));
        }
      }
    }
    for (Block block : flow.reversePostOrder()) {
      for (Instruction instruction : block.instructions()) {
        if (instruction instanceof Binary binary && binary.op() == Binary.Op.MUL) {
          addSteps(binary.operand(0), binary.operand(1), found);
          addSteps(binary.operand(1), binary.operand(0), found);
        }
      }
    }
    return new ProfiledArguments(found);
  }

  private static void addBounds(Block exit, Set<Integer> found) {
    Instruction end = exit.terminator();
    if (!end.operands().isEmpty() && end.operand(0) instanceof Compare compare) {
      compare.operands().forEach(o -> addArguments(o, found, 0));
    }
  }

  private static void addSteps(Value factor, Value other, Set<Integer> found) {
    if (isOfIds(other, 0)) {
      addArguments(factor, found, 0);
    }
  }

  /** Adds the arguments that a value is computed from alone. */
  private static void addArguments(Value value, Set<Integer> found, int depth) {
    switch (value) {
      case Parameter p when p.type() instanceof IntType type && type.bits() >= Byte.SIZE ->
          found.add(p.index());
      case Cast cast when depth < MOST_DEPTH -> addArguments(cast.operand(0), found, depth + 1);
      case Binary binary when depth < MOST_DEPTH ->
          binary.operands().forEach(o -> addArguments(o, found, depth + 1));
      default -> {}
    }
  }

  /** Returns whether a value rises with the ids of dimension 0. */
  private static boolean isOfIds(Value value, int depth) {
    return switch (value) {
      case WorkItemQuery query ->
          query.kind() == WorkItemQuery.Kind.GLOBAL_ID
              || query.kind() == WorkItemQuery.Kind.LOCAL_ID;
      case Cast cast when depth < MOST_DEPTH -> isOfIds(cast.operand(0), depth + 1);
      case Binary binary when depth < MOST_DEPTH ->
          binary.operands().stream().anyMatch(o -> isOfIds(o, depth + 1));
      default -> false;
    };
  }

  /** Returns whether there are none. */
  public boolean isEmpty() {
    return places.isEmpty();
  }

  /** Returns those that have small values, by the value at each place. */
  public List<ConstantArgument> small(IntToLongFunction values) {
    List<ConstantArgument> known = new ArrayList<>();
    for (int place : places) {
      long value = values.applyAsLong(place);
      if (value >= 0 && value <= MOST) {
        known.add(new ConstantArgument(place, value));
      }
    }
    return known;
  }

  /** Returns whether a launch has these values. */
  public static boolean hold(List<ConstantArgument> known, Launch launch) {
    for (int i = 0; i < known.size(); i++) {
      if (value(launch, known.get(i).place()) != known.get(i).value()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the value of an integer, read as signed; -1 where it has another size than it should.
   */
  public static long value(Launch launch, int place) {
    if (place >= launch.arguments().size()
        || !(launch.arguments().get(place) instanceof Argument.Bytes(MemorySegment bytes))) {
      return -1; // the launch will end with an error
    }
    return value(bytes);
  }

  /** Returns the value of an integer of so many bytes, read as signed; -1 for other sizes. */
  public static long value(MemorySegment bytes) {
    return switch ((int) bytes.byteSize()) {
      case Byte.BYTES -> bytes.get(ValueLayout.JAVA_BYTE, 0);
      case Short.BYTES -> bytes.get(ValueLayout.JAVA_SHORT_UNALIGNED, 0);
      case Integer.BYTES -> bytes.get(ValueLayout.JAVA_INT_UNALIGNED, 0);
      case Long.BYTES -> bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
      default -> -1;
    };
  }
}
