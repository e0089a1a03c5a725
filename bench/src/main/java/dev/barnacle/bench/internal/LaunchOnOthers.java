package dev.barnacle.bench.internal;

import dev.barnacle.bench.Host;
import dev.barnacle.bench.OtherPlatforms.Outcome;
import dev.barnacle.bench.internal.drivers.RegisteredDrivers;
import dev.barnacle.cl.DataType;
import dev.barnacle.command.input.InputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Runs launches on other platforms, and compares what they leave with what Barnacle has left. */
public final class LaunchOnOthers implements AutoCloseable {
  private final List<PlatformProcess> platforms;
  private final List<String> notes = new ArrayList<>();

  /** Finds the platforms. */
  public LaunchOnOthers() {
    platforms = PlatformProcess.all(RegisteredDrivers.libraries(), notes);
  }

  /** Returns the platforms' names. */
  public List<String> names() {
    return platforms.stream().map(PlatformProcess::name).toList();
  }

  /**
   * Looks whether there is one platform whose name has this text in it.
   *
   * @throws InputException if there is none, or several
   */
  public void require(String name) {
    ComputePlatform unused = find(name);
  }

  private ComputePlatform find(String name) {
    List<PlatformProcess> found =
        platforms.stream().filter(p -> lower(p.name()).contains(lower(name))).toList();
    if (found.size() == 1) {
      return found.getFirst();
    }
    String wrong =
        found.isEmpty()
            ? "there is no OpenCL platform '" + name + "'"
            : found.size() + " OpenCL platforms are called '" + name + "'";
    String there =
        platforms.isEmpty()
            ? "no other is registered" + (notes.isEmpty() ? "" : "; " + String.join("; ", notes))
            : "there are " + String.join("; ", names());
    throw new InputException(wrong + " (" + there + ")");
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  /** Runs a launch on a platform, whose buffers are compared with ours. */
  public Outcome run(String name, Host.Launch launch, List<byte[]> ours) {
    ComputePlatform platform = find(name);
    Workload workload = LaunchWorkload.of(launch.kernel(), launch);
    try (ComputePlatform.Prepared prepared = platform.prepare(workload)) {
      long unused = prepared.run();
      List<Integer> differing = new ArrayList<>();
      int buffer = 0;
      for (int i = 0; i < launch.arguments().size(); i++) {
        if (launch.arguments().get(i) instanceof Host.Argument.Memory) {
          byte[] theirs = prepared.read(buffer);
          if (!workload.buffers().get(buffer).agree(ours.get(buffer), theirs)) {
            differing.add(i);
          }
          buffer++;
        }
      }
      return new Outcome("", differing);
    } catch (BenchException e) {
      return new Outcome(String.valueOf(e.getMessage()), List.of());
    }
  }

  /** Returns whether two contents of a buffer of a type agree. */
  public static boolean agree(DataType.Scalar type, byte[] ours, byte[] theirs) {
    return Data.given(ours, type).agree(ours, theirs);
  }

  @Override
  public void close() {
    platforms.forEach(PlatformProcess::close);
  }
}
