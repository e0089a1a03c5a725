package dev.barnacle.cli.internal.run;

import dev.barnacle.cl.BuildException;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.KernelCrashException;
import dev.barnacle.cl.KernelFaultException;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import dev.barnacle.cl.bytes.SourceEncoding;
import dev.barnacle.cli.internal.launch.LaunchSpec;
import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.InputFiles;
import dev.barnacle.command.input.Place;
import dev.barnacle.model.Nearest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** From a launch as it is described to the program, the kernel and the sizes. */
public final class Launches {
  private Launches() {}

  /**
   * Returns the program's file.
   *
   * @throws InputException if there is none, or it is no text
   */
  public static Path source(LaunchSpec spec) {
    one(spec);
    return sourceOfAny(spec);
  }

  /**
   * Returns the same; there may be several launches.
   *
   * @throws InputException if there is none, or it is no text
   */
  public static Path sourceOfAny(LaunchSpec spec) {
    Path source = spec.source();
    if (source == null) {
      throw new InputException(place(spec), "no program is given");
    }
    Place place = Place.file(source.toString());
    if (!Files.exists(source)) {
      throw new InputException(place, "no such file");
    }
    if (Files.isDirectory(source)) {
      throw new InputException(place, "is a directory");
    }
    InputFiles.access(source, () -> SourceEncoding.read(source)); // is it a program's text?
    return source;
  }

  /**
   * Returns the kernel that is named, or the only one.
   *
   * @throws InputException if none is named and there are several
   */
  public static Kernel kernel(Program program, LaunchSpec spec) {
    String name = spec.kernel();
    if (name != null) {
      return named(program, name, Place.file(String.valueOf(spec.source())));
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

  /** Fails for several launches at once. */
  private static void one(LaunchSpec spec) {
    if (spec.commands() != null) {
      throw new InputException(place(spec), "several launches at once are for explore alone");
    }
  }

  private static Kernel named(Program program, String name, Place place) {
    try {
      return program.kernel(name);
    } catch (ClException e) {
      throw new InputException(
          place, e.getMessage() + Nearest.question(name, program.kernelNames()));
    }
  }

  /** Returns the place of a launch, a file; null where it is the command line. */
  public static @Nullable Place place(LaunchSpec spec) {
    String file = spec.file();
    return file == null ? null : Place.file(file);
  }

  /**
   * Returns the launch's sizes, where the global one has to be given.
   *
   * @throws InputException if it is not, or the sizes are none of an NDRange
   */
  public static NDRange givenRange(LaunchSpec spec) {
    if (spec.global().isEmpty()) {
      throw new InputException(place(spec), "no global size is given");
    }
    return placed(place(spec), () -> range(spec));
  }

  /** Returns the launch's sizes, of which the global one is given. */
  public static NDRange range(LaunchSpec spec) {
    if (spec.global().contains(0L)) {
      throw new InputException(
          place(spec), "the global size " + words(spec.global()) + " has no work-items");
    }
    NDRange range = NDRange.of(array(spec.global()));
    if (!spec.local().isEmpty()) {
      range = range.local(padded(spec.local(), spec.global().size()));
    }
    return spec.offset().isEmpty() ? range : range.offset(array(spec.offset()));
  }

  private static String words(List<Long> sizes) {
    return sizes.stream().map(String::valueOf).collect(Collectors.joining(","));
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
  public static <T> T placed(@Nullable Place place, Supplier<T> action) {
    try {
      return action.get();
    } catch (BuildException | KernelFaultException | KernelCrashException e) {
      throw e;
    } catch (ClException e) {
      throw new InputException(place, String.valueOf(e.getMessage()));
    }
  }
}
