package dev.barnacle.frontend.internal.spirv.module;

import dev.barnacle.frontend.internal.spirv.binary.InvalidModuleException;
import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.binary.SpirvBinary;
import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A module in its sections (SPIR-V, 2.4 "Logical Layout of a Module"): what each id is, and the
 * functions with their instructions.
 */
public final class SpirvModule {
  private final Decorations decorations = new Decorations();
  private final Constants constants;
  private final TypeTable types;
  private final Map<Integer, SpirvInstruction> definitions = new HashMap<>();
  private final Map<Integer, String> names = new HashMap<>();
  private final Map<Integer, String> strings = new HashMap<>();
  private final Map<Integer, String> imports = new HashMap<>();
  private final Map<Integer, SpirvFunction> functions = new LinkedHashMap<>();
  private final List<SpirvInstruction> variables = new ArrayList<>();
  private final IdSet misplaced = new IdSet();
  private final List<SpirvType.Struct> structs = new ArrayList<>();
  private final List<EntryPoint> entryPoints = new ArrayList<>();
  private final Map<Integer, List<SpirvInstruction>> modes = new HashMap<>();
  private final List<SpirvInstruction> entries = new ArrayList<>();
  private final Set<String> kernelNames = new HashSet<>();
  private final FunctionCutter cutter = new FunctionCutter();
  private boolean hasMemoryModel;
  private boolean hasSmallAddresses;

  private SpirvModule(Map<Integer, Long> specialization) {
    this.types = new TypeTable(decorations, this::length);
    this.constants = new Constants(this, specialization);
  }

  /**
   * Reads a module.
   *
   * @param specialization the values of specialisation constants by their {@code SpecId}s, as many
   *     of their lower bits as the constant has
   * @throws InvalidModuleException if it is not valid or has what no kernel may have
   */
  public static SpirvModule read(SpirvBinary binary, Map<Integer, Long> specialization) {
    SpirvModule module = new SpirvModule(specialization);
    for (SpirvInstruction instruction : binary.instructions()) {
      module.add(instruction);
    }
    module.finish();
    return module;
  }

  private void add(SpirvInstruction instruction) {
    if (instruction.hasResult()
        && definitions.putIfAbsent(instruction.result(), instruction) != null) {
      throw instruction.invalid("%" + instruction.result() + " has been defined before");
    }
    if (cutter.add(instruction)) {
      return;
    }
    switch (instruction.name()) {
      case Opcode.CAPABILITY -> Environment.checkCapability(instruction);
      case Opcode.EXTENSION -> Environment.checkExtension(instruction);
      case Opcode.EXT_INST_IMPORT -> imports.put(instruction.result(), set(instruction));
      case Opcode.MEMORY_MODEL -> {
        Environment.checkMemoryModel(instruction);
        hasMemoryModel = true;
        hasSmallAddresses = Environment.hasSmallAddresses(instruction);
      }
      case Opcode.ENTRY_POINT -> {
        entries.add(instruction);
        kernelNames.add(instruction.string(2));
      }
      case Opcode.EXECUTION_MODE, Opcode.EXECUTION_MODE_ID ->
          modes.computeIfAbsent(instruction.operand(0), k -> new ArrayList<>()).add(instruction);
      case Opcode.NAME -> names.put(instruction.operand(0), instruction.string(1));
      case Opcode.STRING -> strings.put(instruction.result(), instruction.string(0));
      case Opcode.VARIABLE -> variable(instruction);
      case Opcode.UNDEF -> constants.add(instruction);
      case Opcode.TYPE_FORWARD_POINTER -> types.addForward(instruction);
      case Opcode.NOP,
          Opcode.SOURCE,
          Opcode.SOURCE_CONTINUED,
          Opcode.SOURCE_EXTENSION,
          Opcode.MODULE_PROCESSED,
          Opcode.MEMBER_NAME,
          Opcode.LINE,
          Opcode.NO_LINE,
          Opcode.EXT_INST,
          Opcode.ALIAS_DOMAIN_DECL_INTEL,
          Opcode.ALIAS_SCOPE_DECL_INTEL,
          Opcode.ALIAS_SCOPE_LIST_DECL_INTEL -> {
        // What these say is not needed, or asked for by id.
      }
      default -> declaration(instruction);
    }
  }

  private void variable(SpirvInstruction instruction) {
    if (types.get(instruction.type(), instruction) instanceof SpirvType.Pointer pointer
        && pointer.storage() == StorageClass.FUNCTION
        && !decorations.has(instruction.result(), Decorations.BUILT_IN)) {
      misplaced.add(instruction.result());
    } else {
      variables.add(instruction);
      constants.add(instruction);
    }
  }

  private void declaration(SpirvInstruction instruction) {
    String name = instruction.name();
    if (name.startsWith("OpType")) {
      types.add(instruction);
      if (types.get(instruction.result(), instruction) instanceof SpirvType.Struct struct) {
        if (hasSmallAddresses && struct.members().stream().anyMatch(SpirvModule::isOfPointers)) {
          throw instruction.invalid(
              "with Physical32, structures have no pointers: those are larger");
        }
        structs.add(struct);
      }
    } else if (name.startsWith(Opcode.CONSTANT) || name.startsWith(Opcode.SPEC_CONSTANT)) {
      constants.add(instruction);
    } else if (name.contains("Decorat")) {
      decorations.add(instruction);
    } else {
      throw instruction.invalid("it does not stand in a function");
    }
  }

