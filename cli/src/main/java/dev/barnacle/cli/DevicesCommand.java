package dev.barnacle.cli;

import dev.barnacle.cl.Context;
import dev.barnacle.cl.Device;
import dev.barnacle.cl.Platform;
import dev.barnacle.cli.internal.json.JsonLine;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code barnacle devices}: what the platform offers. */
@Command(name = "devices", description = "Show what the platform offers.")
final class DevicesCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Option(names = "--json", description = "One JSON object a device, one a line.")
  private boolean json;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try (Context context = Context.create()) {
      Map<String, Object> facts = facts(context.device());
      if (json) {
        out.println(JsonLine.of(facts));
      } else {
        facts.forEach((name, value) -> out.printf("%-22s %s%n", name.replace('_', ' '), value));
      }
    }
    return ExitStatus.OK;
  }

  private static Map<String, Object> facts(Device device) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("device", device.name());
    facts.put("platform", Platform.NAME);
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
    return facts;
  }
}
