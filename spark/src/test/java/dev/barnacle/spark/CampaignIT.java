package dev.barnacle.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Campaigns that Spark does, in a process of its own, from the jar. */
class CampaignIT {
  private static final Path LESSONS = Path.of("..", "examples", "check").toAbsolutePath();

  @TempDir private Path folder;

  private Path plan(String... entries) throws IOException {
    return Files.writeString(
        folder.resolve("plan.json"), "{\"tasks\": [" + String.join(",\n", entries) + "]}");
  }

  private static String check(String file) {
    return "{\"kind\": \"check\", \"files\": [\"" + LESSONS.resolve(file) + "\"]}";
  }

  /**
   * Lessons, a task that ends its worker each time, and one that ends the executor's process once,
   * so that Spark begins it again; and a journal that was begun without Spark.
   */
  @Test
  void theReportIsTheSameAsWithoutSpark() throws IOException {
    Path once = folder.resolve("once");
    String kill =
        "[ -e " + once + " ] || { touch " + once + "; kill -9 $(cut -d' ' -f4 /proc/$PPID/stat); }";
    Path plan =
        plan(
            check("01-*.json"),
            check("12*-faulty.json"),
            "{\"kind\": \"program\", \"name\": \"worker\","
                + " \"commands\": [[\"sh\", \"-c\", \"kill -9 $PPID\"]]}",
            "{\"kind\": \"program\", \"name\": \"executor\","
                + " \"commands\": [[\"sh\", \"-c\", \""
                + kill
                + "\"]]}");
    Path work = folder.resolve("work");
    Files.createFile(once);
    Campaigns.Result alone = Campaigns.run(plan, "--resume=" + folder.resolve("alone"));
    Files.delete(once);
    assertEquals(1, Campaigns.run(plan, "--only=*01-*", "--resume=" + work).status());
    int before = Files.readAllLines(work.resolve("journal.jsonl")).size();
    assertTrue(before > 1, "nothing was done before");

    Campaigns.Result spark = Campaigns.run(plan, "--spark=local[2]", "--resume=" + work);
    assertEquals(alone.timeless(), spark.timeless(), spark.err());
    assertTrue(Files.exists(once), "the executor's process was not ended");
    assertTrue(spark.err().contains("note: worker 3 of 3: it was ended by signal 9"), spark.err());

    List<String> journal = Files.readAllLines(work.resolve("journal.jsonl"));
    assertEquals(Files.readAllLines(folder.resolve("alone/journal.jsonl")).size(), journal.size());
    assertEquals(
        alone.timeless(), Campaigns.run(plan, "--spark=local[2]", "--resume=" + work).timeless());
    assertEquals(journal, Files.readAllLines(work.resolve("journal.jsonl")), "it was done again");
    assertEquals(alone.timeless(), Campaigns.run(plan, "--merge", work.toString()).timeless());
  }

  @Test
  void whatExecutorsLackIsSaid() throws IOException {
    Path plan = plan(check("01-*.json"));
    Campaigns.Result result =
        Campaigns.run(plan, "--spark=local[1]", "--spark-barnacle=/none", "--resume=" + folder);
    assertEquals(2, result.status());
    assertTrue(result.err().contains("/none: this machine has no such command"), result.err());
    assertTrue(result.err().contains("spark.log"), result.err());
  }
}
