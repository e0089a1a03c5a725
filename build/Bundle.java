import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * The bundle for Maven Central: a zip in the layout of a Maven repository, which its portal takes
 * as it is.
 *
 * <p>{@code java Bundle.java ROOT} looks at the poms alone. {@code java Bundle.java ROOT BUNDLE.zip
 * [key=KEY]} makes the bundle of what the build has packaged, with signatures by gpg if a key is
 * named. What Central asks for, and is looked at here, each of it a line on stderr where it is
 * missing (exit status 1):
 *
 * <ul>
 *   <li>coordinates: group dev.barnacle, an artifact's name, a version that is no snapshot, the
 *       same in all poms;
 *   <li>name, description, url; a licence with name and url; a developer with name and
 *       organization; scm with connection, developerConnection and url: its own or its parent's,
 *       the first two its own;
 *   <li>no repositories of its own; every dependency has a version, here or managed;
 *   <li>beside each jar a sources jar with sources and a Javadoc jar with an index;
 *   <li>beside each file its MD5 and SHA-1 (here also SHA-256 and SHA-512), and its signature.
 * </ul>
 *
 * <p>Two runs over the same jars give the same bytes, but for signatures, which have their time in
 * them.
 */
public final class Bundle {
  /** Modules that are parts of the packages only; what the profiles add is not published either. */
  private static final Set<String> NOT_PUBLISHED = 
      Set.of("icd", "command", "bench", "cli", "spark");

  private static final List<String> FACTS =
      List.of(
          "url",
          "licenses/license/name",
          "licenses/license/url",
          "developers/developer/name",
          "developers/developer/organization",
          "scm/connection",
          "scm/developerConnection",
          "scm/url");

  private static final Map<String, String> SUMS =
      new TreeMap<>(
          Map.of("md5", "MD5", "sha1", "SHA-1", "sha256", "SHA-256", "sha512", "SHA-512"));

  private final Path root;
  private final Element parent;
  private final List<String> problems = new ArrayList<>();

  private Bundle(Path root) throws Exception {
    this.root = root;
    this.parent = pom(root.resolve("pom.xml"));
  }

  public static void main(String[] args) throws Exception {
    Bundle bundle = new Bundle(Path.of(args[0]).toAbsolutePath().normalize());
    Map<String, Path> files = bundle.files(args.length > 1);
    bundle.problems.forEach(p -> System.err.println("error: " + p));
    if (!bundle.problems.isEmpty()) {
      System.exit(1);
    }
    if (args.length > 1) {
      bundle.write(
          files, Path.of(args[1]), args.length > 2 ? args[2].substring("key=".length()) : "");
    }
  }

