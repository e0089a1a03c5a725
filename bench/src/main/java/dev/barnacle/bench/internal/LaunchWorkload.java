package dev.barnacle.bench.internal;

import dev.barnacle.bench.Host;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/** Makes the workload of a launch: its buffers are as the launch gives them. */
final class LaunchWorkload {
  private static final double MILLION = 1e6;

  private LaunchWorkload() {}

  /** Returns the workload of a name. */
  static Workload of(String name, Host.Launch launch) {
    List<Data> buffers = new ArrayList<>();
    List<Workload.Operand> own =
        launch.arguments().stream().map(argument -> operand(argument, buffers)).toList();
    List<Workload.Operand> operands = new ArrayList<>();
    for (int i = 0; i < own.size(); i++) {
      int other = launch.arguments().get(i) instanceof Host.Argument.Same same ? same.other() : i;
      operands.add(own.get(other));
    }
    double items = launch.range().global().stream().reduce(1L, (a, b) -> a * b);
    return new Workload(
        name,
        launch.kernel() + " " + launch.range(),
        launch.source(),
        launch.options(),
        buffers,
        List.of(new Workload.Step(launch.kernel(), launch.range(), operands)),
        Workload.Submission.TOGETHER,
        items / MILLION,
        "Mitem");
  }

  private static Workload.Operand operand(Host.Argument argument, List<Data> buffers) {
    return switch (argument) {
      case Host.Argument.Memory memory -> {
        buffers.add(Data.given(memory.first().toArray(ValueLayout.JAVA_BYTE), memory.type()));
        yield new Workload.Operand.BufferRef(buffers.size() - 1);
      }
      case Host.Argument.Local(long bytes) -> new Workload.Operand.LocalBytes(bytes);
      case Host.Argument.Value value ->
          new Workload.Operand.Bytes(value.bytes().asByteBuffer().asReadOnlyBuffer());
      case Host.Argument.Null _, Host.Argument.Same _ -> new Workload.Operand.Null();
    };
  }
}
