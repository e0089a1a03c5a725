package dev.barnacle.watch.internal.code;

import dev.barnacle.engine.EngineException;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.Module;
import dev.barnacle.watch.CodeStore;
import dev.barnacle.watch.internal.code.file.KernelFile;
import dev.barnacle.watch.internal.run.exec.KernelBody;
import dev.barnacle.watch.internal.run.exec.LoadedKernel;
import dev.barnacle.watch.internal.run.kernel.KernelCode;
import dev.barnacle.watch.internal.run.kernel.KernelFacts;
import dev.barnacle.watch.internal.run.kernel.KernelText;
import dev.barnacle.watch.internal.run.memory.Pointers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Compiles kernels of one program, or finds them in a store; any thread may ask it. */
public final class KernelCompiler {
  private final Module module;
  private final CodeStore store;
  private final boolean settles;
  private final KernelMaker maker;

  /**
   * Makes a compiler.
   *
   * @param variables the numbers of the program's global and constant variables
   * @param settles whether stores are followed by a look at what they have changed
   * @param store of compiled kernels
   */
  public KernelCompiler(
      Module module, Map<GlobalVariable, Integer> variables, boolean settles, CodeStore store) {
    this.module = module;
    this.settles = settles;
    this.store = module.identity().isEmpty() ? CodeStore.NONE : store;
    this.maker = new KernelMaker(variables, settles);
  }

  /**
   * Compiles a kernel, which is done once.
   *
   * @throws EngineException if it has what this engine can't run
   */
  public LoadedKernel compile(Function kernel) {
    String name = module.identity() + "\n" + kernel.name() + "\n" + settles;
    KernelFile kept = store.read(name).flatMap(KernelFile::decode).orElse(null);
    if (kept != null) {
      return code(kernel, kept, () -> textOf(kernel, kept));
    }
    KernelMaker.Made made = maker.make(kernel);
    if (made.alone()) {
      store.write(name, made.file().encode());
    }
    return code(kernel, made.file(), made::text);
  }

  /** Returns what was kept was made of. */
  private KernelText textOf(Function kernel, KernelFile kept) {
    KernelMaker.Made made = maker.make(kernel);
    if (!kept.hasClasses(made.file().classes())) {
      throw new IllegalStateException("what is kept of " + kernel + " was made of something else");
    }
    return made.text();
  }

  private LoadedKernel code(Function kernel, KernelFile file, Supplier<KernelText> text) {
    KernelCode code =
        new KernelCode(
            kernel, file.facts(), locals(file.facts()), module.options(), module.texts(), text);
    return new LoadedKernel(code, KernelLoader.load(file.classes()));
  }

  private List<GlobalVariable> locals(KernelFacts facts) {
    Map<String, GlobalVariable> all = new HashMap<>();
    module.globals().forEach(g -> all.put(g.name(), g));
    return facts.locals().stream().map(all::get).toList();
  }

  /** Loads classes of kernels, each by a loader of its own, so that they can go again. */
  private static final class KernelLoader extends ClassLoader {
    static {
      boolean unused = registerAsParallelCapable();
    }

    /** One class of each package of this module that compiled kernels name. */
    private static final List<Class<?>> RUNTIME = List.of(KernelBody.class, Pointers.class);

    private KernelLoader() {
      super("barnacle-kernels", KernelBody.class.getClassLoader());
    }

    static KernelBody load(Map<String, byte[]> files) {
      KernelLoader loader = new KernelLoader();
      for (Class<?> each : RUNTIME) {
        each.getModule().addExports(each.getPackageName(), loader.getUnnamedModule());
      }
      try {
        files.forEach((each, bytes) -> loader.defineClass(each, bytes, 0, bytes.length));
        return (KernelBody)
            loader
                .loadClass(files.keySet().iterator().next())
                .getDeclaredConstructor()
                .newInstance();
      } catch (ReflectiveOperationException | LinkageError e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
