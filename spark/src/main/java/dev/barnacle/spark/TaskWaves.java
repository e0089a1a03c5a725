package dev.barnacle.spark;

import java.io.Serializable;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.spark.SimpleFutureAction;
import org.apache.spark.SparkContext;
import org.apache.spark.rdd.RDD;
import scala.concurrent.Await;
import scala.concurrent.duration.Duration;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag$;
import scala.runtime.AbstractFunction0;
import scala.runtime.AbstractFunction1;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;

/**
 * Tasks as partitions, each of one task, so that Spark shares them out and begins one again whose
 * executor has gone. Many come as jobs one behind the other: the next is there before one ends, so
 * that no executor waits.
 */
final class TaskWaves {
  /** The most tasks of a job; Spark's driver keeps an account of each. */
  private static final int MOST = 10_000;

  private final SparkContext spark;
  private final TaskServer.Settings settings;
  private final Consumer<String> answers;

  /**
   * Makes one.
   *
   * @param answers takes lines, each as soon as it is there
   */
  TaskWaves(SparkContext spark, TaskServer.Settings settings, Consumer<String> answers) {
    this.spark = spark;
    this.settings = settings;
    this.answers = answers;
  }

  /** Does tasks, in their order as far as executors are free. */
  void run(List<String> tasks) {
    SimpleFutureAction<BoxedUnit> before = null;
    for (int first = 0; first < tasks.size(); first += MOST) {
      int end = Math.min(tasks.size(), first + MOST);
      SimpleFutureAction<BoxedUnit> wave = begin(tasks.subList(first, end), first);
      if (before != null) {
        await(before);
      }
      before = wave;
    }
    if (before != null) {
      await(before);
    }
  }

  private static void await(SimpleFutureAction<BoxedUnit> wave) {
    try {
      Object unused = Await.result(wave, Duration.Inf());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (TimeoutException e) {
      throw new IllegalStateException("no end comes in no time", e);
    }
  }

  private SimpleFutureAction<BoxedUnit> begin(List<String> tasks, int first) {
    RDD<String> rdd =
        spark
            .parallelize(
                CollectionConverters.asScala(tasks).toSeq(),
                tasks.size(),
                ClassTag$.MODULE$.<String>apply(String.class))
            .setName("campaign tasks from " + first);
    List<Object> partitions =
        IntStream.range(0, tasks.size()).<Object>mapToObj(Integer::valueOf).toList();
    return spark.submitJob(
        rdd,
        new Work(settings),
        CollectionConverters.asScala(partitions).toSeq(),
        new Results(first, answers),
        new Done());
  }

  /** The work of an executor on a partition. */
  private static final class Work
      extends AbstractFunction1<scala.collection.Iterator<String>, List<String>>
      implements Serializable {
    private static final long serialVersionUID = 1;

    private final TaskServer.Settings settings;

    Work(TaskServer.Settings settings) {
      this.settings = settings;
    }

    @Override
    public List<String> apply(scala.collection.Iterator<String> tasks) {
      return TaskServer.done(settings, tasks.next());
    }
  }

  /** Takes what came of partitions, on the driver. */
  private static final class Results extends AbstractFunction2<Object, List<String>, BoxedUnit> {
    private final int first;
    private final Consumer<String> answers;

    Results(int first, Consumer<String> answers) {
      this.first = first;
      this.answers = answers;
    }

    @Override
    public BoxedUnit apply(Object partition, List<String> lines) {
      for (String line : lines) {
        answers.accept(
            line.startsWith(TaskServer.DONE)
                ? TaskServer.DONE
                    + (first + (Integer) partition)
                    + " "
                    + line.substring(TaskServer.DONE.length())
                : line);
      }
      return BoxedUnit.UNIT;
    }
  }

  private static final class Done extends AbstractFunction0<BoxedUnit> {
    @Override
    public BoxedUnit apply() {
      return BoxedUnit.UNIT;
    }
  }
}
