package dev.barnacle.explore;

import java.util.List;

/**
 * A consistent execution, to be drawn.
 *
 * @param reason why it is of interest: {@code witness}, or the kind of a fault
 * @param nodes its events
 * @param edges its relations
 */
public record ExecutionGraph(String reason, List<Node> nodes, List<Edge> edges) {
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
   */
  public record Node(
      int id, int thread, int workGroup, int device, String label, int line, int column) {}

  /**
   * A pair of a relation.
   *
   * @param relation the relation's name
   * @param highlighted whether the pair is part of the fault
   */
  public record Edge(String relation, int from, int to, boolean highlighted) {}
}
