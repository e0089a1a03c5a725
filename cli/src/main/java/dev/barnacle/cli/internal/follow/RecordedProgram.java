package dev.barnacle.cli.internal.follow;

import dev.barnacle.cl.DataType;
import dev.barnacle.cl.KernelParameter;
import dev.barnacle.cli.internal.check.ProgramCheck;
import dev.barnacle.cli.internal.launch.ArgumentSpec;
import dev.barnacle.cli.internal.launch.Init;
import dev.barnacle.cli.internal.launch.LaunchSpec;
import dev.barnacle.cli.internal.replay.Reproducer;
import dev.barnacle.cli.internal.replay.Source;
import dev.barnacle.command.input.InputFiles;
import dev.barnacle.icd.RecordedLaunch;
import dev.barnacle.icd.RecordedLaunch.RecordedArgument;
import dev.barnacle.icd.ReportFile;
import dev.barnacle.watch.WatchOptions;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes reproducers of the launches that a program under watch has left in its report. */
final class RecordedProgram {
  private final ReportFile.Contents report;
  private final Path folder;
  private int buffers;

  /** A launch cannot be made again from what is in the report; the message says why. */
  static final class NotRecordedException extends Exception {
    private static final long serialVersionUID = 1;

    NotRecordedException(String why) {
      super(why);
    }
  }

  /**
   * Takes a report.
   *
   * @param folder where contents of buffers go
   */
  RecordedProgram(ReportFile.Contents report, Path folder) {
    this.report = report;
    this.folder = folder;
  }

  /** Returns the launch that shows a finding, with the driver's names. */
  Reproducer reproducer(ProgramCheck.Origin origin) throws NotRecordedException {
    RecordedLaunch launch = report.recorded().get(origin.entry().launch());
    if (launch == null) {
      throw new NotRecordedException("the program ended before, or was in another process");
    }
    String text = report.sources().get(origin.program());
    if (text == null) {
      throw new NotRecordedException("its program has no source that the driver knows");
    }
    String kernel = origin.entry().kernel();
    String options = report.options().getOrDefault(origin.program(), "");
    List<KernelParameter> parameters = report.parametersOf(origin.program(), kernel);
    if (parameters.size() != launch.arguments().size()) {
      throw new NotRecordedException("several kernels have its name");
    }
    List<LaunchSpec.Given> given = new ArrayList<>();
    for (int i = 0; i < parameters.size(); i++) {
      String name = parameters.get(i).name();
      Optional<String> named = name.isEmpty() ? Optional.empty() : Optional.of(name);
      given.add(new LaunchSpec.Given(named, argument(launch, parameters, i), null));
    }
    Source source = Source.of(origin.program(), text, options);
    LaunchSpec spec =
        new LaunchSpec(
            null,
            Path.of(origin.program()),
            options,
            kernel,
            launch.global(),
            launch.local(),
            launch.offset().stream().allMatch(o -> o == 0) ? List.of() : launch.offset(),
            given);
    return new Reproducer(source, spec, WatchOptions.ALL_ORDERS);
  }

  private ArgumentSpec argument(RecordedLaunch launch, List<KernelParameter> parameters, int i)
      throws NotRecordedException {
    KernelParameter parameter = parameters.get(i);
    return switch (launch.arguments().get(i)) {
      case RecordedArgument.Null _ -> new ArgumentSpec.Null();
      case RecordedArgument.Local(long byteSize) -> new ArgumentSpec.Local(byteSize);
      case RecordedArgument.Value(byte[] bytes) -> value(parameter, bytes);
      case RecordedArgument.Buffer(byte[] contents) -> {
        DataType type = element(parameter, contents.length);
        yield new ArgumentSpec.BufferSpec(
            type, Optional.of(contents.length / type.byteSize()), init(contents));
      }
      case RecordedArgument.Same(int other, long offset) ->
          same(launch, parameters, i, other, offset);
      case RecordedArgument.Unknown(String why) ->
          throw new NotRecordedException("argument '" + parameter.name() + "' is " + why);
    };
  }

  private static ArgumentSpec same(
      RecordedLaunch launch, List<KernelParameter> parameters, int i, int other, long offset)
      throws NotRecordedException {
    if (!(launch.arguments().get(other) instanceof RecordedArgument.Buffer(byte[] contents))) {
      throw new NotRecordedException("the memory of argument " + i + " is another one's");
    }
    long size = element(parameters.get(other), contents.length).byteSize();
    if (offset % size != 0) {
      throw new NotRecordedException(
          "argument '" + parameters.get(i).name() + "' points into an element of another one's");
    }
    String name = parameters.get(other).name();
    return new ArgumentSpec.Same(name.isEmpty() ? String.valueOf(other) : name, offset / size);
  }

  /** Returns what a buffer is made of: what the parameter points to, if that fits, else bytes. */
  private static DataType element(KernelParameter parameter, int bytes) {
    return parameter
        .dataType()
        .filter(type -> bytes % type.byteSize() == 0)
        .orElse(new DataType(DataType.Scalar.UCHAR, 1));
  }

  private Init init(byte[] contents) {
    if (isZero(contents)) {
      return new Init.Zero();
    }
    Path file = folder.resolve("buffer-" + buffers++ + ".bin");
    InputFiles.access(file, () -> Files.write(file, contents));
    return new Init.RawFile(file);
  }

  private static boolean isZero(byte[] contents) {
    for (byte b : contents) {
      if (b != 0) {
        return false;
      }
    }
    return true;
  }

  private static ArgumentSpec value(KernelParameter parameter, byte[] bytes) {
    Optional<DataType> type = parameter.dataType();
    if (type.isPresent()
        && type.get().lanes() == 1
        && !type.get().scalar().isFloat()
        && type.get().byteSize() == bytes.length) {
      return new ArgumentSpec.Value(Optional.empty(), List.of(integer(type.get(), bytes)));
    }
    return new ArgumentSpec.Bytes(MemorySegment.ofArray(bytes));
  }

  private static String integer(DataType type, byte[] bytes) {
    ByteBuffer value = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    boolean signed = type.scalar().isSigned();
    return switch (bytes.length) {
      case Byte.BYTES -> String.valueOf(signed ? value.get() : value.get() & 0xff);
      case Short.BYTES -> String.valueOf(signed ? value.getShort() : value.getShort() & 0xffff);
      case Integer.BYTES ->
          signed ? String.valueOf(value.getInt()) : Integer.toUnsignedString(value.getInt());
      default -> signed ? String.valueOf(value.getLong()) : Long.toUnsignedString(value.getLong());
    };
  }
}
