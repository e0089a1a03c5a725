package dev.barnacle.cli.internal.launch;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.DataType;
import dev.barnacle.cl.bytes.ScalarCodec;
import dev.barnacle.cli.internal.image.Picture;
import dev.barnacle.cli.internal.image.PictureReader;
import dev.barnacle.cli.internal.image.Pixels;
import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.InputFiles;
import dev.barnacle.command.input.Place;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * Makes buffers and fills them as their {@link Init} says.
 *
 * <p>{@code random:SEED} is counter-based, so that any language can make the same numbers: the
 * scalar number i (from 0, counted through the lanes of vectors) comes from the 64 bits {@code z =
 * mix(SEED + (i + 1) * 0x9E3779B97F4A7C15)}, where {@code mix} is that of SplitMix64. Integers are
 * the top bits of z, uniform over the whole type; floating-point numbers are uniform in [0, 1): the
 * top 11 (half), 24 (float) or 53 (double) bits of z divided by 2 to that power.
 *
 * <p>{@code mixed} is (i * 7919 mod 61) - 8, and one more where that is not negative; of unsigned
 * integers it is (i * 7919 mod 61) + 1. {@code among:FIRST:COUNT} is FIRST + (i * 7919 mod COUNT).
 */
public final class BufferContents {
  private static final int MIXED_STEP = 7919;
  private static final int MIXED_NUMBERS = 61;
  private static final int MIXED_NEGATIVE = 8;

  private final ArgumentSpec.BufferSpec spec;
  private final DataType type;

  /** Makes the contents of a buffer. */
  public BufferContents(ArgumentSpec.BufferSpec spec) {
    this.spec = spec;
    this.type = spec.type();
  }

  /** Returns a new, filled buffer. */
  public Buffer allocate(Context context) {
    Buffer buffer = context.buffer(byteSize());
    fill(buffer);
    return buffer;
  }

  /** Returns the contents in memory of the host. */
  public MemorySegment bytes(Arena arena) {
    MemorySegment memory = arena.allocate(byteSize(), 16);
    fill(memory);
    return memory;
  }

  /** Fills a buffer of {@link #allocate} again. */
  public void fill(Buffer buffer) {
    if (spec.init() instanceof Init.None) {
      buffer.fill((byte) 0);
      buffer.undefineContents();
      return;
    }
    fill(buffer.memory());
  }

  /** Writes the contents to memory that has room for all of them, as there are some. */
  void fill(MemorySegment memory) {
    switch (spec.init()) {
      case Init.Zero zero -> memory.fill((byte) 0);
      case Init.None _ -> throw new IllegalStateException("no contents");
      case Init.Iota _ -> pattern(memory, iota());
      case Init.Steps s -> pattern(memory, numbers(i -> s.first() + i * s.step()));
      case Init.Among a ->
          pattern(memory, numbers(i -> a.first() + Math.floorMod(i * MIXED_STEP, a.count())));
      case Init.Mixed _ -> pattern(memory, mixed());
      case Init.Any _ -> throw new InputException("any of several numbers is for explore alone");
      case Init.Random random -> pattern(memory, new RandomBits(random.seed(), type.scalar()));
      case Init.Values values -> values(memory, values.literals());
      case Init.RawFile raw -> raw(memory, raw.file());
      case Init.ImageFile image ->
          Pixels.write(PictureReader.read(image.file()), type, memory, image.file());
    }
  }

  private long byteSize() {
    long count = spec.count().orElseGet(this::naturalCount);
    try {
      return Math.multiplyExact(count, type.byteSize());
    } catch (ArithmeticException e) {
      throw new InputException("a buffer of " + count + " " + type + " is larger than any memory");
    }
  }

  private long naturalCount() {
    return switch (spec.init()) {
      case Init.Values values -> Math.ceilDiv((long) values.literals().size(), type.lanes());
      case Init.RawFile raw -> {
        long bytes = InputFiles.access(raw.file(), () -> Files.size(raw.file()));
        if (bytes == 0 || bytes % type.byteSize() != 0) {
          throw new InputException(
              Place.file(raw.file().toString()),
              bytes + " bytes are no array of " + type + " (" + type.byteSize() + " bytes each)");
        }
        yield bytes / type.byteSize();
      }
      case Init.ImageFile image -> {
        Picture picture = PictureReader.read(image.file());
        yield (long) picture.width() * picture.height();
      }
      default ->
          throw new InputException("a buffer of " + type + " needs a count: " + type + "[COUNT]");
    };
  }

  private void pattern(MemorySegment memory, LongUnaryOperator bits) {
    new ScalarPattern(type, bits).fill(memory);
  }

  /** Returns numbers by their index as the bits of scalars of the buffer's type. */
  private LongUnaryOperator numbers(LongUnaryOperator byIndex) {
    LongUnaryOperator bits = iota();
    return index -> bits.applyAsLong(byIndex.applyAsLong(index));
  }

  private LongUnaryOperator mixed() {
    LongUnaryOperator bits = iota();
    long negative = type.scalar().isFloat() || type.scalar().isSigned() ? MIXED_NEGATIVE : 0;
    return index -> {
      long number = index * MIXED_STEP % MIXED_NUMBERS - negative;
      return bits.applyAsLong(number < 0 ? number : number + 1);
    };
  }

  /** Returns a number as the bits of a scalar of the buffer's type. */
  private LongUnaryOperator iota() {
    return switch (type.scalar()) {
      case HALF -> index -> Float.floatToFloat16((float) index);
      case FLOAT -> index -> Float.floatToRawIntBits((float) index);
      case DOUBLE -> index -> Double.doubleToRawLongBits((double) index);
      default -> index -> index;
    };
  }

  private void values(MemorySegment memory, List<String> literals) {
    long scalars = memory.byteSize() / type.byteSize() * type.lanes();
    if (literals.size() != scalars) {
      throw new InputException(
          literals.size()
              + (literals.size() == 1 ? " number" : " numbers")
              + " given for a buffer of "
              + scalars
              + (type.lanes() == 1 ? " " : " lanes of ")
              + type);
    }
    for (int i = 0; i < literals.size(); i++) {
      long offset =
          i / type.lanes() * type.byteSize() + (long) (i % type.lanes()) * type.scalar().byteSize();
      ScalarCodec.put(memory, offset, type.scalar(), number(literals.get(i), type));
    }
  }

  /** Returns a number as a lane of a type, or fails. */
  static Number number(String literal, DataType type) {
    return NumberText.parse(literal, type.scalar())
        .orElseThrow(
            () -> new InputException(literal + " is not a value of " + type.scalar().keyword()));
  }

  private void raw(MemorySegment memory, Path file) {
    InputFiles.access(
        file,
        () -> {
          try (FileChannel channel = FileChannel.open(file);
              Arena arena = Arena.ofConfined()) {
            if (channel.size() != memory.byteSize()) {
              throw new InputException(
                  Place.file(file.toString()),
                  channel.size() + " bytes given for a buffer of " + memory.byteSize());
            }
            memory.copyFrom(
                channel.map(FileChannel.MapMode.READ_ONLY, 0, memory.byteSize(), arena));
            return memory;
          }
        });
  }
}
