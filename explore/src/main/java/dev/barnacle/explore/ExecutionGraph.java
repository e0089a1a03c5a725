package dev.barnacle.explore;

import dev.barnacle.ir.Location;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An execution, to be drawn: a consistent one, or one that the model forbids.
 *
 * @param reason why it is of interest: {@code witness}, {@code forbidden} or the kind of a fault
 * @param title the same in words, with the name of the axiom or check
 * @param notes lines that explain it: the axiom, its cycle, the events of a fault
 * @param nodes its events
 * @param edges its relations
 */
public record ExecutionGraph(
    String reason, String title, List<String> notes, List<Node> nodes, List<Edge> edges) {
  /** The orders of which a graph has only the pairs that do not follow from others. */
  public static final List<String> ORDERS =
      List.of("sb", "po", "mo", "co", "S", "hb", "ghb", "lhb", "cause");

  /** The reason of an execution that satisfies the condition. */
  public static final String WITNESS = "witness";

  /** The reason of an execution that would decide the condition, were it not forbidden. */
  public static final String FORBIDDEN = "forbidden";

  /**
   * An event.
   *
   * @param id its number in the execution
   * @param thread its thread, or -1 for initialisation
   * @param workGroup its work-group, or -1
   * @param device its device, or -1
   * @param label what it does, such as {@code W(x,rlx)=1}
   * @param line its line in the source, or 0
   * @param column its column in the source, or 0
   * @param highlighted whether it is part of the fault or of the violated axiom's cycle
   */
  public record Node(
      int id,
      int thread,
      int workGroup,
      int device,
      String label,
      int line,
      int column,
      boolean highlighted) {

    /** Returns one of a thread at a place of the source, if that is known. */
    public static Node at(
        @Nullable Location at,
        int id,
        int thread,
        int workGroup,
        int device,
        String label,
        boolean highlighted) {
      int line = at == null ? 0 : at.line();
      int column = at == null ? 0 : at.knownColumn();
      return new Node(id, thread, workGroup, device, label, line, column, highlighted);
    }

    /** Returns one of initialisation. */
    public static Node initial(int id, String label) {
      return new Node(id, -1, -1, -1, label, 0, 0, false);
    }
  }

  /**
   * A pair of a relation.
   *
   * @param relation the relation's name
   * @param highlighted whether the pair is part of the fault or of the violated axiom's cycle
   * @param symmetric whether the pair stands for both directions
   */
  public record Edge(String relation, int from, int to, boolean highlighted, boolean symmetric) {}
}
