package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.reader.global.LocationReader;
import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.module.ConstantValue;
import dev.barnacle.frontend.internal.spirv.module.SpirvFunction;
import dev.barnacle.frontend.internal.spirv.module.SpirvModule;
import dev.barnacle.ir.Location;
import dev.barnacle.llvm.module.DebugPlaces;
import dev.barnacle.llvm.module.LlvmModule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The places that instructions come from, for LLVM's debug information: the producer's files and
 * lines ({@code OpLine}, {@code DebugLine}). Without these a place is the module itself, with the
 * number of the instruction's word as line, and {@link Location#WORD} as column.
 */
public final class DebugLines {
  private static final String SHADER_DEBUG_INFO = "NonSemantic.Shader.DebugInfo.100";
  private static final int DEBUG_SOURCE = 35;
  private static final int DEBUG_LINE = 103;
  private static final int DEBUG_NO_LINE = 104;

  /** Of {@code DebugLine}, the operand with the first column. */
  private static final int COLUMN = 5;

  /** A place is a line, a column, and the number of a path. */
  private static final int PLACE = 3;

  private final SpirvModule module;
  private final String name;
  private final List<Function> functions = new ArrayList<>();
  private final List<String> paths = new ArrayList<>();
  private final Map<String, Integer> pathNumbers = new HashMap<>();
  private int[] places = new int[1024];
  private int size;
  private String file;
  private @Nullable Line line;

  /**
   * A function.
   *
   * @param file empty where the line is the number of its instruction's word
   * @param begin of its instructions' places
   */
  private record Function(String name, String file, int line, int begin) {}

  /** A line of the producer's source, and a column, from 1. */
  private record Line(int number, int column) {}

  DebugLines(SpirvModule module, String name) {
    this.module = module;
    this.name = name;
    this.file = name;
    int unused = path(); // the first
  }

  /** Begins a function. */
  void begin(String function, SpirvFunction declared) {
    line = null;
    SpirvInstruction own = declared.line();
    functions.add(
        own == null
            ? new Function(function, "", declared.declaration().word(), size)
            : new Function(function, fileOf(own), own.operand(1), size));
  }

  private String fileOf(SpirvInstruction opLine) {
    String path = module.string(opLine.operand(0));
    return path.isEmpty() ? name : path;
  }

  /** Takes an {@code OpLine}. */
  void setLine(SpirvInstruction opLine) {
    file = fileOf(opLine);
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
              && source.name().equals(Opcode.EXT_INST)
              && source.operands() > 2
              && source.operand(1) == DEBUG_SOURCE;
      if (source != null && named) {
        String path = module.string(source.operand(2));
        file = path.isEmpty() ? name : path;
        line = new Line(number(i.operand(3)), number(i.operand(COLUMN)));
      }
    }
  }

  /**
   * Returns the file and line of the instruction at a word; empty where the module says none.
   *
   * @param name what messages call the module
   */
  public static Optional<String> sourceLine(SpirvModule module, String name, int word) {
    for (SpirvFunction function : module.functions()) {
      if (word < function.declaration().word() || word > last(function)) {
        continue;
      }
      DebugLines lines = new DebugLines(module, name);
      SpirvInstruction own = function.line();
      if (own != null) {
        lines.setLine(own);
      }
      for (SpirvInstruction i : function.body()) {
        if (i.word() > word) {
          break;
        }
        lines.follow(i);
      }
      return Optional.ofNullable(lines.line).map(at -> lines.file + ":" + at.number());
    }
    return Optional.empty();
  }

  private static int last(SpirvFunction function) {
    return function.body().isEmpty()
        ? function.declaration().word()
        : function.body().getLast().word();
  }

  /** Takes what an instruction says of lines. */
  void follow(SpirvInstruction i) {
    switch (i.name()) {
      case Opcode.LINE -> setLine(i);
      case Opcode.NO_LINE, Opcode.LABEL -> endLine();
      case Opcode.EXT_INST -> take(i);
      default -> {
        // It says nothing of lines.
      }
    }
  }

  private int number(int id) {
    return module.constants().find(id) instanceof ConstantValue.Scalar s ? (int) s.bits() : 0;
  }

  /** Notes of which instruction the next one of LLVM's is made. */
  void place(SpirvInstruction instruction) {
    if (size + PLACE > places.length) {
      places = Arrays.copyOf(places, 2 * places.length);
    }
    Line at = line;
    if (at == null) {
      places[size] = instruction.word();
      places[size + 1] = Location.WORD;
      places[size + 2] = 0;
    } else {
      Function function = functions.getLast();
      if (function.file().isEmpty()) { // its first line will do
        functions.set(
            functions.size() - 1,
            new Function(function.name(), file, at.number(), function.begin()));
      }
      places[size] = at.number();
      places[size + 1] = Math.min(at.column() & 0xffff, Location.WORD - 1);
      places[size + 2] = path();
    }
    size += PLACE;
  }

  private int path() {
    return pathNumbers.computeIfAbsent(
        file,
        f -> {
          paths.add(f);
          return paths.size() - 1;
        });
  }

  /** Adds the places to the module that LLVM has read. */
  public void add(LlvmModule read) {
    try (DebugPlaces debug = new DebugPlaces(read, name)) {
      for (int k = 0; k < functions.size(); k++) {
        Function function = functions.get(k);
        boolean word = function.file().isEmpty();
        debug.function(
            function.name(),
            word ? name : function.file(),
            word ? function.line() | LocationReader.OF_WORD : function.line());
        int end = k + 1 < functions.size() ? functions.get(k + 1).begin() : size;
        for (int at = function.begin(); at < end; at += PLACE) {
          debug.instruction(places[at], places[at + 1], paths.get(places[at + 2]));
        }
      }
      debug.finish();
    }
  }
}
