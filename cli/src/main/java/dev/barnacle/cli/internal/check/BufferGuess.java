package dev.barnacle.cli.internal.check;

import dev.barnacle.cl.DataType;
import dev.barnacle.cl.Kernel;
import dev.barnacle.cli.internal.launch.Init;
import java.util.Optional;

/**
 * The contents of the buffers that are chosen.
 *
 * @param contents of what kind that is
 * @param graph the buffers that make a graph, where there is to be one
 * @param vertices how many rows the graph has
 */
record BufferGuess(Guess.Contents contents, Optional<GraphBuffers> graph, long vertices) {
  private static final int EDGES_OF_A_ROW = 2;

  static BufferGuess of(Guess.Contents contents, Kernel kernel, long vertices) {
    boolean graph = contents == Guess.Contents.GRAPH || contents == Guess.Contents.FLAGGED_GRAPH;
    return new BufferGuess(contents, graph ? GraphBuffers.of(kernel) : Optional.empty(), vertices);
  }

  /** Returns what a buffer holds, of a parameter of that name. */
  Init of(String name, DataType type, long count) {
    boolean isFloat = type.scalar().isFloat();
    if (graph.isPresent() && graph.get().offsets().equals(name)) {
      return new Init.Steps(0, EDGES_OF_A_ROW);
    }
    if (graph.isPresent() && graph.get().indices().equals(name)) {
      return new Init.Among(0, vertices);
    }
    return switch (contents) {
      case ZEROS -> new Init.Zero();
      case COUNTED_INTEGERS -> isFloat ? new Init.Zero() : new Init.Iota();
      case COUNTED -> new Init.Iota();
      case MIXED -> new Init.Mixed();
      case FALLING -> new Init.Steps(count * type.lanes() - 1, -1);
      case GRAPH -> isFloat ? new Init.Mixed() : new Init.Among(-1, 2);
      case FLAGGED_GRAPH -> isFloat ? new Init.Mixed() : new Init.Among(0, 2);
    };
  }

  /** Returns what an image or a pipe holds. */
  Init ofOthers() {
    return switch (contents) {
      case ZEROS, COUNTED_INTEGERS -> new Init.Zero();
      case COUNTED -> new Init.Iota();
      case MIXED, FALLING, GRAPH, FLAGGED_GRAPH -> new Init.Mixed();
    };
  }
}
