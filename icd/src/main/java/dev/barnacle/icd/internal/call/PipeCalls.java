package dev.barnacle.icd.internal.call;

import static dev.barnacle.icd.internal.abi.Cl.*;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.MemoryFlag;
import dev.barnacle.cl.Pipe;
import dev.barnacle.icd.internal.entry.CreatePipe;
import dev.barnacle.icd.internal.entry.GetPipeInfo;
import dev.barnacle.icd.internal.handle.ContextHandle;
import dev.barnacle.icd.internal.handle.Handles;
import dev.barnacle.icd.internal.handle.MemoryHandle;
import dev.barnacle.icd.internal.query.Info;
import java.util.Set;

/** Pipes (OpenCL API, 5.4). */
public final class PipeCalls {
  private PipeCalls() {}

  public static long createPipe(long a) {
    CreatePipe call = new CreatePipe(a);
    ContextHandle context = Handles.context(call.context());
    Set<MemoryFlag> flags = MemoryFlag.of(call.flags());
    long packetBytes = Integer.toUnsignedLong(call.pipePacketSize());
    long maxPackets = Integer.toUnsignedLong(call.pipeMaxPackets());
    if (call.properties() != 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "a pipe has no properties");
    }
    if (context.devices().stream().allMatch(d -> d.device().pipes().maxArguments() == 0)) {
      throw new ClException(ErrorCode.CL_INVALID_OPERATION, "no device of the context has pipes");
    }
    Pipe pipe = context.context().pipe(flags, packetBytes, maxPackets);
    MemoryHandle made =
        new MemoryHandle(
            pipe,
            context,
            new MemoryHandle.Creation(MemoryFlag.bits(pipe.flags()), 0, MemoryCalls.NONE, null, 0));
    return made.register(made).address();
  }

  public static long getPipeInfo(long a) {
    GetPipeInfo call = new GetPipeInfo(a);
    Pipe pipe = pipe(Handles.memory(call.pipe()));
    int parameter = call.paramName();
    Info out = Info.of(call);
    switch (parameter) {
      case CL_PIPE_PACKET_SIZE -> out.int32(pipe.packetBytes());
      case CL_PIPE_MAX_PACKETS -> out.int32((int) pipe.maxPackets());
      case CL_PIPE_PROPERTIES -> out.longs();
      default -> throw Info.unknown(parameter);
    }
    return 0;
  }

  /** Returns the pipe that a memory object is, or an error if it is none. */
  static Pipe pipe(MemoryHandle memory) {
    if (memory.object() instanceof Pipe pipe) {
      return pipe;
    }
    throw new ClException(ErrorCode.CL_INVALID_MEM_OBJECT, "the memory object is no pipe");
  }
}
