package dev.barnacle.cli;

import dev.barnacle.cl.Platform;
import dev.barnacle.cli.internal.InputException;
import dev.barnacle.cli.internal.icd.Drivers;
import dev.barnacle.cli.internal.icd.Installation;
import dev.barnacle.frontend.LanguageSupport;
import dev.barnacle.icd.DriverLibrary;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code barnacle icd}: Barnacle as a driver for the system's OpenCL loader. */
@Command(
    name = "icd",
    description = "Register Barnacle with the system's OpenCL loader.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {IcdCommand.Install.class, IcdCommand.Uninstall.class, IcdCommand.Location.class})
final class IcdCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Override
  public Integer call() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "icd: install, uninstall or path?");
  }

  /** {@code barnacle icd install}. */
  @Command(
      name = "install",
      description = {
        "Make Barnacle an OpenCL driver.",
        "Without an option: print the line that does so for one shell."
      })
  static final class Install implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
        names = "--user",
        description = "Copy it below ~/.local/share/barnacle and print the line for a profile.")
    private boolean user;

    @Option(
        names = "--system",
        description = "Copy it to /usr/local/lib/barnacle and register it in /etc/OpenCL/vendors.")
    private boolean system;

    @Option(
        names = "--root",
        paramLabel = "DIR",
        defaultValue = "/",
        description = "Take this folder for /, with --system.")
    private Path root = Path.of("/");

    @Override
    public Integer call() {
      PrintWriter out = spec.commandLine().getOut();
      PrintWriter err = spec.commandLine().getErr();
      if (user && system) {
        throw new InputException("--user and --system: one of them");
      }
      try {
        if (system) {
          DriverLibrary driver = Installation.into(systemFolder(root), err);
          out.println("registered in " + Installation.register(driver, vendors(root)));
        } else {
          DriverLibrary driver =
              user ? Installation.into(userFolder(), err) : Drivers.prepare(Platform.cache(), err);
          out.println("export OCL_ICD_VENDORS=" + vendors(driver));
        }
      } catch (IOException e) {
        throw new InputException("cannot install: " + e.getMessage());
      }
      return ExitStatus.OK;
    }
  }

  /** {@code barnacle icd uninstall}. */
  @Command(
      name = "uninstall",
      description = {
        "Take away what icd install has copied and registered.",
        "Without an option: print the line that does so for one shell."
      })
  static final class Uninstall implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--user", description = "Delete the copy below ~/.local/share/barnacle.")
    private boolean user;

    @Option(
        names = "--system",
        description =
            "Delete the copy in /usr/local/lib/barnacle and its file in /etc/OpenCL/vendors.")
    private boolean system;

    @Option(
        names = "--root",
        paramLabel = "DIR",
        defaultValue = "/",
        description = "Take this folder for /, with --system.")
    private Path root = Path.of("/");

    @Override
    public Integer call() {
      PrintWriter out = spec.commandLine().getOut();
      if (user && system) {
        throw new InputException("--user and --system: one of them");
      }
      if (!user && !system) {
        out.println("unset OCL_ICD_VENDORS");
        return ExitStatus.OK;
      }
      try {
        Path folder = system ? systemFolder(root) : userFolder();
        List<Path> deleted = new ArrayList<>();
        if (system) {
          Installation.unregister(folder, vendors(root)).ifPresent(deleted::add);
        }
        Installation.delete(folder).ifPresent(deleted::add);
        if (deleted.isEmpty()) {
          throw new InputException(
              "nothing is installed in " + folder + (system ? "" : " (see --system)"));
        }
        deleted.forEach(path -> out.println("deleted " + path));
      } catch (IOException e) {
        throw new InputException("cannot uninstall: " + e.getMessage());
      }
      return ExitStatus.OK;
    }
  }

  private static Path systemFolder(Path root) {
    return root.resolve("usr/local/lib/barnacle");
  }

  private static Path vendors(Path root) {
    return root.resolve("etc/OpenCL/vendors");
  }

  private static Path userFolder() {
    @Nullable String data = System.getenv("XDG_DATA_HOME");
    Path base =
        data != null && Path.of(data).isAbsolute()
            ? Path.of(data)
            : LanguageSupport.home().resolve(".local").resolve("share");
    return base.resolve("barnacle");
  }

  /** {@code barnacle icd path}. */
  @Command(
      name = "path",
      description = "Print what OCL_ICD_VENDORS can be, for every loader: the driver's folder.")
  static final class Location implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
        names = "--library",
        description = "Print where the driver's library is, as a .icd file names it.")
    private boolean library;

    @Override
    public Integer call() {
      PrintWriter err = spec.commandLine().getErr();
      DriverLibrary driver = Drivers.prepare(Platform.cache(), err);
      spec.commandLine().getOut().println(library ? driver.library() : vendors(driver));
      return ExitStatus.OK;
    }
  }

  /**
   * Returns the value of {@code OCL_ICD_VENDORS}. Khronos' loader takes nothing but a folder there;
   * ocl-icd takes a folder too.
   */
  private static String vendors(DriverLibrary driver) {
    return driver.vendors() + "/";
  }
}
