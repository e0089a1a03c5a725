package dev.barnacle.cl.internal.builtin;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.DataType;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.KernelInfo;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.VectorType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The declaration of a built-in kernel, in OpenCL C's words.
 *
 * @param name the kernel's
 * @param parameters in order
 * @param text as it was written
 */
public record Declaration(String name, List<Declared> parameters, String text) {
  private static final Pattern HEAD =
      Pattern.compile(
          "\\s*(?:(?:__)?kernel\\s+)?(?:void\\s+)?([A-Za-z_]\\w*)\\s*\\((.*)\\)\\s*;?\\s*",
          Pattern.DOTALL);
  private static final Pattern TOKEN = Pattern.compile("\\s*([A-Za-z_]\\w*|\\*)");
  private static final Pattern KEYWORD =
      Pattern.compile("^__(global|constant|local|private|write_only|restrict)$");

  private static final Map<String, AddressSpace> SPACES =
      Map.of(
          "global", AddressSpace.GLOBAL,
          "constant", AddressSpace.CONSTANT,
          "local", AddressSpace.LOCAL,
          "private", AddressSpace.PRIVATE);
  private static final Set<String> QUALIFIERS = Set.of("const", "restrict", "volatile");

  /** A kernel's access to the memory that a parameter points to. */
  public enum Access {
    /** It reads ({@code const}, {@code constant}). */
    READ(false),
    /** It writes, and reads nothing that was there ({@code write_only}). */
    WRITE(true),
    /** It may do both. */
    READ_WRITE(true);

    private final boolean writes;

    Access(boolean writes) {
      this.writes = writes;
    }

    /** Returns whether it writes. */
    public boolean writes() {
      return writes;
    }
  }

  /**
   * A parameter.
   *
   * @param name in the declaration
   * @param type of the value, or of what it points to
   * @param space PRIVATE for values
   * @param qualifiers of what it points to: {@code const}, {@code restrict}, {@code volatile}
   * @param access what the kernel does with what it points to
   */
  public record Declared(
      String name, DataType type, AddressSpace space, Set<String> qualifiers, Access access) {
    private boolean isPointer() {
      return space != AddressSpace.PRIVATE;
    }

    private KernelInfo.Argument argument() {
      return new KernelInfo.Argument(
          name,
          type + (isPointer() ? "*" : ""),
          space,
          "none",
          String.join(" ", new TreeSet<>(qualifiers)));
    }

    private Parameter parameter(int index) {
      return new Parameter(
          name,
          isPointer() ? new PointerType(space) : type(type),
          index,
          new Parameter.Attributes(0, 0, false, isPointer() && !access.writes()));
    }

    private static Type type(DataType type) {
      Type scalar =
          switch (type.scalar()) {
            case HALF -> Types.F16;
            case FLOAT -> Types.F32;
            case DOUBLE -> Types.F64;
            case CHAR, UCHAR -> Types.I8;
            case SHORT, USHORT -> Types.I16;
            case INT, UINT -> Types.I32;
            case LONG, ULONG -> Types.I64;
          };
      return type.lanes() == 1 ? scalar : new VectorType(scalar, type.lanes());
    }
  }

  /**
   * Reads a declaration.
   *
   * @throws ClException {@code CL_INVALID_KERNEL_DEFINITION} if it is none
   */
  public static Declaration parse(String text) {
    Matcher head = HEAD.matcher(text);
    if (!head.matches()) {
      throw wrong(text, "it is not NAME(PARAMETER, …)");
    }
    List<Declared> parameters = new ArrayList<>();
    String list = head.group(2).strip();
    if (!list.isEmpty() && !list.equals("void")) {
      for (String one : list.split(",", -1)) {
        parameters.add(parameter(text, one));
      }
    }
    return new Declaration(head.group(1), List.copyOf(parameters), text.strip());
  }

  private static Declared parameter(String text, String written) {
    List<String> words = words(text, written);
    AddressSpace space = AddressSpace.PRIVATE;
    Set<String> qualifiers = new TreeSet<>();
    List<String> type = new ArrayList<>();
    boolean writeOnly = false;
    int stars = 0;
    for (String word : words.subList(0, words.size() - 1)) {
      if (SPACES.containsKey(word)) {
        space = SPACES.getOrDefault(word, space);
      } else if (word.equals("write_only")) {
        writeOnly = true;
      } else if (word.equals("*")) {
        stars++;
      } else if (!QUALIFIERS.contains(word)) {
        type.add(word);
      } else if (stars == 0 || word.equals("restrict")) { // const behind * is the pointer's own
        qualifiers.add(word);
      }
    }
    Optional<DataType> known = DataType.parse(String.join(" ", type));
    boolean pointer = space != AddressSpace.PRIVATE;
    if (known.isEmpty() || stars != (pointer ? 1 : 0)) {
      throw wrong(
          text,
          "'"
              + written.strip()
              + "' is no scalar, vector, or pointer to global, constant or local memory of these");
    }
    boolean reads = qualifiers.contains("const") || space == AddressSpace.CONSTANT;
    if (writeOnly && (reads || space != AddressSpace.GLOBAL)) {
      throw wrong(text, "'" + written.strip() + "' cannot be write_only");
    }
    if (!pointer) {
      qualifiers.clear(); // a value's own const is not the host's concern
    } else if (space == AddressSpace.CONSTANT) {
      qualifiers.add("const");
    }
    Access access = reads ? Access.READ : writeOnly ? Access.WRITE : Access.READ_WRITE;
    return new Declared(words.getLast(), known.get(), space, qualifiers, access);
  }

  private static List<String> words(String text, String written) {
    List<String> words = new ArrayList<>();
    Matcher token = TOKEN.matcher(written.stripTrailing());
    int at = 0;
    while (token.find() && token.start() == at) {
      words.add(KEYWORD.matcher(token.group(1)).replaceFirst("$1"));
      at = token.end();
    }
    boolean named = words.size() > 1 && !words.getLast().equals("*");
    if (at != written.stripTrailing().length() || !named) {
      throw wrong(text, "'" + written.strip() + "' is no parameter with a type and a name");
    }
    return words;
  }

  private static ClException wrong(String text, String why) {
    return new ClException(
        ErrorCode.CL_INVALID_KERNEL_DEFINITION, "built-in kernel '" + text.strip() + "': " + why);
  }

  /** Returns the kernel in IR, for what asks how it is declared; its body is empty. */
  public Function function() {
    List<Parameter> all = new ArrayList<>();
    for (Declared parameter : parameters) {
      all.add(parameter.parameter(all.size()));
    }
    KernelInfo info = new KernelInfo(parameters.stream().map(Declared::argument).toList());
    Function function = new Function(name, Types.VOID, all, info, null);
    new IrBuilder(function.newBlock("entry")).ret();
    return function;
  }
}
