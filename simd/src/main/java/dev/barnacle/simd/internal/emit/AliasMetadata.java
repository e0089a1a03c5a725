package dev.barnacle.simd.internal.emit;

import dev.barnacle.ir.Value;
import dev.barnacle.simd.internal.analysis.AliasClasses;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Tells LLVM what {@link AliasClasses} says: which accesses of a kernel don't meet.
 *
 * <p>It is said by {@code !alias.scope} and {@code !noalias} on the accesses, each pair by itself,
 * and not by {@code noalias} on parameters: that would also say that no other thread writes the
 * memory while the function runs, which is not so where work-groups communicate. Accesses through
 * pointers of unknown origin say nothing, so LLVM reckons with their meeting any other.
 *
 * <p>Loads of memory that holds the same values throughout the launch are {@code !invariant.load},
 * which lets LLVM move them across barriers, fences and atomic operations.
 */
public final class AliasMetadata {
  private final ModuleContext module;
  private final AliasClasses classes;
  private final Map<Long, String> scopes = new HashMap<>();
  private final Map<Long, String> tags = new HashMap<>();

  public AliasMetadata(ModuleContext module, AliasClasses classes) {
    this.module = module;
    this.classes = classes;
  }

  /** Returns what is known of the kernel's pointers. */
  public AliasClasses classes() {
    return classes;
  }

  /** Returns what follows an access through {@code pointer}: nothing, or metadata and a comma. */
  String tags(Value pointer) {
    long from = classes.from(pointer);
    if (from == 0) {
      return "";
    }
    return tags.computeIfAbsent(from, this::text);
  }

  /** Returns what follows a non-volatile load besides, where no write can come between. */
  public String invariance(Value pointer) {
    return classes.isUnwritten(pointer) ? ", !invariant.load " + module.emptyNode() : "";
  }

  private String text(long from) {
    long others = classes.known() & ~from;
    String own = ", !alias.scope " + list(from);
    return others == 0 ? own : own + ", !noalias " + list(others);
  }

  private String list(long bits) {
    List<String> nodes = new ArrayList<>();
    for (long rest = bits; rest != 0; rest &= rest - 1) {
      nodes.add(scope(Long.lowestOneBit(rest)));
    }
    return module.metadata(nodes.stream().collect(Collectors.joining(", ", "!{", "}")));
  }

  private String scope(long bit) {
    String domain = scopes.computeIfAbsent(0L, b -> module.metadata("distinct !{SELF}"));
    return scopes.computeIfAbsent(bit, b -> module.metadata("distinct !{SELF, " + domain + "}"));
  }
}
