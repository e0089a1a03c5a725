package dev.barnacle.cli.internal.run;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.DataType;
import dev.barnacle.cl.DataType.Scalar;
import dev.barnacle.cl.Image;
import dev.barnacle.cl.KernelParameter;
import dev.barnacle.cl.Pipe;
import dev.barnacle.cli.internal.launch.ImageContents;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Memory that an argument of a launch is: a buffer's, an image's or a pipe's. */
sealed interface LaunchMemory {
  /** Returns the parameter that it is given for. */
  KernelParameter parameter();

  /** Returns what its elements are: what the user says, or a texel. */
  DataType type();

  /** Returns its size, without gaps between rows. */
  long byteSize();

  /** Returns what it holds, element after element. */
  MemorySegment read();

  /** Fills it with its first contents. */
  void refill();

  /** Returns the type of what {@link #pixels} gives. */
  default DataType pixelType() {
    return type();
  }

  /** Returns what it holds as a picture has it: {@link dev.barnacle.cli.internal.image.Pixels}. */
  default MemorySegment pixels() {
    return read();
  }

  /**
   * A buffer, or the end of one that is another argument's.
   *
   * @param refilling fills the whole buffer with its first contents
   * @param shared whether it is another argument's
   */
  record OfBuffer(
      KernelParameter parameter, DataType type, Buffer buffer, Runnable refilling, boolean shared)
      implements LaunchMemory {
    @Override
    public long byteSize() {
      return buffer.byteSize();
    }

    @Override
    public MemorySegment read() {
      return buffer.memory();
    }

    @Override
    public void refill() {
      refilling.run();
    }
  }

  /** An image. */
  record OfImage(KernelParameter parameter, DataType type, Image image, ImageContents contents)
      implements LaunchMemory {
    @Override
    public long byteSize() {
      return contents.size().stream().reduce(type.byteSize(), Math::multiplyExact);
    }

    @Override
    public MemorySegment read() {
      MemorySegment texels = Arena.ofAuto().allocate(byteSize(), 16);
      image.read(texels);
      return texels;
    }

    @Override
    public void refill() {
      contents.fill(image);
    }

    @Override
    public DataType pixelType() {
      return isWhole() ? new DataType(Scalar.UCHAR, type.lanes()) : type;
    }

    /** Channels that are integers are 0 to 255 in a picture; what lies outside is clamped. */
    @Override
    public MemorySegment pixels() {
      MemorySegment texels = read();
      if (!isWhole()) {
        return texels;
      }
      byte[] pixels = new byte[Math.toIntExact(texels.byteSize() / Integer.BYTES)];
      for (int i = 0; i < pixels.length; i++) {
        int value = texels.getAtIndex(ValueLayout.JAVA_INT, i);
        long level = type.scalar() == Scalar.UINT ? Integer.toUnsignedLong(value) : value;
        pixels[i] = (byte) Math.clamp(level, 0, 255);
      }
      return MemorySegment.ofArray(pixels);
    }

    private boolean isWhole() {
      return !type.scalar().isFloat();
    }
  }

  /**
   * A pipe: what it holds are the packets that can be read.
   *
   * @param refilling gives it its first packets again
   */
  record OfPipe(KernelParameter parameter, DataType type, Pipe pipe, Runnable refilling)
      implements LaunchMemory {
    @Override
    public long byteSize() {
      return pipe.maxPackets() * pipe.packetBytes();
    }

    @Override
    public MemorySegment read() {
      return MemorySegment.ofArray(pipe.packets());
    }

    @Override
    public void refill() {
      refilling.run();
    }
  }
}
