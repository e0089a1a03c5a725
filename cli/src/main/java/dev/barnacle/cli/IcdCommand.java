package dev.barnacle.cli;

import static dev.barnacle.command.arguments.DeclaredOption.flag;
import static dev.barnacle.command.arguments.DeclaredOption.text;

import dev.barnacle.cl.Platform;
import dev.barnacle.cli.internal.icd.Drivers;
import dev.barnacle.cli.internal.icd.Installation;
import dev.barnacle.command.arguments.Command;
import dev.barnacle.command.arguments.DeclaredOption;
import dev.barnacle.command.arguments.ExitStatus;
import dev.barnacle.command.arguments.UsageException;
import dev.barnacle.command.input.InputException;
import dev.barnacle.frontend.LanguageSupport;
import dev.barnacle.icd.DriverLibrary;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** {@code barnacle icd}: Barnacle as a driver for the system's OpenCL loader. */
final class IcdCommand extends Command {
  IcdCommand() {
    super("barnacle icd", "Register Barnacle with the system's OpenCL loader.");
  }

  @Override
  public Map<String, Supplier<Command>> commands() {
    return table(
        named("install", Install::new),
        named("uninstall", Uninstall::new),
        named("path", Location::new));
  }

  @Override
  public int run(Invocation invocation) {
    throw new UsageException("icd: install, uninstall or path?");
  }

  /** {@code barnacle icd install}. */
  static final class Install extends Command {
    private boolean user;
    private boolean system;
    private Path root = Path.of("/");

    Install() {
      super(
          "barnacle icd install",
          "Make Barnacle an OpenCL driver.",
          "Without an option: print the line that does so for one shell.");
    }

    @Override
    public List<DeclaredOption> options() {
      return List.of(
          flag(
              "--user",
              () -> user = true,
              "Copy it below ~/.local/share/barnacle and print the line for a profile."),
          flag(
              "--system",
              () -> system = true,
              "Copy it to /usr/local/lib/barnacle and register it in /etc/OpenCL/vendors."),
          text(
              "--root",
              "DIR",
              folder -> root = Path.of(folder),
              "Take this folder for /, with --system."));
    }

    @Override
    public int run(Invocation invocation) {
      PrintWriter out = invocation.out();
      PrintWriter err = invocation.err();
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
  static final class Uninstall extends Command {
    private boolean user;
    private boolean system;
    private Path root = Path.of("/");

    Uninstall() {
      super(
          "barnacle icd uninstall",
          "Take away what icd install has copied and registered.",
          "Without an option: print the line that does so for one shell.");
    }

    @Override
    public List<DeclaredOption> options() {
      return List.of(
          flag("--user", () -> user = true, "Delete the copy below ~/.local/share/barnacle."),
          flag(
              "--system",
              () -> system = true,
              "Delete the copy in /usr/local/lib/barnacle and its file in /etc/OpenCL/vendors."),
          text(
              "--root",
              "DIR",
              folder -> root = Path.of(folder),
              "Take this folder for /, with --system."));
    }

    @Override
    public int run(Invocation invocation) {
      PrintWriter out = invocation.out();
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
  static final class Location extends Command {
    private boolean library;

    Location() {
      super(
          "barnacle icd path",
          "Print what OCL_ICD_VENDORS can be, for every loader: the driver's folder.");
    }

    @Override
    public List<DeclaredOption> options() {
      return List.of(
          flag(
              "--library",
              () -> library = true,
              "Print where the driver's library is, as a .icd file names it."));
    }

    @Override
    public int run(Invocation invocation) {
      PrintWriter err = invocation.err();
      DriverLibrary driver = Drivers.prepare(Platform.cache(), err);
      invocation.out().println(library ? driver.library() : vendors(driver));
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
