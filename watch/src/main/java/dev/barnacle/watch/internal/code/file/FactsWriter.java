package dev.barnacle.watch.internal.code.file;

import dev.barnacle.watch.internal.race.access.AtomicAccess;
import dev.barnacle.watch.internal.run.kernel.CutSite;
import dev.barnacle.watch.internal.run.kernel.KernelFacts;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes a kernel's facts as bytes that {@link FactsReader} reads. */
final class FactsWriter {
  private final DataOutputStream out;

  FactsWriter(DataOutputStream out) {
    this.out = out;
  }

  void write(KernelFacts facts) throws IOException {
    out.writeInt(facts.sites().size());
    for (CutSite site : facts.sites()) {
      write(site);
    }
    out.writeInt(facts.atomics().size());
    for (Optional<KernelFacts.AtomicUse> use : facts.atomics()) {
      out.writeBoolean(use.isPresent());
      if (use.isPresent()) {
        write(use.get().access());
        write(use.get().failure());
      }
    }
    strings(facts.locals());
    out.writeInt(facts.arrays().size());
    for (KernelFacts.PrivateArray array : facts.arrays()) {
      out.writeLong(array.byteSize());
      out.writeLong(array.alignment());
    }
    out.writeInt(facts.argumentWords().size());
    for (int word : facts.argumentWords()) {
      out.writeInt(word);
    }
    write(facts.counts());
    write(facts.functionCounts());
    out.writeInt(facts.writes().size());
    for (boolean written : facts.writes()) {
      out.writeBoolean(written);
    }
    strings(facts.writtenVariables());
    out.writeBoolean(facts.precise());
    out.writeBoolean(facts.enqueues());
  }

  private void write(CutSite site) throws IOException {
    constant(site.kind());
    out.writeInt(site.place());
    CutSite.StateSlot result = site.result();
    out.writeInt(result == null ? -1 : result.index());
    out.writeInt(result == null ? 0 : result.lanes());
    out.writeBoolean(site.counted());
    out.writeBoolean(site.endless());
    out.writeInt(site.flags());
    constant(site.scope());
    write(site.turn());
  }

  private void write(CutSite.@Nullable Turn turn) throws IOException {
    out.writeInt(turn == null ? -1 : turn.position());
    if (turn != null) {
      out.writeInt(turn.loops().size());
      for (int loop : turn.loops()) {
        out.writeInt(loop);
      }
      out.writeInt(turn.depth());
      out.writeInt(turn.bits());
    }
  }

  private void write(AtomicAccess access) throws IOException {
    constant(access.kind());
    constant(access.order());
    constant(access.scope());
  }

  private void write(KernelFacts.StateCounts counts) throws IOException {
    out.writeInt(counts.ints());
    out.writeInt(counts.longs());
    out.writeInt(counts.floats());
    out.writeInt(counts.doubles());
  }

  private void strings(List<String> all) throws IOException {
    out.writeInt(all.size());
    for (String each : all) {
      out.writeUTF(each);
    }
  }

  @SuppressWarnings("EnumOrdinal") // only the same build reads it
  private void constant(@Nullable Enum<?> constant) throws IOException {
    out.writeByte(constant == null ? -1 : constant.ordinal());
  }
}
