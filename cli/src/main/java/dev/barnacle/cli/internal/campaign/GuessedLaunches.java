package dev.barnacle.cli.internal.campaign;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.DataType;
import dev.barnacle.cl.KernelParameter;
import dev.barnacle.cli.internal.Printed;
import dev.barnacle.cli.internal.check.CheckResult;
import dev.barnacle.cli.internal.check.CheckRun;
import dev.barnacle.cli.internal.check.Suppressions;
import dev.barnacle.cli.internal.fuzz.Engines;
import dev.barnacle.cli.internal.fuzz.Platforms;
import dev.barnacle.cli.internal.launch.ArgumentSpec;
import dev.barnacle.cli.internal.launch.Init;
import dev.barnacle.cli.internal.launch.LaunchSpec;
import dev.barnacle.command.input.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Launches of a program's kernels with arguments that are guessed as {@code check} does, where
 * {@code watch} finds nothing: what they compute is defined. Buffers hold random numbers, if the
 * launch stays clean with them.
 */
final class GuessedLaunches {
  private static final long SEED = 1;
  private static final long SMALL = 16;
  private static final DataType INTEGER = new DataType(DataType.Scalar.INT, 1);

  private final Platforms platforms;

  GuessedLaunches(Platforms platforms) {
    this.platforms = platforms;
  }

  /**
   * A kernel's launch.
   *
   * @param launch empty where there is none that is defined
   * @param why why there is none
   */
  record Guessed(String kernel, Optional<LaunchSpec> launch, String why) {}

  /**
   * Returns that of each kernel.
   *
   * @param given the program, with what is known of its launch
   * @throws RuntimeException if the program cannot be built
   */
  List<Guessed> of(LaunchSpec given, Set<String> covered) {
    List<Guessed> all = new ArrayList<>();
    List<RuntimeException> failures = new ArrayList<>();
    Printed printed = new Printed(text -> {});
    try (Context context = Context.builder().output(printed).watched().create()) {
      context.deviceQueues().setDefault(context.deviceQueues().create());
      Target target = new Target(all, failures);
      Set<String> unused =
          new CheckRun(context, Suppressions.none(), printed).run(given, covered, false, target);
    }
    if (all.isEmpty() && !failures.isEmpty()) {
      throw failures.getFirst();
    }
    return all.stream().map(this::filled).toList();
  }

  private Guessed filled(Guessed zeros) {
    if (zeros.launch().isEmpty()) {
      return zeros;
    }
    LaunchSpec spec = zeros.launch().get();
    List<Function<DataType, Init>> contents =
        List.of(
            t -> t.scalar().isFloat() ? new Init.Random(SEED) : new Init.Among(0, SMALL),
            t -> t.scalar().isFloat() ? new Init.Random(SEED) : new Init.Zero());
    for (Function<DataType, Init> content : contents) {
      LaunchSpec other = filled(spec, content);
      if (isClean(other)) {
        return new Guessed(zeros.kernel(), Optional.of(other), "");
      }
    }
    return zeros;
  }

  private static LaunchSpec filled(LaunchSpec spec, Function<DataType, Init> content) {
    return spec.withArguments(
        spec.arguments().stream()
            .map(
                given ->
                    given.spec() instanceof ArgumentSpec.BufferSpec buffer
                            && buffer.count().isPresent()
                        ? new LaunchSpec.Given(
                            given.name(),
                            new ArgumentSpec.BufferSpec(
                                buffer.type(), buffer.count(), content.apply(buffer.type())),
                            given.place())
                        : given)
            .toList());
  }

  /**
   * Returns a launch whose buffers of structs are of integers: bytes of a random number would be
   * counts of billions, which the kernel counts to.
   */
  private static LaunchSpec withIntegers(LaunchSpec spec, List<KernelParameter> parameters) {
    Set<String> structs =
        parameters.stream()
            .filter(p -> p.dataType().isEmpty())
            .map(KernelParameter::name)
            .collect(Collectors.toSet());
    return spec.withArguments(
        spec.arguments().stream()
            .map(
                given ->
                    given.spec() instanceof ArgumentSpec.BufferSpec buffer
                            && buffer.type().byteSize() == 1
                            && given.name().filter(structs::contains).isPresent()
                        ? new LaunchSpec.Given(
                            given.name(),
                            new ArgumentSpec.BufferSpec(
                                INTEGER,
                                buffer.count().map(count -> count / INTEGER.byteSize()),
                                buffer.init()),
                            given.place())
                        : given)
            .toList());
  }

  /** Returns whether a launch is one in which {@code watch} finds nothing. */
  boolean isClean(LaunchSpec spec) {
    Engines watch = new Engines(List.of(Engines.WATCH), platforms);
    try {
      return watch.compare(spec).isEmpty() && watch.findings().isEmpty();
    } catch (InputException | ClException e) {
      return false;
    }
  }

  /** Takes what the check tells. */
  private record Target(List<Guessed> all, List<RuntimeException> failures)
      implements CheckRun.Target {
    @Override
    public void begins(Path source, String kernel, String defaults) {}

    @Override
    public boolean isOver() {
      return false;
    }

    @Override
    public void checked(CheckResult result) {
      Optional<LaunchSpec> launch =
          Optional.ofNullable(result.launched())
              .filter(launched -> result.findings().isEmpty())
              .map(launched -> withIntegers(launched, result.parameters()));
      String why = launch.isPresent() ? "" : result.findings().getFirst().kind().keyword();
      all.add(new Guessed(result.kernel(), launch, why));
    }

    @Override
    public void none(Path source) {}

    @Override
    public void failed(@Nullable String kernel, RuntimeException reason) {
      failures.add(reason);
      if (kernel != null) {
        String why = String.valueOf(reason.getMessage()).lines().findFirst().orElse("");
        all.add(new Guessed(kernel, Optional.empty(), why));
      }
    }
  }
}
