package dev.barnacle.cli.internal.fix;

import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.Finding;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Updates in two steps become atomic operations; orders and scopes of atomic ones grow. */
final class AtomicRule implements EditRule {
  private static final String PLACE = "(\\w+(?:->\\w+|\\.\\w+|\\[[^;=]*?\\])*|\\*\\w+)";

  /** {@code x[i]++}, {@code ++x[i]} and their kin. */
  private static final Pattern STEP =
      Pattern.compile(
          "(?<![\\w\\])])(?:(\\+\\+|--)" + PLACE + "|" + PLACE + "(\\+\\+|--))(?=\\s*;)");

  /** {@code x[i] += e;} */
  private static final Pattern UPDATE =
      Pattern.compile("(?<![\\w\\])*])" + PLACE + "\\s*([-+&|^])=\\s*([^;=][^;]*);");

  /** {@code x[i] = x[i] + e;} */
  private static final Pattern COPY =
      Pattern.compile("(?<![\\w\\])*])" + PLACE + "\\s*=\\s*\\1\\s*([-+&|^])\\s*([^;=][^;]*);");

  /** {@code x[i] = max(x[i], e);} */
  private static final Pattern EXTREME =
      Pattern.compile(
          "(?<![\\w\\])*])" + PLACE + "\\s*=\\s*(min|max)\\s*\\(\\s*\\1\\s*,\\s*([^;]*)\\)\\s*;");

  private static final Map<String, String> NAMES =
      Map.of("+", "add", "-", "sub", "&", "and", "|", "or", "^", "xor");

  private static final Pattern SCOPE =
      Pattern.compile("memory_scope_(work_item|sub_group|work_group)");
  private static final Pattern ORDER = Pattern.compile("memory_order_(relaxed|acquire|release)");
  private static final Pattern ATOMIC = Pattern.compile("\\batomic_\\w+\\s*\\(");

  @Override
  public List<Edit> edits(Finding finding, Code code) {
    if (finding.kind() != FindingKind.DATA_RACE) {
      return List.of();
    }
    List<Edit> edits = new ArrayList<>();
    LinkedHashSet<Integer> lines = new LinkedHashSet<>(Places.lines(finding, code));
    List<Edit> updates = new ArrayList<>();
    for (int line : lines) {
      update(code, line).ifPresent(updates::add);
    }
    edits.addAll(updates);
    if (updates.size() == 2) {
      edits.add(updates.getFirst().and(updates.getLast()));
    }
    for (int line : lines) {
      strengthen(code, line, edits);
      break;
    }
    return edits;
  }

  private static Optional<Edit> update(Code code, int line) {
    String text = code.line(line);
    Matcher step = STEP.matcher(text);
    Matcher copy = COPY.matcher(text);
    Matcher update = UPDATE.matcher(text);
    Matcher extreme = EXTREME.matcher(text);
    String call;
    Matcher found;
    if (copy.find()) {
      call = call(name(copy.group(2)), copy.group(1), copy.group(3)) + ";";
      found = copy;
    } else if (update.find()) {
      call = call(name(update.group(2)), update.group(1), update.group(3)) + ";";
      found = update;
    } else if (extreme.find()) {
      call = call(extreme.group(2), extreme.group(1), extreme.group(3)) + ";";
      found = extreme;
    } else if (step.find()) {
      String place = step.group(2) == null ? step.group(3) : step.group(2);
      String sign = step.group(1) == null ? step.group(4) : step.group(1);
      call = "atomic_" + (sign.equals("++") ? "inc" : "dec") + "(" + address(place) + ")";
      found = step;
    } else {
      return Optional.empty();
    }
    String edited = text.substring(0, found.start()) + call + text.substring(found.end());
    return Optional.of(
        Edit.replace(
            "make the update in line " + line + " one atomic operation",
            1,
            code.file(),
            line,
            edited));
  }

  private static String name(String operator) {
    return NAMES.getOrDefault(operator, "add");
  }

  private static String call(String name, String place, String value) {
    return "atomic_" + name + "(" + address(place) + ", " + value.strip() + ")";
  }

  private static String address(String place) {
    return place.startsWith("*") ? place.substring(1) : "&" + place;
  }

  /** All scopes of a function become the device's, all orders acquire and release, or both. */
  private static void strengthen(Code code, int of, List<Edit> edits) {
    List<Integer> atomics = code.linesWith(of, ATOMIC);
    List<Integer> scoped = code.linesWith(of, SCOPE);
    List<Integer> ordered = code.linesWith(of, ORDER);
    for (int line : scoped) {
      replace(code, List.of(line), true, false, edits);
    }
    replace(code, scoped, true, false, edits);
    replace(code, ordered, false, true, edits);
    replace(code, atomics, true, true, edits);
  }

  private static void replace(
      Code code, List<Integer> lines, boolean scopes, boolean orders, List<Edit> edits) {
    @Nullable Edit all = null;
    for (int line : lines) {
      String before = code.line(line);
      String after = scopes ? SCOPE.matcher(before).replaceAll("memory_scope_device") : before;
      after = orders ? ordered(after) : after;
      if (!after.equals(before)) {
        String what =
            scopes && orders
                ? "a stronger order and the device's scope"
                : scopes ? "memory_scope_device" : "an order that acquires or releases";
        Edit one = Edit.replace("give line " + line + " " + what, 0, code.file(), line, after);
        all = all == null ? one : all.and(one);
      }
    }
    if (all != null) {
      edits.add(all);
    }
  }

  private static String ordered(String line) {
    String order =
        line.contains("atomic_load")
            ? "memory_order_acquire"
            : line.contains("atomic_store") || line.contains("flag_clear")
                ? "memory_order_release"
                : "memory_order_acq_rel";
    return ORDER.matcher(line).replaceAll(order);
  }
}
