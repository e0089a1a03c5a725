package dev.barnacle.simd.internal.plan;

import dev.barnacle.engine.KernelTraits;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.Call;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Dominators;
import dev.barnacle.ir.analysis.Loops;
import dev.barnacle.simd.internal.abi.Specialization;
import dev.barnacle.simd.internal.analysis.Alignments;
import dev.barnacle.simd.internal.analysis.BufferPrivatization;
import dev.barnacle.simd.internal.analysis.LaneShapes;
import dev.barnacle.simd.internal.analysis.PrivateArrays;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * A summary of a kernel: what launches must know of its code besides the machine code.
 *
 * @param copies what it does with arguments that could be copied, by parameter
 * @param mayWait whether a work-group may wait for another
 * @param traits what matters for the choice of a local size
 * @param alignment what the addresses of its arguments must be multiples of, in bytes, so that all
 *     of its accesses are aligned as it expects
 * @param quick when launches may begin with quickly made code
 * @param rows whether groups of one row each are better run several at a time
 * @param tiles whether small tiles are better run several at a time, as wider ones
 * @param runs whether neighbours of dimension 0 meet memory in runs, wherever they meet it; asked
 *     of kernels alone that run in tiles
 */
public record KernelSummary(
    Map<Integer, BufferPrivatization.Use> copies,
    boolean mayWait,
    KernelTraits traits,
    long alignment,
    QuickCode quick,
    boolean rows,
    boolean tiles,
    boolean runs) {
  private static final int LANES = 16;
  private static final Specialization ROW =
      Specialization.builder(GroupCoarsening.WIDE, 1, 1).smallIds(true).build();

  public KernelSummary {
    copies = Map.copyOf(copies);
  }

  /** Finds them in the code. */
  public static KernelSummary of(Function kernel) {
    KernelTraits traits = KernelTraits.of(kernel);
    boolean mayWait = GroupCoarsening.mayWait(kernel);
    boolean isAlone = isAlone(mayWait, traits);
    QuickCode quick = QuickCode.of(kernel);
    boolean isStraight = quick.kind() == QuickCode.Kind.STRAIGHT;
    return new KernelSummary(
        BufferPrivatization.of(kernel),
        mayWait,
        traits,
        Alignments.of(kernel),
        quick,
        isAlone && RowsInFlight.pay(kernel),
        isAlone && (isStraight || loopsOnlyCompute(kernel)),
        isAlone && isStraight && meetsRuns(kernel));
  }

  /** Returns whether no loop accesses memory, so that the shape of a tile does not matter to it. */
  private static boolean loopsOnlyCompute(Function kernel) {
    Loops loops = new Loops(new Dominators(new ControlFlow(kernel)));
    return loops.all().stream()
        .flatMap(l -> l.blocks().stream())
        .flatMap(b -> b.instructions().stream())
        .noneMatch(
            i -> i instanceof Call || i.operands().stream().anyMatch(KernelSummary::isPointer));
  }

  private static boolean isPointer(Value value) {
    return value.type().isPointer();
  }

  private static boolean meetsRuns(Function kernel) {
    LaneShapes shapes = new LaneShapes(kernel, ROW, new PrivateArrays(kernel, true), LANES);
    return shapes.isReducible() && !ExchangedDimensions.areWorthTrying(kernel, shapes);
  }

  private static boolean isAlone(boolean mayWait, KernelTraits traits) {
    return !mayWait && !traits.seesGroups() && traits.localBytes() == 0;
  }

  void write(DataOutputStream out) throws IOException {
    out.writeBoolean(mayWait);
    out.writeBoolean(traits.cooperates());
    out.writeBoolean(traits.seesGroups());
    out.writeLong(traits.localBytes());
    out.writeLong(alignment);
    out.writeUTF(quick.kind().name());
    out.writeInt(quick.instructions());
    out.writeBoolean(rows);
    out.writeBoolean(tiles);
    out.writeBoolean(runs);
    out.writeInt(copies.size());
    for (Map.Entry<Integer, BufferPrivatization.Use> copy : copies.entrySet()) {
      out.writeInt(copy.getKey());
      out.writeUTF(copy.getValue().op().name());
      out.writeInt(((IntType) copy.getValue().type()).bits());
      out.writeLong(copy.getValue().weight());
    }
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IllegalArgumentException if it is something else
   */
  static KernelSummary read(DataInputStream in) throws IOException {
    boolean mayWait = in.readBoolean();
    KernelTraits traits = new KernelTraits(in.readBoolean(), in.readBoolean(), in.readLong());
    long alignment = in.readLong();
    QuickCode quick = new QuickCode(QuickCode.Kind.valueOf(in.readUTF()), in.readInt());
    boolean rows = in.readBoolean();
    boolean tiles = in.readBoolean();
    boolean runs = in.readBoolean();
    Map<Integer, BufferPrivatization.Use> copies = new HashMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      int parameter = in.readInt();
      AtomicRmw.Op op = AtomicRmw.Op.valueOf(in.readUTF());
      copies.put(
          parameter, new BufferPrivatization.Use(op, new IntType(in.readInt()), in.readLong()));
    }
    return new KernelSummary(copies, mayWait, traits, alignment, quick, rows, tiles, runs);
  }
}
