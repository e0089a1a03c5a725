package dev.barnacle.simd.internal.plan.region;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.analysis.Loops;
import dev.barnacle.ir.analysis.Piece;
import dev.barnacle.ir.text.IrPrinter;
import dev.barnacle.simd.internal.analysis.LaneShape;
import dev.barnacle.simd.internal.analysis.LaneShapes;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes a plan as text: what {@code run --print-after=plan} prints. */
public final class PlanText {
  private static final String INDENT = "  ";

  private final Function kernel;
  private final LaneShapes shapes;
  private final StringBuilder out = new StringBuilder();
  private int depth;

  private PlanText(Function kernel, LaneShapes shapes) {
    this.kernel = kernel;
    this.shapes = shapes;
  }

  /** Returns a kernel's plan as text. */
  public static String of(Function kernel, LaneShapes shapes, VectorPlan plan) {
    PlanText text = new PlanText(kernel, shapes);
    plan.regions().forEach(text::region);
    return text.out.toString();
  }

  private void line(String text) {
    out.append(INDENT.repeat(depth)).append(text.stripTrailing()).append('\n');
  }

  private void nested(Runnable lines) {
    depth++;
    lines.run();
    depth--;
  }

  private void region(RegionPlan region) {
    String items = region.items() == 0 ? "" : ", local ids below " + region.items();
    line("region " + region.region().index() + ": " + region.lanes() + items);
    nested(
        () -> {
          region.again().forEach(o -> operation(o, "again, "));
          steps(region.body().steps());
        });
  }

  private static String name(Piece piece) {
    return "^" + piece.block().name() + (piece.index() == 0 ? "" : "." + piece.index());
  }

  private void steps(List<Step> steps) {
    for (Step step : steps) {
      switch (step) {
        case Step.PieceStep s -> piece(s);
        case Step.LoopStep s -> loop(s);
        case Step.ForkStep s -> {
          line("if all lanes of " + mask(s.entry()) + " run " + name(s.piece()));
          nested(() -> steps(s.all()));
          line("else");
          nested(() -> steps(s.some()));
        }
      }
    }
  }

  private static String mask(Entry entry) {
    return entry.mask()
        + (entry.collected() ? " collected" : "")
        + (entry.guarded() ? ", if any" : "");
  }

  private void piece(Step.PieceStep step) {
    line(name(step.piece()) + ": " + mask(step.entry()));
    nested(
        () -> {
          step.operations().forEach(o -> operation(o, ""));
          end(step.end());
        });
  }

  private void loop(Step.LoopStep step) {
    line("loop " + name(step.header()) + ": " + mask(step.entry()));
    nested(
        () -> {
          Step.AllOnForm form = step.allOn();
          if (form != null) {
            line("while all lanes stay");
            nested(() -> steps(form.body().steps()));
          }
          line(
              step.uneven()
                  ? "until no lane is left: " + step.inner()
                  : "until all lanes leave together");
          nested(() -> steps(step.body().steps()));
        });
  }

  private void operation(Operation operation, String before) {
    Instruction instruction = operation.instruction();
    String form =
        switch (operation.form()) {
          case MemoryForm f -> words(f);
          case AtomicForm f -> f.words();
          case ValueForm.AFFINE -> "affine " + stride(instruction);
          case ValueForm f -> f.word();
        };
    line("%-24s %s".formatted(before + form, IrPrinter.print(kernel, instruction).strip()));
  }

  private String stride(Instruction value) {
    LaneShape shape = shapes.of(value);
    return (shape.stride() < 0 ? "" : "+") + shape.stride();
  }

  /** Returns the words for a form of memory accesses. */
  static String words(MemoryForm form) {
    return switch (form) {
      case MemoryForm.Uniform _ -> "uniform";
      case MemoryForm.Contiguous f ->
          (f.slots() == 1 ? "contiguous" : "contiguous " + f.slots() + " wide")
              + (f.inOrder() ? ", in order" : "");
      case MemoryForm.Reversed _ -> "reversed";
      case MemoryForm.Interleaved f ->
          "interleaved " + f.group().members().size() + " of " + f.group().step();
      case MemoryForm.Strided f -> "strided " + f.stride();
      case MemoryForm.Interlaced f ->
          "private " + (f.wide() ? "wide" : "spread") + (f.owned() ? "" : ", blended");
      case MemoryForm.RunTimeContiguous f -> "run-time contiguous" + (f.window() ? ", window" : "");
      case MemoryForm.Spread f -> "spread" + (f.rows() ? " rows" : whole(f.whole()));
      case MemoryForm.LaneByLane _ -> "lane by lane";
    };
  }

  private static String whole(@Nullable IntType whole) {
    return whole == null ? "" : " by " + whole;
  }

  private void end(End end) {
    switch (end) {
      case End.Arrive _ -> line("come to the barrier");
      case End.Leave _ -> line("return");
      case End.StayOrRestart e -> line("all lanes to " + edge(e.edge()) + ", else start over");
      case End.Edges e ->
          line("to " + e.edges().stream().map(this::edge).collect(Collectors.joining("; ")));
    }
  }

  private String edge(PlannedEdge edge) {
    Loops.Loop exits = edge.exits();
    Block collector = edge.collector();
    return "^"
        + edge.target().name()
        + (exits == null ? "" : ", a jump out of the loop")
        + (edge.stays() == null ? "" : ", stay")
        + (collector == null ? "" : ", collected")
        + (edge.target().phis().isEmpty() || edge.first() ? "" : ", blended");
  }
}
