import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Adds to CycloneDX's list of jars what a package carries beside them: {@code java Sbom.java BOM
 * OUT [RUNTIME]}.
 *
 * <p>LLVM and clang, whose version the jar that they come in has, and OpenJDK, whose version
 * RUNTIME (a Java runtime) says in its file {@code release}.
 */
public final class Sbom {
  private static final String LIST = "\n  \"components\" : [\n";

  public static void main(String[] args) throws IOException {
    String bom = Files.readString(Path.of(args[0]));
    StringBuilder more = new StringBuilder();
    String llvm = find("org\\.bytedeco/llvm@([0-9.]+)-", bom);
    more.append(component("llvm", llvm, "Apache-2.0 WITH LLVM-exception", "https://llvm.org"));
    more.append(
        component("clang", llvm, "Apache-2.0 WITH LLVM-exception", "https://clang.llvm.org"));
    if (args.length > 2) {
      String version =
          find("JAVA_(?:RUNTIME_)?VERSION=\"([^\"]+)\"", Files.readString(Path.of(args[2], "release")));
      String licence = "GPL-2.0-only WITH Classpath-exception-2.0";
      more.append(component("openjdk", version, licence, "https://openjdk.org"));
    }
    int at = bom.indexOf(LIST);
    if (at < 0) {
      throw new IllegalArgumentException(args[0] + " has no list of components");
    }
    at += LIST.length();
    Files.writeString(Path.of(args[1]), bom.substring(0, at) + more + bom.substring(at));
  }

  private static String find(String pattern, String text) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    if (!matcher.find()) {
      throw new IllegalArgumentException("nothing is like " + pattern);
    }
    return matcher.group(1);
  }

  private static String component(String name, String version, String licence, String url) {
    String purl = "pkg:generic/" + name + "@" + version.replace("+", "%2B");
    return """
        {
          "type" : "library",
          "bom-ref" : "%s",
          "name" : "%s",
          "version" : "%s",
          "licenses" : [ { "expression" : "%s" } ],
          "purl" : "%s",
          "externalReferences" : [ { "type" : "website", "url" : "%s" } ]
        },
    """
        .formatted(purl, name, version, licence, purl, url);
  }
}
