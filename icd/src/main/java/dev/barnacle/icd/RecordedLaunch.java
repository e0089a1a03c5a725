package dev.barnacle.icd;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A launch of a program under watch, with what its arguments were before it.
 *
 * @param id its name in a report
 * @param global sizes, as {@code local} and {@code offset} one for each dimension
 * @param arguments one for each parameter
 */
public record RecordedLaunch(
    String id,
    List<Long> global,
    List<Long> local,
    List<Long> offset,
    List<RecordedArgument> arguments) {
  private static final int BUFFER = 1;
  private static final int SAME = 2;
  private static final int VALUE = 3;
  private static final int LOCAL = 4;
  private static final int NULL = 5;
  private static final int UNKNOWN = 6;

  public RecordedLaunch {
    global = List.copyOf(global);
    local = List.copyOf(local);
    offset = List.copyOf(offset);
    arguments = List.copyOf(arguments);
  }

  /** An argument. */
  public sealed interface RecordedArgument {
    /** Memory that a pointer has, from where it points to on. */
    @SuppressWarnings("ArrayRecordComponent") // large, and never compared
    record Buffer(byte[] contents) implements RecordedArgument {}

    /** A pointer so many bytes into the memory of an argument before it. */
    record Same(int argument, long offset) implements RecordedArgument {}

    /** A value's bytes. */
    @SuppressWarnings("ArrayRecordComponent")
    record Value(byte[] bytes) implements RecordedArgument {}

    /** Local memory. */
    record Local(long byteSize) implements RecordedArgument {}

    /** A null pointer. */
    record Null() implements RecordedArgument {}

    /** An argument that cannot be recorded, with the reason. */
    record Unknown(String why) implements RecordedArgument {}
  }

  void write(DataOutputStream out) throws IOException {
    ReportFile.string(out, id);
    ReportFile.longs(out, global);
    ReportFile.longs(out, local);
    ReportFile.longs(out, offset);
    out.writeInt(arguments.size());
    for (RecordedArgument argument : arguments) {
      write(out, argument);
    }
  }

  private static void write(DataOutputStream out, RecordedArgument argument) throws IOException {
    switch (argument) {
      case RecordedArgument.Buffer buffer -> bytes(out, BUFFER, buffer.contents());
      case RecordedArgument.Value value -> bytes(out, VALUE, value.bytes());
      case RecordedArgument.Same same -> {
        out.writeByte(SAME);
        out.writeInt(same.argument());
        out.writeLong(same.offset());
      }
      case RecordedArgument.Local local -> {
        out.writeByte(LOCAL);
        out.writeLong(local.byteSize());
      }
      case RecordedArgument.Null _ -> out.writeByte(NULL);
      case RecordedArgument.Unknown unknown -> {
        out.writeByte(UNKNOWN);
        ReportFile.string(out, unknown.why());
      }
    }
  }

  private static void bytes(DataOutputStream out, int kind, byte[] bytes) throws IOException {
    out.writeByte(kind);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  static RecordedLaunch read(DataInputStream in) throws IOException {
    String id = ReportFile.string(in);
    List<Long> global = ReportFile.longs(in);
    List<Long> local = ReportFile.longs(in);
    List<Long> offset = ReportFile.longs(in);
    List<RecordedArgument> arguments = new ArrayList<>();
    for (int count = in.readInt(); count > 0; count--) {
      arguments.add(argument(in));
    }
    return new RecordedLaunch(id, global, local, offset, arguments);
  }

  private static RecordedArgument argument(DataInputStream in) throws IOException {
    int kind = in.readByte();
    return switch (kind) {
      case BUFFER -> new RecordedArgument.Buffer(bytes(in));
      case SAME -> new RecordedArgument.Same(in.readInt(), in.readLong());
      case VALUE -> new RecordedArgument.Value(bytes(in));
      case LOCAL -> new RecordedArgument.Local(in.readLong());
      case NULL -> new RecordedArgument.Null();
      case UNKNOWN -> new RecordedArgument.Unknown(ReportFile.string(in));
      default -> throw new IllegalArgumentException("an argument of kind " + kind);
    };
  }

  private static byte[] bytes(DataInputStream in) throws IOException {
    byte[] bytes = new byte[Math.clamp(in.readInt(), 0, in.available() + 1)];
    in.readFully(bytes);
    return bytes;
  }
}
