package dev.barnacle.watch.internal.code.analysis;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.AsyncCopy;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Call;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.MemoryCopy;
import dev.barnacle.ir.MemoryFill;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Dominators;
import dev.barnacle.ir.analysis.Loops;
import dev.barnacle.watch.internal.code.cut.CodeSize;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The reads in a kernel's loops that many work-items make of the same memory, so that it is worth
 * its code to look whether all is known of them: their address does not depend on all of the ids
 * that the kernel asks for, the outermost loop without barriers has no writes of local memory if
 * they are of that, and the kernel has none of what else they read.
 */
final class ElisionCandidates {
  /** Bytes of JVM code that it takes to look. */
  private static final int LOOK_BYTES = 48;

  /** Methods with more are not compiled by HotSpot; some room is left, as sizes are estimates. */
  private static final int MOST_BYTES = 7000;

  private final Set<Load> repeated = new HashSet<>();
  private final IdDependence ids;
  private final WrittenMemory written;

  private ElisionCandidates(Function kernel, WrittenMemory written) {
    this.ids = new IdDependence(kernel);
    this.written = written;
  }

  /** Returns them; none of a kernel that would become too large. */
  static Set<Load> in(Function kernel, WrittenMemory written) {
    ElisionCandidates reads = new ElisionCandidates(kernel, written);
    Set<Block> seen = new HashSet<>();
    for (Loops.Loop loop : new Loops(new Dominators(new ControlFlow(kernel))).all()) {
      List<Instruction> body =
          loop.blocks().stream().map(Block::instructions).flatMap(List::stream).toList();
      if (!seen.contains(loop.header()) && body.stream().noneMatch(ElisionCandidates::stops)) {
        seen.addAll(loop.blocks());
        reads.collect(body);
      }
    }
    long size = CodeSize.of(kernel) + (long) reads.repeated.size() * LOOK_BYTES;
    return size <= MOST_BYTES ? reads.repeated : Set.of();
  }

  private static boolean stops(Instruction instruction) {
    return instruction instanceof Barrier || instruction instanceof GroupOperation;
  }

  private void collect(List<Instruction> body) {
    boolean writesLocal = body.stream().anyMatch(ElisionCandidates::mayWriteLocal);
    for (Instruction instruction : body) {
      if (instruction instanceof Load load
          && (space(load.pointer()) == AddressSpace.LOCAL
              ? !writesLocal
              : isOnlyRead(load.pointer()))
          && ids.isOfSeveral(load.pointer())) {
        repeated.add(load);
      }
    }
  }

  private static boolean mayWriteLocal(Instruction instruction) {
    Value target =
        switch (instruction) {
          case Store i -> i.pointer();
          case AtomicStore i -> i.pointer();
          case AtomicRmw i -> i.pointer();
          case AtomicCompareExchange i -> i.pointer();
          case MemoryCopy i -> i.operand(0);
          case MemoryFill i -> i.operand(0);
          case AsyncCopy i -> i.operand(0);
          default -> null;
        };
    if (target == null) {
      return instruction instanceof Call;
    }
    AddressSpace space = space(target);
    return space == AddressSpace.LOCAL || space == AddressSpace.GENERIC;
  }

  /** Returns whether a pointer is into global memory that the kernel does not write. */
  private boolean isOnlyRead(Value pointer) {
    AddressSpace space = space(pointer);
    boolean global = space == AddressSpace.GLOBAL || space == AddressSpace.CONSTANT;
    return global && isOnlyRead(pointer, new HashSet<>());
  }

  private boolean isOnlyRead(Value pointer, Set<Value> above) {
    if (!above.add(pointer)) {
      return true;
    }
    return switch (pointer) {
      case PointerAdd i -> isOnlyRead(i.operand(0), above);
      case Select i -> isOnlyRead(i.operand(1), above) && isOnlyRead(i.operand(2), above);
      case Phi i -> i.operands().stream().allMatch(o -> isOnlyRead(o, above));
      case Parameter i -> !written.arguments().get(i.index());
      case GlobalVariable i -> !written.mayWrite(i);
      default -> false;
    };
  }

  private static AddressSpace space(Value pointer) {
    return pointer.type() instanceof PointerType type ? type.space() : AddressSpace.GENERIC;
  }
}
