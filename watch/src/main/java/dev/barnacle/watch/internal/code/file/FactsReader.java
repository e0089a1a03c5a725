package dev.barnacle.watch.internal.code.file;

import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.watch.internal.race.access.AccessKind;
import dev.barnacle.watch.internal.race.access.AtomicAccess;
import dev.barnacle.watch.internal.run.kernel.CutSite;
import dev.barnacle.watch.internal.run.kernel.KernelFacts;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads what {@link FactsWriter} wrote; of other bytes it makes anything, or an exception. */
final class FactsReader {
  private static final CutSite.Kind[] KINDS = CutSite.Kind.values();
  private static final AccessKind[] ACCESSES = AccessKind.values();
  private static final MemoryOrder[] ORDERS = MemoryOrder.values();
  private static final MemoryScope[] SCOPES = MemoryScope.values();

  private final DataInputStream in;

  FactsReader(DataInputStream in) {
    this.in = in;
  }

  /** Reads one thing. */
  private interface Reader<T> {
    T read() throws IOException;
  }

  KernelFacts read() throws IOException {
    return new KernelFacts(
        list(this::site),
        list(this::use),
        list(in::readUTF),
        list(() -> new KernelFacts.PrivateArray(in.readLong(), in.readLong())),
        list(in::readInt),
        counts(),
        counts(),
        list(in::readBoolean),
        list(in::readUTF),
        in.readBoolean(),
        in.readBoolean());
  }

  private <T> List<T> list(Reader<T> reader) throws IOException {
    List<T> all = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      all.add(reader.read());
    }
    return all;
  }

  private CutSite site() throws IOException {
    CutSite.Kind kind = KINDS[in.readByte()];
    int place = in.readInt();
    int index = in.readInt();
    int lanes = in.readInt();
    CutSite.StateSlot result = index < 0 ? null : new CutSite.StateSlot(index, lanes);
    boolean counted = in.readBoolean();
    boolean endless = in.readBoolean();
    int flags = in.readInt();
    int scope = in.readByte();
    MemoryScope ofBarrier = scope < 0 ? null : SCOPES[scope];
    return new CutSite(kind, place, result, counted, endless, flags, ofBarrier, turn());
  }

  private CutSite.@Nullable Turn turn() throws IOException {
    int position = in.readInt();
    if (position < 0) {
      return null;
    }
    List<Integer> loops = list(in::readInt);
    return new CutSite.Turn(position, loops, in.readInt(), in.readInt());
  }

  private Optional<KernelFacts.AtomicUse> use() throws IOException {
    return in.readBoolean()
        ? Optional.of(new KernelFacts.AtomicUse(access(), access()))
        : Optional.empty();
  }

  private AtomicAccess access() throws IOException {
    return new AtomicAccess(ACCESSES[in.readByte()], ORDERS[in.readByte()], SCOPES[in.readByte()]);
  }

  private KernelFacts.StateCounts counts() throws IOException {
    return new KernelFacts.StateCounts(in.readInt(), in.readInt(), in.readInt(), in.readInt());
  }
}
