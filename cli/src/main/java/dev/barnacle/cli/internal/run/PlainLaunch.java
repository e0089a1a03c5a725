package dev.barnacle.cli.internal.run;

import dev.barnacle.bench.Host;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.DataType;
import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.KernelParameter;
import dev.barnacle.cl.LocalMemory;
import dev.barnacle.cl.Program;
import dev.barnacle.cl.bytes.SourceEncoding;
import dev.barnacle.cli.internal.launch.ArgumentSpec;
import dev.barnacle.cli.internal.launch.LaunchSpec;
import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.InputFiles;
import dev.barnacle.command.input.Place;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes launches that every OpenCL platform takes, of buffers, local memory and values. */
public final class PlainLaunch {
  private final Context context;
  private final LaunchSpec spec;
  private final @Nullable Place place;

  /** Makes one of a launch. */
  public PlainLaunch(Context context, LaunchSpec spec) {
    this.context = context;
    this.spec = spec;
    this.place = Launches.place(spec);
  }

  /**
   * Returns the launch.
   *
   * @throws InputException or {@link dev.barnacle.cl.ClException} if it can't be built or passed
   */
  public Host.Launch read() {
    Path file = Launches.source(spec);
    if (!file.toString().endsWith(".cl")) {
      throw new InputException(place, "'" + file + "' is no program of OpenCL C (*.cl)");
    }
    LanguageVersion language = new LanguageVersion(context, file, spec.options());
    try (Program program = Launches.placed(null, language::build)) {
      Kernel kernel =
          Launches.placed(Place.file(file.toString()), () -> Launches.kernel(program, spec));
      return new Host.Launch(
          kernel.name(),
          InputFiles.access(file, () -> SourceEncoding.read(file)),
          options(file, language),
          Launches.givenRange(spec),
          arguments(kernel));
    }
  }

  /**
   * Returns the build options; the folder of the program is what {@code #include} looks in. Not all
   * platforms know quotes, so there are some only where a name has spaces.
   */
  private String options(Path file, LanguageVersion language) {
    String folder = Optional.ofNullable(file.getParent()).orElse(Path.of(".")).toString();
    String quote = folder.contains(" ") ? "\"" : "";
    String version = language.chosen().map(option -> option + " ").orElse("");
    return (version + "-I " + quote + folder + quote + " " + spec.options()).strip();
  }

  private List<Host.Argument> arguments(Kernel kernel) {
    try (Arguments made = Arguments.make(context, kernel, spec.arguments(), place)) {
      List<LaunchSpec.Given> given =
          Arguments.named(
              kernel,
              spec.arguments(),
              missing -> {
                throw new IllegalStateException(missing.name() + " was made");
              });
      SharedBuffers shared = new SharedBuffers(kernel.parameters(), given);
      Map<KernelParameter, DataType> types = made.types();
      List<Host.Argument> arguments = new ArrayList<>();
      for (int i = 0; i < given.size(); i++) {
        KernelParameter parameter = kernel.parameters().get(i);
        arguments.add(
            shared.isShared(i)
                ? same(given.get(i), shared, i)
                : argument(given.get(i), made, types.get(parameter), i));
      }
      return arguments;
    }
  }

  private static Host.Argument same(LaunchSpec.Given given, SharedBuffers shared, int index) {
    if (given.spec() instanceof ArgumentSpec.Same same && same.offset() != 0) {
      throw new InputException(
          given.place(), "part of a buffer is not what every platform takes: leave out the offset");
    }
    int other = shared.other(index);
    return shared.isShared(other)
        ? new Host.Argument.Same(shared.other(other))
        : new Host.Argument.Same(other);
  }

  private static Host.Argument argument(
      LaunchSpec.Given given, Arguments made, @Nullable DataType type, int index) {
    if (given.spec() instanceof ArgumentSpec.Null) {
      return new Host.Argument.Null();
    }
    return switch (made.values()[index]) {
      case LocalMemory local -> new Host.Argument.Local(local.byteSize());
      case MemorySegment bytes -> new Host.Argument.Value(bytes);
      case dev.barnacle.cl.Buffer buffer when type != null ->
          new Host.Argument.Memory(
              type.scalar(), MemorySegment.ofArray(buffer.memory().toArray(ValueLayout.JAVA_BYTE)));
      case null, default ->
          throw new InputException(
              given.place(),
              "argument '"
                  + given.name().orElse("")
                  + "' is none of the kinds that are timed: buffers, local memory, values, null");
    };
  }
}
