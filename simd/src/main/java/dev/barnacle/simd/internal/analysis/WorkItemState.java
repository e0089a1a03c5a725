package dev.barnacle.simd.internal.analysis;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.analysis.Liveness;
import dev.barnacle.ir.analysis.Piece;
import dev.barnacle.simd.internal.abi.ArenaLayout;
import dev.barnacle.simd.internal.abi.Specialization;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The state that a kernel's work-items keep across barriers, and its layout: for each value and
 * private array that lives across a barrier, an array in the arena with one element a work-item.
 * Values that are cheap to compute again ({@link Rematerialization}) are not kept.
 */
public final class WorkItemState {
  private final Map<Instruction, Long> offsets = new HashMap<>();
  private final Map<Alloca, Long> privateOffsets = new HashMap<>();
  private final Set<Instruction> across;
  private final Rematerialization rematerialization;
  private final PrivateArrays arrays;
  private final long doneOffset;
  private final @Nullable YieldState yields;
  private final long capacity;

  public WorkItemState(
      Function kernel,
      BarrierRegions regions,
      Liveness liveness,
      ArenaLayout layout,
      Specialization specialization,
      int lanes,
      PrivateArrays arrays) {
    this.arrays = arrays;
    this.capacity = (long) specialization.groupSize() + lanes - 1;
    long vectors =
        Math.multiplyExact((long) specialization.rows(), Math.ceilDiv(specialization.row(), lanes));
    this.across = liveness.keptAtCuts();
    this.rematerialization = new Rematerialization(across);
    for (Instruction value : across) {
      if (!rematerialization.covers(value)) {
        long size = Math.multiplyExact(value.type().byteSize(), capacity);
        offsets.put(value, layout.reserve(size, 64));
      }
    }
    for (Alloca alloca : persistentAllocas(kernel, regions)) {
      long items = arrays.isInterleaved(alloca) ? vectors * lanes : capacity;
      long size = Math.multiplyExact(arrays.bytes(alloca), items);
      privateOffsets.put(alloca, layout.reserve(size, Math.max(64, alloca.alignment())));
    }
    this.doneOffset = layout.reserve(regions.regions().size() > 1 ? capacity : 0, 64);
    this.yields = regions.haveYields() ? YieldState.in(layout, regions, capacity) : null;
  }

  /** Returns the bytes from one work-item's copy of a private array to the next one's. */
  public static long stride(Alloca alloca) {
    return ArenaLayout.alignUp(Math.max(1, alloca.byteSize()), Math.max(1, alloca.alignment()));
  }

  /**
   * Private memory whose content may live across a barrier: used in several regions, or in one that
   * can run again.
   */
  private static List<Alloca> persistentAllocas(Function kernel, BarrierRegions regions) {
    Map<Alloca, Set<Integer>> users = new HashMap<>();
    for (BarrierRegions.Region region : regions.regions()) {
      Set<Alloca> used = new HashSet<>();
      for (Piece piece : region.pieces()) {
        for (Instruction instruction : piece.instructions()) {
          UnderlyingAllocas.of(instruction, used);
        }
      }
      used.forEach(a -> users.computeIfAbsent(a, k -> new HashSet<>()).add(region.index()));
    }
    Set<Integer> repeated = repeatedRegions(regions);
    List<Alloca> persistent = new ArrayList<>();
    for (Instruction instruction : kernel.entry().instructions()) {
      if (instruction instanceof Alloca alloca) {
        Set<Integer> in = users.getOrDefault(alloca, Set.of());
        if (in.size() > 1 || in.stream().anyMatch(repeated::contains)) {
          persistent.add(alloca);
        }
      }
    }
    return persistent;
  }

  private static Set<Integer> repeatedRegions(BarrierRegions regions) {
    Map<Integer, Set<Integer>> next = new HashMap<>();
    for (BarrierRegions.Region region : regions.regions()) {
      Set<Integer> exits = new HashSet<>();
      for (Piece piece : region.pieces()) {
        if (piece.cut() != null) {
          exits.add(regions.regionAfter(piece.cut()));
        }
      }
      next.put(region.index(), exits);
    }
    Set<Integer> repeated = new HashSet<>();
    for (Integer start : next.keySet()) {
      Set<Integer> reached = new HashSet<>();
      List<Integer> work = new ArrayList<>(next.getOrDefault(start, Set.of()));
      while (!work.isEmpty()) {
        Integer region = work.removeLast();
        if (reached.add(region)) {
          work.addAll(next.getOrDefault(region, Set.of()));
        }
      }
      if (reached.contains(start)) {
        repeated.add(start);
      }
    }
    return repeated;
  }

  /** Returns how private arrays lie. */
  public PrivateArrays arrays() {
    return arrays;
  }

  /** Returns whether the value lives across a barrier. */
  public boolean isAcross(Instruction value) {
    return across.contains(value);
  }

  /** Returns the values that live across a barrier. */
  public Set<Instruction> across() {
    return across;
  }

  public Rematerialization rematerialization() {
    return rematerialization;
  }

  /** Returns where the array of a kept value starts in the arena. */
  public long offsetOf(Instruction value) {
    Long offset = offsets.get(value);
    if (offset == null) {
      throw new IllegalStateException("value is not kept");
    }
    return offset;
  }

  /** Returns whether private memory is kept for each work-item. */
  public boolean isKept(Alloca alloca) {
    return privateOffsets.containsKey(alloca);
  }

  public long offsetOf(Alloca alloca) {
    Long offset = privateOffsets.get(alloca);
    if (offset == null) {
      throw new IllegalStateException("allocation is not kept");
    }
    return offset;
  }

  /**
   * Returns how many work-items' values an array has room for: a vector may reach over the last
   * one.
   */
  public long capacity() {
    return capacity;
  }

  /** Returns where the group keeps who was put aside; null if the kernel has no yields. */
  public @Nullable YieldState yields() {
    return yields;
  }

  /** Returns where the bytes start that tell which work-items have returned. */
  public long doneOffset() {
    return doneOffset;
  }
}
