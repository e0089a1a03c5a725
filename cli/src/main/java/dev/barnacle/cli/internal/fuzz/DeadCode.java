package dev.barnacle.cli.internal.fuzz;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts code into a kernel that never runs: its condition reads a buffer of zeros, of which no
 * compiler knows. The kernel's results must stay what they were (Lidbury and others, "Many-Core
 * Compiler Fuzzing", PLDI 2015, section 5).
 */
public final class DeadCode {
  /** The parameter that is added: a buffer of {@link #ELEMENTS} ints that are zero. */
  public static final String NAME = "barnacle_never";

  /** The number of its elements. */
  public static final int ELEMENTS = 16;

  private static final int MOST_SITES = 3;
  private static final Pattern VARIABLE =
      Pattern.compile(
          "(?<!\\b(const|unsigned)\\s{1,9})\\b(int|uint|unsigned"
              + " int|float|size_t|long|ulong|short|uchar|int2|float2|float4|uint4)"
              + "\\s+(\\w+)\\s*(?==[^=]|;)");
  private static final Pattern PARAMETER = Pattern.compile("(\\w+)\\s*(\\[\\s*\\])?\\s*$");

  private final KernelSource kernel;
  private final SplittableRandom random;
  private final List<String> pointers = new ArrayList<>();
  private final List<String> numbers = new ArrayList<>();

  private DeadCode(KernelSource kernel, long seed) {
    this.kernel = kernel;
    this.random = new SplittableRandom(seed);
    for (String parameter : kernel.parameters().split(",", -1)) {
      Matcher name = PARAMETER.matcher(parameter);
      boolean opaque = parameter.matches("(?s).*\\b(image\\w*|pipe|sampler_t|queue_t)\\b.*");
      if (name.find()
          && !opaque
          && !parameter.matches("(?s).*\\b(const|__?constant|constant)\\b.*")) {
        (parameter.contains("*") ? pointers : numbers).add(name.group(1));
      }
    }
  }

  /**
   * Puts code into a kernel.
   *
   * @param text the program
   * @return the program; empty where the kernel is not found in the text
   */
  public static Optional<String> into(String text, String kernel, long seed) {
    return KernelSource.find(text, kernel)
        .filter(found -> !found.sites().isEmpty())
        .map(found -> new DeadCode(found, seed).text());
  }

  private String text() {
    Set<Integer> chosen = new HashSet<>();
    int count = 1 + random.nextInt(MOST_SITES);
    for (int i = 0; i < count; i++) {
      chosen.add(kernel.sites().get(random.nextInt(kernel.sites().size())));
    }
    List<Integer> places = chosen.stream().sorted().toList();
    List<String> statements = new ArrayList<>();
    for (int place : places) {
      statements.add(block(variables(place)));
    }
    return kernel.with("__global int *" + NAME, places, statements);
  }

  /** Returns the names of variables that are declared before a place, and not in a closed block. */
  private List<String> variables(int place) {
    String before = kernel.text().substring(kernel.parametersEnd(), place);
    List<String> names = new ArrayList<>();
    Matcher declared = VARIABLE.matcher(before);
    while (declared.find()) {
      int depth = 0;
      int least = 0;
      for (int i = declared.end(); i < before.length(); i++) {
        depth += before.charAt(i) == '{' ? 1 : before.charAt(i) == '}' ? -1 : 0;
        least = Math.min(least, depth);
      }
      if (least == 0 && before.charAt(Math.max(0, declared.start() - 1)) != '(') {
        names.add(declared.group(3));
      }
    }
    return names;
  }

  private String block(List<String> variables) {
    StringBuilder out = new StringBuilder("\nif (" + zero() + " != 0) {\n");
    out.append("  int barnacle_n = ").append(zero()).append(";\n");
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      out.append("  ").append(statement(variables, 2)).append('\n');
    }
    return out.append("}\n").toString();
  }

  private String zero() {
    return NAME + "[" + random.nextInt(ELEMENTS) + "]";
  }

  private String one(List<String> of) {
    return of.get(random.nextInt(of.size()));
  }

  private String statement(List<String> variables, int depth) {
    return switch (random.nextInt(depth == 0 ? 5 : 9)) {
      case 0 -> variables.isEmpty() ? "barnacle_n++;" : one(variables) + " += barnacle_n;";
      case 1 -> variables.isEmpty() ? "barnacle_n--;" : one(variables) + " = " + zero() + ";";
      case 2 -> numbers.isEmpty() ? "barnacle_n *= 3;" : one(numbers) + " += barnacle_n;";
      case 3 ->
          pointers.isEmpty()
              ? NAME + "[barnacle_n] = 1;"
              : one(pointers) + "[barnacle_n] = " + one(pointers) + "[barnacle_n + 1];";
      case 4 -> NAME + "[barnacle_n & 15] = (int) get_local_id(0);";
      case 5 -> "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);";
      case 6 -> "return;";
      case 7 ->
          "while ("
              + zero()
              + " > barnacle_n) { barnacle_n += 3; "
              + statement(variables, depth - 1)
              + " }";
      default ->
          "if (get_local_id(0) < (size_t) barnacle_n) { "
              + statement(variables, depth - 1)
              + " } else { "
              + statement(variables, depth - 1)
              + " }";
    };
  }
}
