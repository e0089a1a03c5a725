package dev.barnacle.spark;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * The application of Spark that does a campaign's tasks; {@code barnacle campaign --spark} starts
 * it. It reads tasks from standard input, a line each, up to an empty line, and answers to standard
 * output: each line begins with a mark, as others print there too. It ends when its input does, as
 * then whoever asked for it has ended.
 */
public final class CampaignJob {
  private static final String MARK = "\u001e";
  private static final int FAILED = 1;

  private final String mark;
  private final OutputStream answers;

  private CampaignJob(String word, OutputStream answers) {
    this.mark = MARK + word;
    this.answers = answers;
  }

  /**
   * Does the tasks that come on standard input.
   *
   * @param args the word that marks answers; Barnacle's version; the folder that tasks are done in;
   *     the time, of {@link System#currentTimeMillis}, from which on none is begun; the command
   *     that does tasks on an executor
   */
  public static void main(String[] args) throws IOException {
    PrintStream out = System.out;
    System.setOut(System.err); // what is printed otherwise is no answer
    CampaignJob job = new CampaignJob(args[0], out);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    List<String> tasks = new ArrayList<>();
    for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
      tasks.add(line);
    }
    Thread.ofPlatform().daemon().start(() -> endWith(in));
    TaskServer.Settings settings =
        new TaskServer.Settings(
            args[1], args[2], Long.parseLong(args[3]), List.of(args).subList(4, args.length));
    System.exit(job.run(tasks, settings));
  }

  /** Ends this process, and with it its executors, when nothing comes any more. */
  private static void endWith(BufferedReader in) {
    try {
      String line = in.readLine();
      while (line != null) {
        line = in.readLine();
      }
    } catch (IOException e) {
      System.exit(FAILED);
    }
    System.exit(0);
  }

  private int run(List<String> tasks, TaskServer.Settings settings) {
    try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
      new TaskWaves(spark.sc(), settings, this::answer).run(tasks);
      answer("end");
      return 0;
    } catch (Exception e) { // what Scala throws, Java can't name
      answer("failed " + firstLine(e));
      return FAILED;
    }
  }

  /** Returns what is the matter: Spark says in the first line what its tasks said. */
  private static String firstLine(Throwable failure) {
    String message = failure.getMessage();
    return (message == null ? failure.toString() : message).lines().findFirst().orElse("");
  }

  /** Begins with a new line, as others may have left their last one open. */
  private synchronized void answer(String text) {
    try {
      answers.write(("\n" + mark + text + "\n").getBytes(StandardCharsets.UTF_8));
      answers.flush();
    } catch (IOException e) {
      System.exit(FAILED); // nobody reads
    }
  }
}
