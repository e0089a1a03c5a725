package dev.barnacle.cli;

import dev.barnacle.cl.Context;
import dev.barnacle.cl.Device;
import dev.barnacle.cl.Platform;
import dev.barnacle.command.arguments.Command;
import dev.barnacle.command.arguments.DeclaredOption;
import dev.barnacle.command.arguments.ExitStatus;
import dev.barnacle.command.json.JsonLine;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code barnacle devices}: what the platform offers. */
final class DevicesCommand extends Command {
  private boolean json;

  DevicesCommand() {
    super("barnacle devices", "Show what the platform offers.");
  }

  @Override
  public List<DeclaredOption> options() {
    return List.of(
        DeclaredOption.flag("--json", () -> json = true, "One JSON object a device, one a line."));
  }

  @Override
  public int run(Invocation invocation) {
    PrintWriter out = invocation.out();
    try (Context context = Context.create()) {
      Map<String, Object> processor = facts(context.device());
      if (!json) {
        processor.remove("built_in_kernels"); // they are the custom device's
      }
      print(processor, out);
      if (!json) {
        out.println();
      }
      print(facts(context.customDevice()), out);
    }
    Platform.builtInProblems().forEach(invocation.err()::println);
    return ExitStatus.OK;
  }

  private void print(Map<String, Object> facts, PrintWriter out) {
    if (json) {
      out.println(JsonLine.of(facts));
    } else {
      facts.forEach((name, value) -> printRow(name.replace('_', ' '), value, out));
    }
  }

  /** A row for each fact that there is, and for each of a list. */
  private static void printRow(String name, Object value, PrintWriter out) {
    if (value instanceof List<?> list) {
      list.forEach(one -> out.printf("%-22s %s%n", one.equals(list.getFirst()) ? name : "", one));
    } else if (!value.equals("")) {
      out.printf("%-22s %s%n", name, value);
    }
  }

  private static Map<String, Object> facts(Device device) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("device", device.name());
    facts.put("type", device.type().name().toLowerCase(Locale.ROOT));
    facts.put("platform", Platform.name());
    facts.put("vendor", device.vendor());
    facts.put("version", device.version());
    facts.put("driver_version", device.driverVersion());
    facts.put("opencl_c", device.openClC());
    facts.put("compute_units", device.computeUnits());
    facts.put("max_work_group_size", device.maxWorkGroupSize());
    facts.put("local_mem_bytes", device.localMemBytes());
    facts.put("global_mem_bytes", device.globalMemBytes());
    facts.put("max_mem_alloc_bytes", device.maxMemAllocBytes());
    facts.put("max_constant_bytes", device.maxConstantBytes());
    facts.put(
        "built_in_kernels", Platform.builtInKernels().stream().map(Object::toString).toList());
    return facts;
  }
}
