package dev.barnacle.frontend.internal.clang;

import dev.barnacle.llvm.module.LlvmContext;
import dev.barnacle.llvm.module.LlvmModule;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Destructors of program-scope objects of C++ for OpenCL. For each, clang makes a function {@code
 * __dtor_} with the object's name, in which it passes the destructor a null pointer where the
 * address spaces of object and destructor differ (clang's {@code EmitDeclDestroy} says so). The
 * object is put there, before programs are linked and names change. Clang gives the program as
 * text, as a call with such an argument is none in bitcode.
 */
final class GlobalDestructors {
  /** The one call of such a function. */
  private static final Pattern CALL =
      Pattern.compile(
          "(?<head>\\ndefine [^\\n]*@(?<quote>\"?)__dtor_(?<object>[^\"(\\n]+)\"?\\([^\\n]*\\{\\n"
              + "(?:[^}]*\\n)?\\s*call spir_func void (?<destructor>@[^(\\n]+))\\(ptr null\\)");

  private static final Pattern CONSTRUCTORS = Pattern.compile("\n@llvm\\.global_ctors = [^\n]*");

  private static final Pattern DECLARATION =
      Pattern.compile(
          "\\n(?:define|declare) [^\\n]*?(?<name>@(?:\"[^\"]+\"|[\\w.$-]+))\\(ptr"
              + " addrspace\\((?<space>\\d)\\)");

  private static final Pattern VARIABLE =
      Pattern.compile(
          "\\n(?<name>@(?:\"[^\"]+\"|[\\w.$-]+)) = [^\\n]*?addrspace\\((?<space>\\d)\\)");

  private GlobalDestructors() {}

  /** Returns the bitcode of a program that clang gives as text, with the objects in place. */
  static byte[] withObjects(String name, String text) {
    try (LlvmContext context = LlvmContext.create();
        LlvmModule program = LlvmModule.parseText(context, name, withObjects(text))) {
      return program.toBitcode();
    }
  }

  /** Returns the text with the objects in place. */
  static String withObjects(String written) {
    String text = withPlainConstructors(written);
    Map<String, String> parameters = spaces(DECLARATION, text);
    Map<String, String> variables = spaces(VARIABLE, text);
    Matcher call = CALL.matcher(text);
    StringBuilder result = new StringBuilder();
    while (call.find()) {
      String quote = call.group("quote");
      String object = "@" + quote + call.group("object") + quote;
      String from = variables.getOrDefault(object, "");
      String to = parameters.getOrDefault(call.group("destructor"), "");
      boolean known = !from.isEmpty() && !to.isEmpty();
      call.appendReplacement(
          result,
          Matcher.quoteReplacement(
              known
                  ? call.group("head")
                      + "(ptr addrspace("
                      + to
                      + ") "
                      + address(object, from, to)
                      + ")"
                  : call.group()));
    }
    return call.appendTail(result).toString();
  }

  /**
   * Of an inline or template variable, the list of constructors names the variable, in whose
   * address space LLVM does not look for one. A variable of its own says whether it has been
   * constructed, so that the list may be longer than it need be.
   */
  private static String withPlainConstructors(String text) {
    Matcher list = CONSTRUCTORS.matcher(text);
    return list.find()
        ? list.replaceFirst(
            Matcher.quoteReplacement(
                list.group().replaceAll("ptr addrspace\\(\\d\\) @[^ ]+ }", "ptr null }")))
        : text;
  }

  private static String address(String object, String from, String to) {
    return from.equals(to)
        ? object
        : "addrspacecast (ptr addrspace(%s) %s to ptr addrspace(%s))".formatted(from, object, to);
  }

  private static Map<String, String> spaces(Pattern pattern, String text) {
    Map<String, String> spaces = new HashMap<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      spaces.put(matcher.group("name"), matcher.group("space"));
    }
    return spaces;
  }
}