  private static boolean isOfPointers(SpirvType type) {
    return type instanceof SpirvType.Array array
        ? isOfPointers(array.element())
        : type instanceof SpirvType.Pointer;
  }

  private static String set(SpirvInstruction instruction) {
    String name = instruction.string(0);
    boolean known =
        name.equals("OpenCL.std")
            || name.startsWith("NonSemantic.")
            || name.equals("OpenCL.DebugInfo.100")
            || name.equals("SPIRV.debug");
    if (!known) {
      throw instruction.invalid("the instruction set '" + name + "' is not supported");
    }
    return name;
  }

  private void finish() {
    cutter.finish();
    types.finish();
    if (!hasMemoryModel) {
      throw new InvalidModuleException(0, "the module has no OpMemoryModel");
    }
    for (SpirvFunction function : cutter.functions()) {
      functions.put(function.id(), function);
    }
    for (SpirvInstruction entry : entries) {
      Environment.checkEntryPoint(entry);
      int id = entry.operand(1);
      if (!functions.containsKey(id)) {
        throw entry.invalid("%" + id + " is no function");
      }
      entryPoints.add(new EntryPoint(id, entry.string(2), modes.getOrDefault(id, List.of())));
    }
  }

  private long length(int id, SpirvInstruction by) {
    return constants.integer(id, by);
  }

  /**
   * Returns the name that a variable or function has in LLVM: of its linkage, of the kernel, or one
   * made of its id, so that each has its own.
   */
  public String symbol(int id) {
    String linked = linkName(id);
    return Symbols.quoted(linked.isEmpty() ? "v" + id + "." + nameOf(id) : linked);
  }

  /**
   * Returns the name by which other modules know a variable or function; empty where they do not. A
   * function of a kernel's name is known to this module alone: others know the kernel.
   */
  public String linkName(int id) {
    String name =
        decorations.find(id, Decorations.LINKAGE_ATTRIBUTES).map(i -> i.string(2)).orElse("");
    return kernelNames.contains(name) ? "" : name;
  }

  /** Returns the bytes of the specialisation constants by their {@code SpecId}s. */
  public Map<Integer, Integer> specializationConstants() {
    Map<Integer, Integer> sizes = new LinkedHashMap<>();
    for (SpirvInstruction definition : definitions.values()) {
      if (definition.name().startsWith(Opcode.SPEC_CONSTANT) && definition.hasType()) {
        decorations
            .number(definition.result(), Decorations.SPEC_ID)
            .ifPresent(
                id ->
                    sizes.put(id, (int) TypeLayout.size(types.get(definition.type(), definition))));
      }
    }
    return sizes;
  }

  /** Returns whether the module's addressing model is {@code Physical32}. */
  public boolean hasSmallAddresses() {
    return hasSmallAddresses;
  }

  /** Returns the types. */
  public TypeTable types() {
    return types;
  }

  /** Returns the decorations. */
  public Decorations decorations() {
    return decorations;
  }

  /** Returns the constants. */
  public Constants constants() {
    return constants;
  }

  /**
   * Returns whether an id is a variable at module scope of the storage class {@code Function},
   * which only functions have: some producers (numba-dpex) declare such a one, and never use it.
   */
  public boolean isMisplaced(int id) {
    return misplaced.contains(id);
  }

  /** Returns the variables at module scope, without those that are misplaced. */
  public List<SpirvInstruction> variables() {
    return variables;
  }

  /** Returns the structures. */
  public List<SpirvType.Struct> structs() {
    return structs;
  }

  /** Returns the functions in order. */
  public Collection<SpirvFunction> functions() {
    return functions.values();
  }

  /** Returns the function that an instruction calls. */
  public SpirvFunction function(int id, SpirvInstruction by) {
    SpirvFunction function = functions.get(id);
    if (function == null) {
      throw by.invalid("%" + id + " is no function");
    }
    return function;
  }

  /** Returns the kernels. */
  public List<EntryPoint> entryPoints() {
    return entryPoints;
  }

  /** Returns the name that an id has in the source; empty where it has none. */
  public String nameOf(int id) {
    return names.getOrDefault(id, "");
  }

  /** Returns the text of an {@code OpString}; empty where the id is none. */
  public String string(int id) {
    return strings.getOrDefault(id, "");
  }

  /** Returns all texts. */
  public Collection<String> strings() {
    return strings.values();
  }

  /** Returns the name of an instruction set that was imported. */
  public Optional<String> imported(int id) {
    return Optional.ofNullable(imports.get(id));
  }

  /** Returns the ids that instructions of this name define, in order. */
  public List<Integer> ids(String name) {
    return definitions.values().stream()
        .filter(i -> i.name().equals(name))
        .map(SpirvInstruction::result)
        .sorted()
        .toList();
  }

  /** Returns the instruction that defines an id; null where none does. */
  public @Nullable SpirvInstruction definition(int id) {
    return definitions.get(id);
  }

  /** Returns the instruction that defines an id that another one names. */
  public SpirvInstruction definition(int id, SpirvInstruction by) {
    SpirvInstruction definition = definitions.get(id);
    if (definition == null) {
      throw by.invalid("%" + Integer.toUnsignedString(id) + " is not defined");
    }
    return definition;
  }

  /** Returns the type of the value that an id is. */
  public SpirvType typeOf(int id, SpirvInstruction by) {
    SpirvInstruction definition = definition(id, by);
    if (!definition.hasType()) {
      throw by.invalid("%" + id + " (" + definition.name() + ") is no value");
    }
    return types.get(definition.type(), by);
  }
}
