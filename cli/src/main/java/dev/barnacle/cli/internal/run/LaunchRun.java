package dev.barnacle.cli.internal.run;

import dev.barnacle.cl.BoundKernel;
import dev.barnacle.cl.BuildException;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.KernelFaultException;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import dev.barnacle.cl.RunResult;
import dev.barnacle.cli.internal.InputException;
import dev.barnacle.cli.internal.Place;
import dev.barnacle.cli.internal.launch.LaunchSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Builds, launches and collects the results of one launch. */
public final class LaunchRun {
  private final Context context;
  private final int repeat;
  private final List<Output> outputs;
  private @Nullable String kernelName;

  /**
   * Makes a run.
   *
   * @param repeat how often to launch, at least 1
   */
  public LaunchRun(Context context, int repeat, List<Output> outputs) {
    this.context = context;
    this.repeat = repeat;
    this.outputs = outputs;
  }

  /** Returns the kernel's name, as far as it is known; else null. */
  public @Nullable String kernelName() {
    return kernelName;
  }

  /**
   * Runs the launch.
   *
   * @throws InputException or {@link ClException} if it can't be built or launched
   */
  public RunReport run(LaunchSpec spec) {
    kernelName = spec.kernel();
    Path source = source(spec);
    Place place = spec.file() == null ? null : Place.file(spec.file());
    if (spec.global().isEmpty()) {
      throw new InputException(place, "no global size is given");
    }
    NDRange range = placed(place, () -> range(spec));
    try (Program program = placed(null, () -> context.build(source, spec.options()))) {
      Kernel kernel = placed(Place.file(source.toString()), () -> kernel(program, spec));
      kernelName = kernel.name();
      try (Arguments arguments = Arguments.make(context, kernel, spec.arguments(), place)) {
        return launch(program, kernel, arguments, range, place);
      }
    }
  }

  private RunReport launch(
      Program program, Kernel kernel, Arguments arguments, NDRange range, @Nullable Place place) {
    OutputWriter writer = new OutputWriter(outputs, arguments);
    BoundKernel bound = placed(place, () -> kernel.with(arguments.values()));
    List<RunResult> results = new ArrayList<>();
    for (int i = 0; i < repeat; i++) {
      if (i > 0) {
        arguments.refill();
      }
      results.add(placed(place, () -> bound.run(range)));
    }
    long bytes = arguments.buffers().stream().mapToLong(b -> b.buffer().byteSize()).sum();
    return new RunReport(
        kernel.name(),
        context.device().name(),
        program.buildNanos(),
        program.log(),
        results,
        bytes,
        writer.write());
  }

  private static Path source(LaunchSpec spec) {
    Path source = spec.source();
    if (source == null) {
      throw new InputException(
          spec.file() == null ? null : Place.file(spec.file()), "no program is given");
    }
    Place place = Place.file(source.toString());
    if (!Files.exists(source)) {
      throw new InputException(place, "no such file");
    }
    if (Files.isDirectory(source)) {
      throw new InputException(place, "is a directory");
    }
    return source;
  }

  private static Kernel kernel(Program program, LaunchSpec spec) {
    String name = spec.kernel();
    if (name != null) {
      return program.kernel(name);
    }
    List<String> names = program.kernelNames();
    if (names.size() != 1) {
      throw new InputException(
          Place.file(String.valueOf(spec.source())),
          names.isEmpty()
              ? "the program has no kernel"
              : "the program has the kernels "
                  + String.join(", ", names)
                  + ": say which, --kernel NAME");
    }
    return program.kernel(names.getFirst());
  }

  private static NDRange range(LaunchSpec spec) {
    NDRange range = NDRange.of(array(spec.global()));
    if (!spec.local().isEmpty()) {
      range = range.local(padded(spec.local(), spec.global().size()));
    }
    return spec.offset().isEmpty() ? range : range.offset(array(spec.offset()));
  }

  /** A local size of fewer dimensions than the NDRange's is 1 in the others. */
  private static long[] padded(List<Long> local, int dimensions) {
    long[] sizes = new long[Math.max(dimensions, local.size())];
    Arrays.fill(sizes, 1);
    for (int d = 0; d < local.size(); d++) {
      sizes[d] = local.get(d);
    }
    return sizes;
  }

  private static long[] array(List<Long> sizes) {
    return sizes.stream().mapToLong(Long::longValue).toArray();
  }

  /** Gives what the platform refuses a place to name. */
  private static <T> T placed(@Nullable Place place, Supplier<T> action) {
    try {
      return action.get();
    } catch (BuildException | KernelFaultException e) {
      throw e;
    } catch (ClException e) {
      throw new InputException(place, String.valueOf(e.getMessage()));
    }
  }
}
