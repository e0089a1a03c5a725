package dev.barnacle.cli.internal.launch;

import dev.barnacle.cl.Context;
import dev.barnacle.cl.Pipe;
import dev.barnacle.command.input.InputException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/** Makes pipes with the packets that they begin with. */
public final class PipeContents {
  private final ArgumentSpec.PipeSpec spec;

  /** Makes the contents of a pipe. */
  public PipeContents(ArgumentSpec.PipeSpec spec) {
    this.spec = spec;
  }

  /** Returns a new pipe with its packets. */
  public Pipe allocate(Context context) {
    Pipe pipe = context.pipe(packetBytes(), spec.packets());
    try {
      fill(pipe);
      return pipe;
    } catch (RuntimeException e) {
      pipe.close();
      throw e;
    }
  }

  /** Gives a pipe of {@link #allocate} its first packets again, and takes all others from it. */
  public void fill(Pipe pipe) {
    pipe.clear();
    spec.init().ifPresent(init -> write(pipe, packets(init)));
  }

  private long packetBytes() {
    try {
      return Math.multiplyExact(spec.type().byteSize(), spec.elements());
    } catch (ArithmeticException e) {
      throw new InputException(
          "packets of " + spec.elements() + " " + spec.type() + " are too large");
    }
  }

  /** Returns as many packets as a list or a file has, or else as many as there is room for. */
  private MemorySegment packets(Init init) {
    boolean counted = init instanceof Init.Values || init instanceof Init.RawFile;
    Optional<Long> count =
        counted ? Optional.empty() : Optional.of(spec.packets() * spec.elements());
    return new BufferContents(new ArgumentSpec.BufferSpec(spec.type(), count, init))
        .bytes(Arena.ofAuto());
  }

  private void write(Pipe pipe, MemorySegment packets) {
    long bytes = packetBytes();
    if (packets.byteSize() % bytes != 0) {
      throw new InputException(
          packets.byteSize() + " bytes are no packets of " + bytes + " bytes each");
    }
    for (long at = 0; at < packets.byteSize(); at += bytes) {
      if (!pipe.write(packets.asSlice(at, bytes))) {
        throw new InputException(
            packets.byteSize() / bytes + " packets for a pipe of " + spec.packets());
      }
    }
  }
}
