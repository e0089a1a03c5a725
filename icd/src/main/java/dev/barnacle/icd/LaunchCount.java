package dev.barnacle.icd;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * A number in a {@link ReportFile}, which is mapped: to add to it is a store to memory, which the
 * file has even if the process is killed next. No descriptor stays open that the program could
 * close, or take for another file's.
 */
public final class LaunchCount {
  private static final ValueLayout.OfLong NUMBER =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private final Arena arena;
  private final MemorySegment bytes;

  private LaunchCount(Arena arena, MemorySegment bytes) {
    this.arena = arena;
    this.bytes = bytes;
  }

  /** Maps the number behind a mark that was appended to a file, as other processes do too. */
  static LaunchCount behind(Path file, long from, UUID mark) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer tail = ByteBuffer.allocate(Math.toIntExact(channel.size() - from));
      while (tail.hasRemaining() && channel.read(tail, from + tail.position()) >= 0) {
        // goes on
      }
      for (int at = 0; at <= tail.position() - 3 * Long.BYTES; at++) {
        if (tail.getLong(at) == mark.getMostSignificantBits()
            && tail.getLong(at + Long.BYTES) == mark.getLeastSignificantBits()) {
          Arena arena = Arena.ofShared();
          return new LaunchCount(
              arena,
              channel.map(
                  FileChannel.MapMode.READ_WRITE, from + at + 2 * Long.BYTES, Long.BYTES, arena));
        }
      }
      throw new EOFException("what was appended to the report is not there");
    }
  }

  /** Adds 1. */
  public synchronized void add() {
    bytes.set(NUMBER, 0, bytes.get(NUMBER, 0) + 1);
  }

  /** Lets the file go; nothing may be added any more. */
  public synchronized void close() {
    arena.close();
  }
}
