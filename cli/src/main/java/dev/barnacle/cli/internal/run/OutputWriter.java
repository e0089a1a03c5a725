package dev.barnacle.cli.internal.run;

import dev.barnacle.cl.DataType;
import dev.barnacle.cl.bytes.ScalarCodec;
import dev.barnacle.cli.internal.image.Picture;
import dev.barnacle.cli.internal.image.Pixels;
import dev.barnacle.cli.internal.image.PngWriter;
import dev.barnacle.command.input.InputFiles;
import java.io.BufferedOutputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Prints and saves buffers and images after a launch. The names are checked before it. */
final class OutputWriter {
  private static final long CHUNK = 1L << 30;

  private final List<Output> outputs;
  private final List<LaunchMemory> memories = new ArrayList<>();
  private final List<RunReport.Written> written = new ArrayList<>();

  OutputWriter(List<Output> outputs, Arguments arguments) {
    this.outputs = outputs;
    for (Output output : outputs) {
      LaunchMemory memory = arguments.memory(option(output), output.name());
      if (output instanceof Output.Png png) {
        Pixels.checkShape(
            memory.byteSize() / memory.type().byteSize() * memory.pixelType().byteSize(),
            memory.pixelType(),
            png.width(),
            png.height(),
            label(png));
      }
      memories.add(memory);
    }
  }

  private static String option(Output output) {
    return switch (output) {
      case Output.Print print -> "--print";
      case Output.Save save -> "--save";
      case Output.Png png -> "--png";
    };
  }

  /** Returns the files, after {@link #write}. */
  List<RunReport.Written> written() {
    return written;
  }

  private void note(Output output, Path file, String what) {
    long bytes = InputFiles.access(file, () -> Files.size(file));
    written.add(new RunReport.Written(output.name(), file.toString(), bytes, what));
  }

  /**
   * Writes the files and returns what is to be printed: for each name the values, numbers for
   * scalars and lists of numbers for vectors.
   */
  Map<String, List<Object>> write() {
    Map<String, List<Object>> printed = new LinkedHashMap<>();
    for (int i = 0; i < outputs.size(); i++) {
      LaunchMemory memory = memories.get(i);
      switch (outputs.get(i)) {
        case Output.Print print ->
            printed.put(print.name(), values(memory.read(), memory.type(), print.limit()));
        case Output.Save save -> {
          save(memory.read(), save.file());
          note(save, save.file(), "");
        }
        case Output.Png png -> {
          png(memory.pixels(), memory.pixelType(), png);
          note(png, png.file(), "a picture of " + png.width() + "x" + png.height() + " pixels, ");
        }
      }
    }
    return printed;
  }

  private static List<Object> values(MemorySegment memory, DataType type, long limit) {
    long count = Math.min(limit, memory.byteSize() / type.byteSize());
    List<Object> values = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      long offset = i * type.byteSize();
      if (type.lanes() == 1) {
        values.add(ScalarCodec.get(memory, offset, type.scalar()));
      } else {
        List<Object> lanes = new ArrayList<>();
        for (int lane = 0; lane < type.lanes(); lane++) {
          long at = offset + (long) lane * type.scalar().byteSize();
          lanes.add(ScalarCodec.get(memory, at, type.scalar()));
        }
        values.add(lanes);
      }
    }
    return values;
  }

  private static void save(MemorySegment memory, Path file) {
    InputFiles.access(
        file,
        () -> {
          try (FileChannel channel =
              FileChannel.open(
                  file,
                  StandardOpenOption.CREATE,
                  StandardOpenOption.WRITE,
                  StandardOpenOption.TRUNCATE_EXISTING)) {
            for (long at = 0; at < memory.byteSize(); at += CHUNK) {
              long bytes = Math.min(CHUNK, memory.byteSize() - at);
              ByteBuffer chunk = memory.asSlice(at, bytes).asByteBuffer();
              while (chunk.hasRemaining()) {
                channel.write(chunk);
              }
            }
          }
          return file;
        });
  }

  private static String label(Output.Png png) {
    return "--png " + png.name() + ": the buffer";
  }

  private static void png(MemorySegment memory, DataType type, Output.Png png) {
    Picture picture = Pixels.read(memory, type, png.width(), png.height(), label(png));
    InputFiles.access(
        png.file(),
        () -> {
          try (OutputStream out =
              new BufferedOutputStream(Files.newOutputStream(png.file()), 1 << 16)) {
            PngWriter.write(picture, out);
          }
          return png;
        });
  }
}
