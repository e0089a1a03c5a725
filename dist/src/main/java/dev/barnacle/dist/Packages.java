package dev.barnacle.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** Makes all packages, for {@code mvn -Pdist package}. */
final class Packages {
  private final Release release;
  private final Path target;

  private Packages(Release release, Path target) {
    this.release = release;
    this.target = target;
  }

  /**
   * Makes them.
   *
   * @param args the root of the sources, the version, the time of all files, and where to
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    Path root = Path.of(args[0]).toRealPath();
    Path target = Files.createDirectories(Path.of(args[3])).toRealPath();
    new Packages(new Release(root, args[1], Instant.parse(args[2])), target).make();
  }

  private void make() throws IOException, InterruptedException {
    Path work = Folders.fresh(target.resolve("tree"));
    Path whole = Files.createDirectory(work.resolve("whole"));
    Path llvm = Files.createDirectory(work.resolve("llvm"));
    Tree tree = new Tree(release, whole);
    tree.write();
    Folders.move(whole.resolve("lib/llvm"), llvm.resolve("tree"));
    Path packages = Folders.fresh(target.resolve("packages"));

    FileList parts = FileList.of(whole);
    FileList fat = FileList.of(llvm.resolve("tree"));
    FileList all = parts.with("lib/llvm", fat);
    Debian.write(release, all, packages);
    TarFile.write(
        packages.resolve(release.folder() + ".tar.gz"), all.below(release.folder()), release);
    Wheel.llvm(release, fat).write(packages);
    tree.writeDriver("../../../barnacle_llvm/tree");
    Wheel.openCl(release, FileList.of(whole)).write(packages);
    tree.writeDriver("llvm");
    Folders.move(llvm.resolve("tree"), whole.resolve("lib/llvm")); // to be tried as it is
    try (var files = Files.list(packages)) {
      for (Path file : List.copyOf(files.sorted().toList())) {
        System.out.printf("%s: %.1f MB%n", file.getFileName(), Files.size(file) / 1e6);
      }
    }
  }
}
