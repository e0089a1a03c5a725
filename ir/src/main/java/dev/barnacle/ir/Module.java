package dev.barnacle.ir;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A program in IR: variables and functions.
 *
 * <p>One that comes from a cache may begin as its declarations: the kernels without their blocks
 * and the program-scope variables. The rest is read ({@link #readLater}) when somebody first asks
 * for it; nobody needs to know.
 */
public final class Module {
  /**
   * The kernel, of one work-item, that a host runs before any other of the program: it constructs
   * program-scope objects of C++ (OpenCL architecture, 3.2.1.1, program initialization kernels).
   * Programs of OpenCL C have none; no kernel of a source has such a name.
   */
  public static final String INITIALIZATION = "program.initialization";

  /** The kernel, of one work-item, that a host runs last: it destroys these objects. */
  public static final String CLEAN_UP = "program.cleanup";

  private final String name;
  private final LaterBodies later = new LaterBodies(this);
  private String identity = "";
  private boolean definedLanes;
  private CodeOptions options = CodeOptions.DEFAULT;
  private Map<String, String> texts = Map.of();
  private final List<GlobalVariable> globals = new ArrayList<>();
  private final List<Function> functions = new ArrayList<>();
  private List<GlobalVariable> declaredGlobals = List.of();
  private List<Function> declaredKernels = List.of();

  /** Makes an empty module; {@code name} names it in messages. */
  public Module(String name) {
    this.name = name;
  }

  /** Returns what messages call it. */
  public String name() {
    return name;
  }

  /**
   * Returns what tells the program as the front end made it from all others, to know again what was
   * made of it; empty where that is not known.
   */
  public String identity() {
    return identity;
  }

  /** Sets the identity: two programs that differ must have different ones. */
  public void setIdentity(String identity) {
    this.identity = identity;
  }

  /** Returns whether it is known without reading it that its code uses no undefined lane. */
  public boolean hasDefinedLanes() {
    return definedLanes;
  }

  /** Says that its code, as it is now, uses no lane of a value that may be undefined. */
  public void setDefinedLanes() {
    definedLanes = true;
  }

  /** Returns what the build options ask for. */
  public CodeOptions options() {
    return options;
  }

  /** Sets what the build options ask for. */
  public void setOptions(CodeOptions options) {
    this.options = options;
  }

  /**
   * Returns the sources that it was made of, as far as they were in memory, by the names that
   * places have: for words only.
   */
  public Map<String, String> texts() {
    return texts;
  }

  /** Sets the sources that it was made of. */
  public void setTexts(Map<String, String> sources) {
    texts = Map.copyOf(sources);
  }

  /**
   * Has the rest of a module that only declares its kernels so far read when it is first asked for.
   *
   * @param reader adds blocks to the kernels that are there, the other functions and the other
   *     variables; what it throws everybody meets who asks for them
   */
  public void readLater(Consumer<Module> reader) {
    declaredGlobals = List.copyOf(globals);
    declaredKernels = List.copyOf(functions);
    later.set(reader);
    functions.forEach(f -> f.readLater(later));
  }

  /** Returns whether all of it is there. */
  public boolean isRead() {
    return later.isDone();
  }

  /**
   * Changes the module, at once or as soon as it has been read.
   *
   * @param change may ask for all that the module has
   */
  public void whenRead(Consumer<Module> change) {
    if (!later.add(change)) {
      change.accept(this);
    }
  }

  /**
   * Returns the variables, to read and to change. Before the module {@linkplain #isRead() is read}
   * they are the {@linkplain #programVariables() program's}.
   */
  public List<GlobalVariable> globals() {
    return later.isOpen() ? globals : declaredGlobals;
  }

  /**
   * Returns the variables that live as long as the program: those in global memory and what their
   * initialisers point to, in the order of {@link #globals}.
   */
  public List<GlobalVariable> programVariables() {
    Set<GlobalVariable> reached = new HashSet<>();
    Deque<GlobalVariable> work = new ArrayDeque<>();
    globals().stream().filter(g -> g.space() == AddressSpace.GLOBAL).forEach(work::add);
    while (!work.isEmpty()) {
      GlobalVariable variable = work.remove();
      GlobalVariable.Initializer initializer = variable.initializer();
      if (reached.add(variable) && initializer != null) {
        initializer.relocations().forEach(r -> work.add(r.target()));
      }
    }
    return globals().stream().filter(reached::contains).toList();
  }

  /** Returns the functions, to read and to change. */
  public List<Function> functions() {
    later.read();
    return functions;
  }

  /** Returns the kernels in order of declaration. */
  public List<Function> kernels() {
    return later.isOpen()
        ? functions.stream().filter(Function::isKernel).toList()
        : declaredKernels;
  }

  /** Returns the kernel of that name, if there is one. */
  public Optional<Function> kernel(String kernelName) {
    return kernels().stream().filter(f -> f.name().equals(kernelName)).findFirst();
  }

  /** Returns the function of that name, if there is one. */
  public Optional<Function> function(String functionName) {
    return functions().stream().filter(f -> f.name().equals(functionName)).findFirst();
  }

  /** Returns the variable of that name, if there is one. */
  public Optional<GlobalVariable> global(String globalName) {
    return globals.stream().filter(g -> g.name().equals(globalName)).findFirst();
  }
}