  private static Element pom(Path file) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(file.toFile())
        .getDocumentElement();
  }

  private static Optional<Element> child(Element of, String name) {
    for (Node n = of.getFirstChild(); n != null; n = n.getNextSibling()) {
      if (n instanceof Element e && e.getTagName().equals(name)) {
        return Optional.of(e);
      }
    }
    return Optional.empty();
  }

  /** Returns the text at a path of names; empty where there is none. */
  private static String text(Element of, String path) {
    Optional<Element> at = Optional.of(of);
    for (String name : path.split("/")) {
      at = at.flatMap(e -> child(e, name));
    }
    return at.map(e -> e.getTextContent().strip()).orElse("");
  }

  private List<String> modules() {
    List<String> modules = new ArrayList<>();
    Element list = child(parent, "modules").orElseThrow();
    for (Node n = list.getFirstChild(); n != null; n = n.getNextSibling()) {
      if (n instanceof Element e && !NOT_PUBLISHED.contains(e.getTextContent())) {
        modules.add(e.getTextContent());
      }
    }
    modules.remove("bom");
    modules.add("bom");
    return modules;
  }

  /** Returns the files to publish by their names in a repository, and looks at each. */
  private Map<String, Path> files(boolean packaged) throws Exception {
    Map<String, Path> files = new TreeMap<>();
    add(files, root.resolve("pom.xml"), false);
    for (String module : modules()) {
      add(files, root.resolve(module).resolve("pom.xml"), packaged);
    }
    return files;
  }

  private void add(Map<String, Path> files, Path file, boolean packaged) throws Exception {
    Element pom = pom(file);
    boolean child = child(pom, "parent").isPresent();
    String where = root.relativize(file).toString();
    String artifact = text(pom, "artifactId");
    String group = text(pom, child ? "parent/groupId" : "groupId");
    String version = text(pom, child ? "parent/version" : "version");
    check(where, pom, child);
    demand(group.equals("dev.barnacle"), where, "the group is not dev.barnacle");
    demand(
        artifact.startsWith("barnacle"), where, "the artifact's name does not begin with barnacle");
    demand(
        version.equals(text(parent, "version")),
        where,
        "the version is not that of all: " + version);
    demand(!version.endsWith("-SNAPSHOT"), where, "the version is a snapshot: " + version);
    String folder = group.replace('.', '/') + "/" + artifact + "/" + version + "/";
    String name = artifact + "-" + version;
    files.put(folder + name + ".pom", file);
    if (packaged && !text(pom, "packaging").equals("pom")) {
      Path target = file.resolveSibling("target");
      jar(files, folder, target.resolve(name + ".jar"), "module-info.class");
      jar(files, folder, target.resolve(name + "-sources.jar"), "module-info.java");
      jar(files, folder, target.resolve(name + "-javadoc.jar"), "index.html");
    }
  }

  private void jar(Map<String, Path> files, String folder, Path jar, String has)
      throws IOException {
    String where = root.relativize(jar).toString();
    if (!Files.exists(jar)) {
      problems.add(where + ": is missing (mvn verify -Prelease -DskipTests makes it)");
      return;
    }
    try (JarFile file = new JarFile(jar.toFile())) {
      demand(file.getEntry(has) != null, where, "has no " + has);
    }
    files.put(folder + jar.getFileName(), jar);
  }

  private void check(String where, Element pom, boolean isChild) {
    for (String own : List.of("name", "description")) {
      demand(!text(pom, own).isEmpty(), where, "has no " + own);
    }
    for (String fact : FACTS) {
      String value = text(pom, fact);
      demand(
          !value.isEmpty() || (isChild && !text(parent, fact).isEmpty()), where, "has no " + fact);
    }
    for (String no : List.of("repositories", "pluginRepositories", "distributionManagement")) {
      demand(child(pom, no).isEmpty(), where, "has " + no);
    }
    Map<String, Boolean> managed = new HashMap<>();
    for (Element d : dependencies(child(parent, "dependencyManagement"))) {
      managed.put(text(d, "groupId") + ":" + text(d, "artifactId"), true);
      managed.put(text(d, "scope").equals("import") ? "import " + text(d, "groupId") : "", true);
    }
    for (Element d : dependencies(Optional.of(pom))) {
      String named = text(d, "groupId") + ":" + text(d, "artifactId");
      boolean imported =
          managed.keySet().stream()
              .anyMatch(m -> m.startsWith("import ") && named.startsWith(m.substring(7)));
      demand(
          !text(d, "version").isEmpty() || managed.containsKey(named) || imported,
          where,
          named + " has no version");
    }
  }

  private static List<Element> dependencies(Optional<Element> of) {
    List<Element> all = new ArrayList<>();
    of.flatMap(e -> child(e, "dependencies"))
        .ifPresent(
            list -> {
              for (Node n = list.getFirstChild(); n != null; n = n.getNextSibling()) {
                if (n instanceof Element e) {
                  all.add(e);
                }
              }
            });
    return all;
  }

  private void demand(boolean holds, String where, String problem) {
    if (!holds) {
      problems.add(where + ": " + problem);
    }
  }

  private void write(Map<String, Path> files, Path zip, String key) throws Exception {
    LocalDateTime time =
        OffsetDateTime.parse(text(parent, "properties/project.build.outputTimestamp"))
            .withOffsetSameInstant(ZoneOffset.UTC)
            .toLocalDateTime();
    Files.createDirectories(zip.toAbsolutePath().getParent());
    try (OutputStream to = Files.newOutputStream(zip);
        ZipOutputStream out = new ZipOutputStream(to)) {
      for (Map.Entry<String, Path> file : files.entrySet()) {
        byte[] bytes = Files.readAllBytes(file.getValue());
        put(out, file.getKey(), bytes, time);
        if (!key.isEmpty()) {
          put(out, file.getKey() + ".asc", signature(file.getValue(), key), time);
        }
        for (Map.Entry<String, String> sum : SUMS.entrySet()) {
          put(out, file.getKey() + "." + sum.getKey(), sum(bytes, sum.getValue()), time);
        }
      }
    }
    long poms = files.keySet().stream().filter(f -> f.endsWith(".pom")).count();
    System.out.println(
        zip
            + ": "
            + poms
            + " projects, "
            + files.size()
            + " files, "
            + Files.size(zip) / 1024
            + " KB, "
            + (key.isEmpty()
                ? "NOT SIGNED, which Central refuses: name a key with -Dgpg.keyname=KEY"
                : "signed with " + key));
  }

  private static void put(ZipOutputStream out, String name, byte[] bytes, LocalDateTime time)
      throws IOException {
    ZipEntry entry = new ZipEntry(name);
    entry.setTimeLocal(time);
    out.putNextEntry(entry);
    out.write(bytes);
    out.closeEntry();
  }

  private static byte[] sum(byte[] bytes, String algorithm) throws NoSuchAlgorithmException {
    return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(bytes)).getBytes();
  }

  private static byte[] signature(Path file, String key) throws Exception {
    Process gpg =
        new ProcessBuilder(
                "gpg",
                "--batch",
                "--local-user",
                key,
                "--armor",
                "--detach-sign",
                "--output",
                "-",
                file.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    byte[] signature = gpg.getInputStream().readAllBytes();
    if (gpg.waitFor() != 0) {
      System.err.println("error: gpg does not sign with " + key);
      System.exit(1);
    }
    return signature;
  }
}
