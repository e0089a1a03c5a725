package dev.barnacle.simd.internal.abi;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.EngineException;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.PointerType;
import dev.barnacle.simd.internal.text.LlvmTypes;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * The layout of a kernel's arguments in the block that its entry function reads. After them follow
 * the buffers of which threads have copies, in the order of the parameters: for each the copy's
 * offset in the arena and its size in bytes.
 */
public final class ArgumentLayout {
  private final Function kernel;
  private final List<Long> offsets = new ArrayList<>();
  private final long byteSize;

  public ArgumentLayout(Function kernel) {
    this.kernel = kernel;
    long end = 0;
    for (Parameter parameter : kernel.parameters()) {
      end = ArenaLayout.alignUp(end, alignment(parameter));
      offsets.add(end);
      end += size(parameter);
    }
    this.byteSize = Math.max(8, end);
  }

  public static long size(Parameter parameter) {
    return parameter.byValueBytes() > 0 ? parameter.byValueBytes() : parameter.type().byteSize();
  }

  private static long alignment(Parameter parameter) {
    return parameter.byValueBytes() > 0
        ? Math.max(8, parameter.attributes().alignment())
        : LlvmTypes.alignment(parameter.type());
  }

  public long offset(int index) {
    return offsets.get(index);
  }

  long byteSize() {
    return byteSize;
  }

  /** Returns where more may stand behind the arguments, a multiple of 8. */
  public long end() {
    return ArenaLayout.alignUp(byteSize, 8);
  }

  /** Returns the bytes that descriptions of {@code copied} take behind the arguments. */
  public static long copyBytes(long copied) {
    return 16L * Long.bitCount(copied);
  }

  /** Returns where the description of a copy stands, counted from the end of the arguments. */
  public static long copyOffset(long copied, int parameter) {
    return 16L * Long.bitCount(copied & ((1L << parameter) - 1));
  }

  public static boolean isLocalPointer(Parameter parameter) {
    return parameter.isIn(AddressSpace.LOCAL);
  }

  /**
   * Writes the arguments into {@code block}; a local argument becomes its offset in the arena.
   *
   * @param arenaEnd where local arguments may start in the arena
   * @return the size of the arena with the local arguments
   */
  public long pack(List<Argument> arguments, MemorySegment block, long arenaEnd) {
    if (arguments.size() != kernel.parameters().size()) {
      throw invalid(
          "kernel "
              + kernel.name()
              + " has "
              + kernel.parameters().size()
              + " parameters, but "
              + arguments.size()
              + " arguments were given");
    }
    long end = arenaEnd;
    for (Parameter parameter : kernel.parameters()) {
      Argument argument = arguments.get(parameter.index());
      long at = offset(parameter.index());
      if (argument instanceof Argument.Local local && isLocalPointer(parameter)) {
        end = ArenaLayout.alignUp(end, 128);
        block.set(ValueLayout.JAVA_LONG_UNALIGNED, at, end);
        end = Math.addExact(end, local.byteSize());
      } else {
        packValue(parameter, argument, block, at);
      }
    }
    return end;
  }

  private void packValue(Parameter parameter, Argument argument, MemorySegment block, long at) {
    boolean pointer = parameter.type() instanceof PointerType && parameter.byValueBytes() == 0;
    switch (argument) {
      case Argument.Memory m when takesMemory(parameter) ->
          block.set(ValueLayout.JAVA_LONG_UNALIGNED, at, m.memory().address());
      case Argument.Image i when kernel.isImage(parameter) ->
          block.set(ValueLayout.JAVA_LONG_UNALIGNED, at, i.description().address());
      case Argument.Pipe p when kernel.isPipe(parameter) ->
          block.set(ValueLayout.JAVA_LONG_UNALIGNED, at, p.memory().memory().address());
      case Argument.Shared s when takesMemory(parameter) ->
          block.set(ValueLayout.JAVA_LONG_UNALIGNED, at, s.address());
      case Argument.Null n when takesMemory(parameter) ->
          block.set(ValueLayout.JAVA_LONG_UNALIGNED, at, 0L);
      case Argument.Bytes b when !pointer && fits(parameter, b) ->
          MemorySegment.copy(b.bytes(), 0, block, at, b.bytes().byteSize());
      default ->
          throw invalid(
              "argument "
                  + parameter.index()
                  + " ("
                  + parameter.name()
                  + ") of kernel "
                  + kernel.name()
                  + " can't be "
                  + describe(argument));
    }
  }

  private boolean takesMemory(Parameter parameter) {
    return parameter.type() instanceof PointerType
        && parameter.byValueBytes() == 0
        && !isLocalPointer(parameter)
        && !kernel.isImage(parameter)
        && !kernel.isPipe(parameter);
  }

  private static boolean fits(Parameter parameter, Argument.Bytes bytes) {
    return bytes.bytes().byteSize() == size(parameter);
  }

  private static String describe(Argument argument) {
    return switch (argument) {
      case Argument.Memory m -> "a memory object";
      case Argument.Image i -> "an image";
      case Argument.Pipe p -> "a pipe";
      case Argument.Shared s -> "a pointer into shared virtual memory";
      case Argument.Local l -> "local memory";
      case Argument.Bytes b -> "a value of " + b.bytes().byteSize() + " bytes";
      case Argument.Null n -> "a null pointer";
    };
  }

  private static EngineException invalid(String message) {
    return new EngineException(EngineException.Kind.INVALID_KERNEL_ARGS, message);
  }
}
