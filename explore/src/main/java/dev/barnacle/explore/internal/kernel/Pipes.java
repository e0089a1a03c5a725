package dev.barnacle.explore.internal.kernel;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.PipeMemory;
import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.KernelLaunch;
import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.code.PipeState;
import dev.barnacle.explore.internal.kernel.code.Targets;
import dev.barnacle.explore.internal.kernel.memory.MemoryObject;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.KernelInfo;
import dev.barnacle.ir.Parameter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

/** The memory objects of pipes: the packets of each, and its {@link PipeState}. */
final class Pipes {
  /** Takes a new memory object. */
  interface Taker {
    /** Adds it to those of the launches. */
    MemoryObject add(MemoryObject object) throws ExploreException;
  }

  private final UnaryOperator<String> free;
  private final Taker taker;
  private final List<MemoryObject> objects;

  /** The objects of states, by the addresses of the pipes' memory. */
  private final Map<Long, Integer> states = new HashMap<>();

  /**
   * Makes those of launches.
   *
   * @param free gives a name that no object has yet
   * @param objects those that there are so far
   */
  Pipes(UnaryOperator<String> free, Taker taker, List<MemoryObject> objects) {
    this.free = free;
    this.taker = taker;
    this.objects = objects;
  }

  /**
   * Adds the pipes that a launch is given.
   *
   * @throws ExploreException if the kernel both reads and writes one
   */
  void add(KernelLaunch launch) throws ExploreException {
    Map<Long, String> ends = new HashMap<>();
    for (Parameter p : launch.kernel().parameters()) {
      if (launch.arguments().get(p.index()) instanceof Argument.Pipe pipe) {
        String end = end(launch.kernel(), p);
        String other = ends.putIfAbsent(key(pipe), end);
        if (other != null && !other.equals(end)) {
          throw new ExploreException(
              "a kernel cannot both read and write one pipe", launch.kernel().location());
        }
        if (!states.containsKey(key(pipe))) {
          add(launch.names().get(p.index()), pipe);
        }
      }
    }
  }

  private static String end(Function kernel, Parameter p) {
    KernelInfo info = Objects.requireNonNull(kernel.kernel());
    return info.arguments().get(p.index()).access().equals("write_only") ? "write" : "read";
  }

  private static long key(Argument.Pipe pipe) {
    return pipe.memory().memory().address();
  }

  private void add(String name, Argument.Pipe pipe) throws ExploreException {
    PipeMemory memory = pipe.memory();
    String called = free.apply(name);
    long max = Integer.toUnsignedLong(memory.maxPackets());
    MemoryObject packets =
        taker.add(
            object(
                called, max * memory.packetBytes(), MemoryObject.Kind.PACKETS, memory.contents()));
    byte[] state =
        PipeState.of(
            memory.available(), max, memory.packetBytes(), Address.of(packets.number(), 0));
    states.put(
        key(pipe),
        taker
            .add(object("the state of " + called, state.length, MemoryObject.Kind.PIPE, state))
            .number());
  }

  private MemoryObject object(String name, long size, MemoryObject.Kind kind, byte[] initial) {
    return new MemoryObject(
        objects.size() + 1, name, AddressSpace.GLOBAL, size, false, -1, kind, initial);
  }

  /** Returns the object that is a pipe's state. */
  int state(Argument.Pipe pipe) {
    return Objects.requireNonNull(states.get(key(pipe)));
  }

  /** Returns what operations on a pipe access, as {@link Targets} has it. */
  long target(Argument.Pipe pipe) {
    return Targets.object(state(pipe)) | Targets.object(state(pipe) - 1);
  }
}
