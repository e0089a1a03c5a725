package dev.barnacle.cl.internal.builtin;

import dev.barnacle.cl.BuiltInKernel;
import dev.barnacle.cl.BuiltInKernels;
import dev.barnacle.cl.ClException;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * The built-in kernels of this process: those that the service loader finds, first beside Barnacle
 * and where the program's classes are, then in the jars and folders of {@code
 * BARNACLE_BUILT_IN_KERNELS}.
 *
 * @param kernels by their names
 * @param problems what could not be loaded and why, a line each
 */
public record BuiltInRegistry(Map<String, BuiltInKernel> kernels, List<String> problems) {
  private static final String VARIABLE = "BARNACLE_BUILT_IN_KERNELS";

  public BuiltInRegistry {
    kernels = Collections.unmodifiableMap(new LinkedHashMap<>(kernels));
    problems = List.copyOf(problems);
  }

  private static final class OfProcess {
    static final BuiltInRegistry FOUND = load(System.getenv().getOrDefault(VARIABLE, ""));
  }

  /** Returns that of this process, which is looked for when first asked. */
  public static BuiltInRegistry get() {
    return OfProcess.FOUND;
  }

  /**
   * Looks for kernels.
   *
   * @param path jars and folders, as a class path has them; may be empty
   */
  public static BuiltInRegistry load(String path) {
    Map<String, BuiltInKernel> kernels = new LinkedHashMap<>();
    List<String> problems = new ArrayList<>();
    ServiceLoader<BuiltInKernels> services =
        ServiceLoader.load(BuiltInKernels.class, loader(path, problems));
    Iterator<ServiceLoader.Provider<BuiltInKernels>> providers = services.stream().iterator();
    boolean more = true;
    while (more) {
      try {
        more = providers.hasNext();
        if (more) {
          add(providers.next(), kernels, problems);
        }
      } catch (ServiceConfigurationError | LinkageError e) {
        problems.add("built-in kernels: " + e.getMessage());
      }
    }
    return new BuiltInRegistry(kernels, problems);
  }

  private static void add(
      ServiceLoader.Provider<BuiltInKernels> provider,
      Map<String, BuiltInKernel> kernels,
      List<String> problems) {
    String name = provider.type().getName();
    try {
      for (BuiltInKernel kernel : provider.get().kernels()) {
        if (kernels.putIfAbsent(kernel.name(), kernel) != null) {
          problems.add(
              name + ": there is another built-in kernel '" + kernel.name() + "', which stays");
        }
      }
    } catch (ServiceConfigurationError | RuntimeException | LinkageError e) {
      Throwable cause = e instanceof ServiceConfigurationError ? e.getCause() : e;
      problems.add(name + ": " + (cause instanceof ClException c ? c.getMessage() : why(e)));
    }
  }

  private static String why(Throwable e) {
    Throwable cause = e.getCause();
    return e + (cause == null ? "" : ": " + cause);
  }

  private static ClassLoader loader(String path, List<String> problems) {
    ClassLoader programs = ofProgram();
    List<URL> urls = new ArrayList<>();
    for (String entry : path.split(File.pathSeparator, -1)) {
      if (!entry.isBlank()) {
        addUrl(entry, urls, problems);
      }
    }
    return urls.isEmpty()
        ? programs
        : new URLClassLoader("barnacle-built-in-kernels", urls.toArray(URL[]::new), programs);
  }

  private static void addUrl(String entry, List<URL> urls, List<String> problems) {
    Path file = Path.of(entry);
    if (!Files.isReadable(file)) {
      problems.add(VARIABLE + ": " + entry + ": cannot be read");
      return;
    }
    try {
      urls.add(file.toUri().toURL());
    } catch (MalformedURLException e) {
      problems.add(VARIABLE + ": " + entry + ": " + e.getMessage());
    }
  }

  /** Barnacle may be hidden from the program's classes, as the driver is in a program's JVM. */
  private static ClassLoader ofProgram() {
    ClassLoader own = BuiltInKernels.class.getClassLoader();
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    try {
      return context != null
              && BuiltInKernels.class.equals(
                  Class.forName(BuiltInKernels.class.getName(), false, context))
          ? context
          : own;
    } catch (ClassNotFoundException e) {
      return own;
    }
  }
}
