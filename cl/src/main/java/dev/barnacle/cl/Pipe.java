package dev.barnacle.cl;

import dev.barnacle.cl.internal.host.NativeMemory;
import dev.barnacle.cl.internal.life.Lifetime;
import dev.barnacle.engine.Argument;
import dev.barnacle.engine.PipeMemory;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A queue of packets between kernels ({@code cl_mem} of a pipe; OpenCL API, 5.4): one kernel writes
 * them with {@code write_pipe}, another reads them in the same order with {@code read_pipe}. It is
 * passed for a parameter such as {@code write_only pipe int}, whose packets are as large as its
 * own; a kernel that declares packets of another size finds it full and empty.
 *
 * <p>Many work-items write and read a pipe at a time without a lock. What a kernel has written is
 * there for kernels that are ordered behind it.
 *
 * <p>The C API gives the host no access to packets; here it can {@link #write} some for a kernel,
 * and look at those that are left ({@link #packets}).
 */
public final class Pipe extends MemoryObject {
  private final PipeMemory pipe;

  private Pipe(Context context, NativeMemory block, PipeMemory pipe, Set<MemoryFlag> flags) {
    super(
        context,
        "pipe",
        () -> {
          context.memory().gone(block.memory());
          block.free();
          context.memory().unreserve(block.memory().byteSize());
        },
        flags,
        null);
    this.pipe = pipe;
  }

  /** Makes an empty pipe, whose bytes the context has reserved. */
  static Pipe allocate(Context context, int packetBytes, int maxPackets, Set<MemoryFlag> flags) {
    NativeMemory block = NativeMemory.allocate(PipeMemory.byteSize(packetBytes, maxPackets));
    context.memory().made("pipe", block.memory(), false);
    context.memory().undefined(block.memory()); // no packet has been written
    PipeMemory pipe = PipeMemory.of(block.memory(), packetBytes, maxPackets);
    return new Pipe(context, block, pipe, flags);
  }

  /** Returns the size of a packet in bytes ({@code CL_PIPE_PACKET_SIZE}). */
  public int packetBytes() {
    return pipe.packetBytes();
  }

  /** Returns how many packets it has room for ({@code CL_PIPE_MAX_PACKETS}). */
  public long maxPackets() {
    return Integer.toUnsignedLong(pipe.maxPackets());
  }

  /**
   * Returns how many packets can be read. While a kernel uses the pipe the number is old at once.
   */
  public long numPackets() {
    try (Lifetime.Use use = lifetime().use()) {
      Objects.requireNonNull(use);
      return pipe.available();
    }
  }

  /**
   * Adds a packet at the end, while no kernel uses the pipe.
   *
   * @param packet at least as many bytes as a packet has
   * @return whether there was room for it
   * @throws ClException {@code CL_INVALID_VALUE} if the packet is too small
   */
  public boolean write(MemorySegment packet) {
    if (packet.byteSize() < packetBytes()) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE,
          "a packet of " + packet.byteSize() + " bytes, not " + packetBytes());
    }
    try (Lifetime.Use use = lifetime().use()) {
      Objects.requireNonNull(use);
      hostAccess(true);
      return pipe.write(packet);
    }
  }

  /** Adds as many packets of one int each as there is room for; returns how many these are. */
  public int write(int... packets) {
    int count = 0;
    while (count < packets.length && write(MemorySegment.ofArray(new int[] {packets[count]}))) {
      count++;
    }
    return count;
  }

  /** Takes all packets from it, while no kernel uses the pipe. */
  public void clear() {
    try (Lifetime.Use use = lifetime().use()) {
      Objects.requireNonNull(use);
      hostAccess(true);
      pipe.clear();
    }
  }

  /**
   * Returns the packets that can be read, one after the other; they stay in the pipe. No kernel
   * uses it meanwhile.
   *
   * @throws ClException {@code CL_OUT_OF_HOST_MEMORY} if they are more than an array holds
   */
  public byte[] packets() {
    try (Lifetime.Use use = lifetime().use()) {
      Objects.requireNonNull(use);
      hostAccess(false);
      return pipe.contents();
    } catch (ArithmeticException e) {
      throw new ClException(ErrorCode.CL_OUT_OF_HOST_MEMORY, "more packets than an array holds", e);
    }
  }

  private void hostAccess(boolean writes) {
    MemorySegment memory = pipe.memory();
    context().memory().hostAccess(writes, memory.address(), memory.byteSize());
  }

  /** Returns all its memory in bytes: the packets, and a little for each. */
  @Override
  public long byteSize() {
    return pipe.memory().byteSize();
  }

  @Override
  MemorySegment contents() {
    return pipe.memory();
  }

  /** Returns nothing: a pipe is a part of no memory object. */
  @Override
  public Optional<MemoryObject> parent() {
    return Optional.empty();
  }

  /** Returns the pipe as kernels get it. */
  Argument argument() {
    return new Argument.Pipe(pipe);
  }

  /** Says how large it and its packets are, and its flags. */
  @Override
  public String toString() {
    return "pipe of " + maxPackets() + " packets of " + packetBytes() + " bytes" + state();
  }
}
