package dev.barnacle.frontend.internal.spirv.write;

import dev.barnacle.frontend.extension.SpirvExtension;
import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.binary.SpirvBinary;
import dev.barnacle.frontend.internal.spirv.binary.SpirvNames;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A module on its way: its sections (SPIR-V, 2.4 "Logical Layout of a Module") and its ids. */
final class ModuleText {
  private static final int OPENCL_C = 3;
  private static final int CPP_FOR_OPENCL = 6;
  private static final int PHYSICAL_64 = 2;
  private static final int OPENCL_MEMORY = 2;

  private final int wanted;
  private int needed = 0x00010000;
  private int nextId = 1;
  private final Map<Integer, String> capabilities = new TreeMap<>();
  private final Set<String> extensions = new LinkedHashSet<>();
  private final Map<String, Integer> strings = new LinkedHashMap<>();
  private final Map<String, Integer> standard = new HashMap<>();
  private final int standardSet = id();
  private @Nullable String source;
  private int language;
  private int languageVersion;
  final WordBuffer entryPoints = new WordBuffer();
  final WordBuffer modes = new WordBuffer();
  final WordBuffer names = new WordBuffer();
  final WordBuffer decorations = new WordBuffer();
  final WordBuffer globals = new WordBuffer();
  final WordBuffer declarations = new WordBuffer();
  final WordBuffer functions = new WordBuffer();

  /**
   * Begins a module.
   *
   * @param wanted its version as in the header; 0 for the lowest that has what it uses
   */
  ModuleText(int wanted) {
    this.wanted = wanted;
  }

  int id() {
    return nextId++;
  }

  /** Notes that a version is needed for something. */
  void need(int version, String what) {
    if (wanted != 0 && version > wanted) {
      throw new WriteException(what + " needs SPIR-V " + named(version) + ", not " + named(wanted));
    }
    needed = Math.max(needed, version);
  }

  /** Asks whether something of a version may be used; where none was asked for, it is then. */
  boolean prefer(int version) {
    if (wanted != 0 && wanted < version) {
      return false;
    }
    needed = Math.max(needed, version);
    return true;
  }

  /** Returns the version as it would be if nothing more came. */
  int version() {
    return wanted != 0 ? wanted : needed;
  }

  static String named(int version) {
    return (version >> 16) + "." + (version >> 8 & 0xff);
  }

  /** Notes a capability, and the extension that it is of. */
  void capability(String name) {
    int number =
        SpirvNames.number("Capability", name)
            .orElseThrow(() -> new IllegalArgumentException("no capability " + name));
    if (capabilities.put(number, name) == null) {
      SpirvExtension.ofCapability(name).ifPresent(this::extension);
    }
  }

  boolean has(String capability) {
    return capabilities.containsValue(capability);
  }

  /** Notes an extension, unless the version of SPIR-V has taken it in. */
  void extension(SpirvExtension extension) {
    if (!extension.isCoreIn(version())) {
      extensions.add(extension.text());
    }
  }

  /** Returns the id of the set {@code OpenCL.std}. */
  int standardSet() {
    return standardSet;
  }

  /** Returns the number of an instruction of {@code OpenCL.std}; -1 where it has none. */
  int standard(String name) {
    return standard.computeIfAbsent(name, n -> SpirvNames.number("std", n).orElse(-1));
  }

  int string(String text) {
    return strings.computeIfAbsent(text, t -> id());
  }

  void name(int id, String name) {
    if (!name.isEmpty()) {
      names.op(Opcode.NAME, WordBuffer.withString(name, id));
    }
  }

  void decorate(int id, String decoration, int... literals) {
    int number =
        SpirvNames.number("Decoration", decoration)
            .orElseThrow(() -> new IllegalArgumentException("no decoration " + decoration));
    decorations.op(Opcode.DECORATE, WordBuffer.joined(new int[] {id, number}, literals));
  }

  void source(String file, boolean cxx, int version) {
    source = file;
    language = cxx ? CPP_FOR_OPENCL : OPENCL_C;
    languageVersion = version;
  }

  byte[] bytes() {
    WordBuffer all = new WordBuffer();
    capabilities.keySet().forEach(c -> all.op(Opcode.CAPABILITY, c));
    extensions.stream().sorted().forEach(e -> all.op(Opcode.EXTENSION, WordBuffer.withString(e)));
    all.op(Opcode.EXT_INST_IMPORT, WordBuffer.withString("OpenCL.std", standardSet));
    all.op(Opcode.MEMORY_MODEL, PHYSICAL_64, OPENCL_MEMORY);
    all.add(entryPoints);
    all.add(modes);
    Integer file = source == null ? null : string(source);
    strings.forEach((text, id) -> all.op(Opcode.STRING, WordBuffer.withString(text, id)));
    if (file != null) {
      all.op(Opcode.SOURCE, language, languageVersion, file);
    }
    all.add(names);
    all.add(decorations);
    all.add(globals);
    all.add(declarations);
    all.add(functions);
    ByteBuffer bytes = ByteBuffer.allocate(4 * (5 + all.size())).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putInt(SpirvBinary.MAGIC).putInt(version()).putInt(0).putInt(nextId).putInt(0);
    for (int word : all.toArray()) {
      bytes.putInt(word);
    }
    return bytes.array();
  }
}
