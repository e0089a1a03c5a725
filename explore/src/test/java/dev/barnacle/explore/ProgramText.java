package dev.barnacle.explore;

import dev.barnacle.explore.RandomProgram.Cell;
import dev.barnacle.explore.RandomProgram.Kind;
import dev.barnacle.explore.RandomProgram.Member;
import dev.barnacle.explore.RandomProgram.Op;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Small programs as text: {@code x p.plain z.local | p=1; x=1:rel | x:acq; !p}. First the
 * locations; then work-items, those of another work-group behind {@code ||}. An operation is a
 * store {@code x=1}, a load {@code x}, {@code x+1} (add), {@code x<1} (exchange), {@code x?0>1}
 * (compare and exchange), {@code fence} or {@code bar}, and behind colons the flags of the latter
 * two, the order and the scope, a device's if left out. What has no order is no atomic operation.
 * {@code !} guards one.
 */
final class ProgramText {
  private static final Pattern OP =
      Pattern.compile("(!?)(\\w+)(?:([=+<?])(\\d)(?:>(\\d))?)?((?::\\w+)*)");

  private static final Map<String, MemoryOrder> ORDERS =
      Map.of(
          "rlx", MemoryOrder.RELAXED,
          "acq", MemoryOrder.ACQUIRE,
          "rel", MemoryOrder.RELEASE,
          "ar", MemoryOrder.ACQ_REL,
          "sc", MemoryOrder.SEQ_CST);

  private static final Map<String, MemoryScope> SCOPES =
      Map.of(
          "wg", MemoryScope.WORK_GROUP,
          "dv", MemoryScope.DEVICE,
          "all", MemoryScope.ALL_SVM_DEVICES);

  private static final Map<String, Integer> FLAGS = Map.of("L", 1, "G", 2, "GL", 3);

  private ProgramText() {}

  static RandomProgram parse(String text) {
    int end = text.indexOf('|');
    List<String> names = new ArrayList<>();
    List<Cell> cells = new ArrayList<>();
    for (String location : text.substring(0, end).strip().split(" ", -1)) {
      names.add(location.replaceAll("\\..*", ""));
      cells.add(new Cell(location.contains(".local"), !location.contains(".plain")));
    }
    List<Member> members = new ArrayList<>();
    int group = 0;
    for (String member : text.substring(end + 1).split("\\|", -1)) {
      if (member.isEmpty()) {
        group++;
        continue;
      }
      List<Op> ops = new ArrayList<>();
      for (String op : member.split(";", -1)) {
        ops.add(op(op.strip(), names));
      }
      members.add(new Member(group, 0, ops));
    }
    return new RandomProgram(cells, members);
  }

  private static Op op(String text, List<String> names) {
    Matcher m = OP.matcher(text);
    if (!m.matches()) {
      throw new IllegalArgumentException(text);
    }
    MemoryOrder order = MemoryOrder.RELAXED;
    MemoryScope scope = MemoryScope.DEVICE;
    int flags = 0;
    boolean plain = true;
    for (String word : m.group(6).split(":", -1)) {
      if (ORDERS.containsKey(word)) {
        order = ORDERS.get(word);
        plain = false;
      }
      scope = SCOPES.getOrDefault(word, scope);
      flags = FLAGS.getOrDefault(word, flags);
    }
    boolean barrier = m.group(2).equals("bar");
    boolean fence = m.group(2).equals("fence");
    String sign = m.group(3) == null ? "" : m.group(3);
    Kind kind =
        barrier
            ? Kind.BARRIER
            : fence
                ? Kind.FENCE
                : switch (sign) {
                  case "=" -> plain ? Kind.PLAIN_STORE : Kind.STORE;
                  case "+" -> Kind.ADD;
                  case "<" -> Kind.EXCHANGE;
                  case "?" -> Kind.COMPARE_EXCHANGE;
                  default -> plain ? Kind.PLAIN_LOAD : Kind.LOAD;
                };
    int number = sign.isEmpty() ? 0 : Integer.parseInt(m.group(4));
    boolean compares = kind == Kind.COMPARE_EXCHANGE;
    return new Op(
        kind,
        !m.group(1).isEmpty(),
        barrier || fence ? 0 : names.indexOf(m.group(2)),
        order,
        barrier ? MemoryScope.WORK_GROUP : scope,
        compares ? Integer.parseInt(m.group(5)) : number,
        compares ? number : 0,
        flags);
  }
}
