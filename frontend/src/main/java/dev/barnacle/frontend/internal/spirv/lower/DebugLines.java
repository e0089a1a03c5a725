package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.module.ConstantValue;
import dev.barnacle.frontend.internal.spirv.module.SpirvModule;
import dev.barnacle.frontend.internal.spirv.module.Symbols;
import dev.barnacle.ir.Location;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where instructions come from, as LLVM's debug information: the producer's files and lines ({@code
 * OpLine}, {@code DebugLine}); without these the module itself, with the number of the
 * instruction's word as line, and {@link Location#WORD} as column.
 */
final class DebugLines {
  private static final int FIRST = 10;
  private static final String SHADER_DEBUG_INFO = "NonSemantic.Shader.DebugInfo.100";
  private static final int DEBUG_SOURCE = 35;
  private static final int DEBUG_LINE = 103;
  private static final int DEBUG_NO_LINE = 104;

  /** Of {@code DebugLine}, the operand with the first column. */
  private static final int COLUMN = 5;

  private final SpirvModule module;
  private final String name;
  private final List<String> nodes = new ArrayList<>();
  private final Map<String, Integer> known = new HashMap<>();
  private String file;
  private int subprogram;
  private @Nullable Line line;
  private @Nullable Place last;
  private String suffix = "";

  /** A line of the producer's source, and a column, from 1. */
  private record Line(int number, int column) {}

  DebugLines(SpirvModule module, String name) {
    this.module = module;
    this.name = name;
    this.file = name;
  }

  /** What an instruction's node says. */
  private record Place(int line, int column, int subprogram, String path) {}

  /** Returns the node of a text, which is added where it is new. */
  int node(String text) {
    return known.computeIfAbsent(
        text,
        t -> {
          nodes.add(t);
          return FIRST + nodes.size() - 1;
        });
  }

  /** Begins a function; returns its node. */
  int begin(String function, SpirvInstruction declaration) {
    int unitFile = file(name);
    line = null;
    nodes.add(
        "distinct !DISubprogram(name: %s, scope: !%d, file: !%d, line: %d, type: !3, unit: !0,"
                .formatted(Symbols.quoted(function), unitFile, unitFile, declaration.word())
            + " spFlags: DISPFlagDefinition | DISPFlagOptimized)");
    subprogram = FIRST + nodes.size() - 1;
    return subprogram;
  }

  private int file(String path) {
    return node(
        "!DIFile(filename: \""
            + Symbols.escaped(path.getBytes(StandardCharsets.UTF_8))
            + "\", directory: \".\")");
  }

  /** Takes an {@code OpLine}. */
  void setLine(SpirvInstruction opLine) {
    file = module.string(opLine.operand(0));
    line = new Line(opLine.operand(1), opLine.operand(2));
  }

  /** Says that no line holds any longer. */
  void endLine() {
    line = null;
  }

  /**
   * Takes an instruction of a set without semantics, which may be {@code DebugLine} or {@code
   * DebugNoLine} of {@code NonSemantic.Shader.DebugInfo.100}; what is wrong in it says nothing.
   */
  void take(SpirvInstruction i) {
    boolean debug =
        i.operands() > 1
            && module.imported(i.operand(0)).filter(SHADER_DEBUG_INFO::equals).isPresent();
    if (debug && i.operand(1) == DEBUG_NO_LINE) {
      line = null;
    } else if (debug && i.operand(1) == DEBUG_LINE && i.operands() > COLUMN) {
      SpirvInstruction source = module.definition(i.operand(2));
      boolean named =
          source != null
              && source.name().equals("OpExtInst")
              && source.operands() > 2
              && source.operand(1) == DEBUG_SOURCE;
      if (source != null && named) {
        file = module.string(source.operand(2));
        line = new Line(number(i.operand(3)), number(i.operand(COLUMN)));
      }
    }
  }

  private int number(int id) {
    return module.constants().find(id) instanceof ConstantValue.Scalar s ? (int) s.bits() : 0;
  }

  /** Returns what stands behind an instruction's text. */
  String suffix(SpirvInstruction instruction) {
    Line at = line;
    String path = at == null || file.isEmpty() ? name : file;
    int number = at == null ? instruction.word() : at.number();
    int column = at == null ? Location.WORD : Math.min(at.column() & 0xffff, Location.WORD - 1);
    Place place = new Place(number, column, subprogram, path);
    if (!place.equals(last)) {
      last = place;
      suffix = ", !dbg !" + location(place);
    }
    return suffix;
  }

  private int location(Place place) {
    int scope =
        place.path().equals(name)
            ? place.subprogram()
            : node(
                "!DILexicalBlockFile(scope: !"
                    + place.subprogram()
                    + ", file: !"
                    + file(place.path())
                    + ", discriminator: 0)");
    String line = Integer.toUnsignedString(place.line());
    String text =
        "!DILocation(line: " + line + ", column: " + place.column() + ", scope: !" + scope + ")";
    if (place.column() != Location.WORD) {
      return node(text);
    }
    nodes.add(text); // of a word there are not two
    return FIRST + nodes.size() - 1;
  }

  void print(LlvmOutput out) {
    out.metadata("!llvm.dbg.cu = !{!0}");
    out.metadata("!llvm.module.flags = !{!4}");
    out.metadata(
        "!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, isOptimized: true,"
            + " runtimeVersion: 0, emissionKind: LineTablesOnly)");
    out.metadata(
        "!1 = !DIFile(filename: \""
            + Symbols.escaped(name.getBytes(StandardCharsets.UTF_8))
            + "\", directory: \".\")");
    out.metadata("!2 = !{}");
    out.metadata("!3 = !DISubroutineType(types: !2)");
    out.metadata("!4 = !{i32 2, !\"Debug Info Version\", i32 3}");
    for (int i = 0; i < nodes.size(); i++) {
      out.metadata("!" + (FIRST + i) + " = " + nodes.get(i));
    }
  }
}
