package dev.barnacle.bench.internal;

import dev.barnacle.cl.NDRange;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A workload as bytes, for another process: without how its results are compared. */
final class WorkloadCode {
  private static final int BUFFER = 0;
  private static final int LOCAL = 1;
  private static final int INT = 2;
  private static final int FLOAT = 3;
  private static final int DOUBLE = 4;
  private static final int BYTES = 5;
  private static final int NULL = 6;

  private WorkloadCode() {}

  static void write(DataOutputStream out, Workload workload) throws IOException {
    text(out, workload.name());
    text(out, workload.source());
    text(out, workload.options());
    out.writeBoolean(workload.waitEach());
    out.writeInt(workload.buffers().size());
    for (Data data : workload.buffers()) {
      bytes(out, data.initial());
    }
    Map<Workload.Step, Integer> numbers = new LinkedHashMap<>();
    workload.steps().forEach(step -> numbers.putIfAbsent(step, numbers.size()));
    out.writeInt(numbers.size());
    for (Workload.Step step : numbers.keySet()) {
      write(out, step);
    }
    out.writeInt(workload.steps().size());
    for (Workload.Step step : workload.steps()) {
      out.writeInt(numbers.getOrDefault(step, 0));
    }
  }

  static Workload read(DataInputStream in) throws IOException {
    String name = text(in);
    String source = text(in);
    String options = text(in);
    Workload.Submission submission =
        in.readBoolean() ? Workload.Submission.ONE_BY_ONE : Workload.Submission.TOGETHER;
    List<Data> buffers = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      buffers.add(Data.of(bytes(in)));
    }
    List<Workload.Step> distinct = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      distinct.add(readStep(in));
    }
    List<Workload.Step> steps = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      steps.add(distinct.get(in.readInt()));
    }
    return new Workload(name, "", source, options, buffers, steps, submission, 1, "");
  }

  private static void write(DataOutputStream out, Workload.Step step) throws IOException {
    text(out, step.kernel());
    sizes(out, step.range().global());
    sizes(out, step.range().local());
    sizes(out, step.range().offset());
    out.writeInt(step.operands().size());
    for (Workload.Operand operand : step.operands()) {
      switch (operand) {
        case Workload.Operand.BufferRef(int index) -> number(out, BUFFER, index);
        case Workload.Operand.LocalBytes(long bytes) -> number(out, LOCAL, bytes);
        case Workload.Operand.Null() -> number(out, NULL, 0);
        case Workload.Operand.Bytes(ByteBuffer value) -> {
          number(out, BYTES, value.remaining());
          byte[] bytes = new byte[value.remaining()];
          value.duplicate().get(bytes);
          out.write(bytes);
        }
        case Workload.Operand.Scalar(Integer value) -> number(out, INT, value);
        case Workload.Operand.Scalar(Float value) ->
            number(out, FLOAT, Float.floatToRawIntBits(value));
        case Workload.Operand.Scalar(Double value) ->
            number(out, DOUBLE, Double.doubleToRawLongBits(value));
        case Workload.Operand.Scalar(Number value) ->
            throw new BenchException("no scalar argument can be a " + value.getClass());
      }
    }
  }

  private static Workload.Step readStep(DataInputStream in) throws IOException {
    String kernel = text(in);
    NDRange range = new NDRange(sizes(in), sizes(in), sizes(in));
    List<Workload.Operand> operands = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      int kind = in.readByte();
      long value = in.readLong();
      operands.add(
          switch (kind) {
            case BUFFER -> new Workload.Operand.BufferRef((int) value);
            case LOCAL -> new Workload.Operand.LocalBytes(value);
            case INT -> new Workload.Operand.Scalar((int) value);
            case FLOAT -> new Workload.Operand.Scalar(Float.intBitsToFloat((int) value));
            case BYTES -> new Workload.Operand.Bytes(ByteBuffer.wrap(in.readNBytes((int) value)));
            case NULL -> new Workload.Operand.Null();
            default -> new Workload.Operand.Scalar(Double.longBitsToDouble(value));
          });
    }
    return new Workload.Step(kernel, range, operands);
  }

  private static void number(DataOutputStream out, int kind, long value) throws IOException {
    out.writeByte(kind);
    out.writeLong(value);
  }

  private static void sizes(DataOutputStream out, List<Long> sizes) throws IOException {
    out.writeInt(sizes.size());
    for (long size : sizes) {
      out.writeLong(size);
    }
  }

  private static List<Long> sizes(DataInputStream in) throws IOException {
    List<Long> sizes = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      sizes.add(in.readLong());
    }
    return sizes;
  }

  static void bytes(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  static byte[] bytes(DataInputStream in) throws IOException {
    return in.readNBytes(in.readInt());
  }

  static void text(DataOutputStream out, String text) throws IOException {
    bytes(out, text.getBytes(StandardCharsets.UTF_8));
  }

  static String text(DataInputStream in) throws IOException {
    return new String(bytes(in), StandardCharsets.UTF_8);
  }
}
