package dev.barnacle.bench;

import dev.barnacle.bench.internal.LaunchOnOthers;
import dev.barnacle.cl.DataType;
import dev.barnacle.command.input.InputException;
import java.util.List;

/**
 * The other OpenCL platforms of this machine, which run launches, each in a process of its own: one
 * that crashes ends no other.
 */
public final class OtherPlatforms implements AutoCloseable {
  private final LaunchOnOthers others = new LaunchOnOthers();

  /** Starts a process for each registered driver, and asks for its platforms. */
  public OtherPlatforms() {}

  /** Returns the names of the platforms, each with its version. */
  public List<String> names() {
    return others.names();
  }

  /**
   * Looks whether there is one platform of a name.
   *
   * @param name a platform's name, or part of it with its version
   * @throws InputException if there is none, or several
   */
  public void require(String name) {
    others.require(name);
  }

  /**
   * Runs a launch on a platform.
   *
   * @param name as for {@link #require}
   * @param ours what each buffer holds after it on Barnacle, in the order of {@link
   *     Host.Argument.Memory} among the arguments
   */
  public Outcome run(String name, Host.Launch launch, List<byte[]> ours) {
    return others.run(name, launch, ours);
  }

  /**
   * Returns whether two results agree as those of two platforms must.
   *
   * @param type what a buffer holds
   */
  public static boolean agree(DataType.Scalar type, byte[] ours, byte[] theirs) {
    return LaunchOnOthers.agree(type, ours, theirs);
  }

  @Override
  public void close() {
    others.close();
  }

  /**
   * The outcome of a launch.
   *
   * @param failure why there are no results; empty where there are
   * @param differing the arguments, by their index, whose buffers hold something else: numbers of
   *     floating-point types are to agree within 1024 ulps (halves 16) of the largest one
   */
  public record Outcome(String failure, List<Integer> differing) {
    public Outcome {
      differing = List.copyOf(differing);
    }
  }
}
