package dev.barnacle.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Kernels over columns, with Spark in this process. */
@SuppressWarnings("NullAway.Init")
class BarnacleSparkTest {
  private static final String SAXPY =
      """
      kernel void saxpy(global const float *x, global const float *y, global float *z) {
        size_t i = get_global_id(0);
        z[i] = 2.5f * x[i] + y[i];
      }
      """;
  private static final String ALL =
      """
      kernel void all(global const char *b, global const short *s, global const uint *i,
                      constant long *l, global const float *f, global const double *d,
                      global char *b2, global short *s2, global int *i2, global long *l2,
                      global float *f2, global double *d2) {
        size_t n = get_global_id(0);
        b2[n] = b[n] + 1; s2[n] = s[n] + 1; i2[n] = i[n] + 1; l2[n] = l[n] + 1;
        f2[n] = f[n] + 1; d2[n] = d[n] + 1;
      }
      """;

  private static SparkSession spark;

  @BeforeAll
  static void begin() {
    spark =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.sql.codegen.wholeStage", "false")
            .config("spark.sql.adaptive.enabled", "false")
            .config("spark.sql.shuffle.partitions", "2")
            .getOrCreate();
    spark.sparkContext().setLogLevel("OFF"); // errors are what some tests are for
  }

  @AfterAll
  static void end() {
    spark.stop();
  }

  private static StructField field(String name, DataType type) {
    return new StructField(name, type, false, Metadata.empty());
  }

  private static Dataset<Row> data(StructType type, List<Row> rows, int partitions) {
    return spark.createDataFrame(rows, type).repartition(partitions);
  }

  private static Dataset<Row> points(int rows, int partitions) {
    StructType type = new StructType().add("name", "string").add("y", "float").add("x", "float");
    List<Row> all = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      all.add(RowFactory.create("n" + i, i * 0.25f, 1000f - i));
    }
    return data(type, all, partitions);
  }

  @Test
  void saxpyIsAsInJava() {
    Dataset<Row> made =
        BarnacleSpark.map(points(1000, 3), SAXPY, "saxpy", field("z", DataTypes.FloatType));
    assertEquals(List.of("name", "y", "x", "z"), List.of(made.schema().fieldNames()));
    List<Row> rows = made.collectAsList();
    assertEquals(1000, rows.size());
    for (Row row : rows) {
      assertEquals(2.5f * row.getFloat(2) + row.getFloat(1), row.getFloat(3), row.toString());
    }
  }

  @Test
  void partitionsMayBeEmpty() {
    Dataset<Row> made =
        BarnacleSpark.map(points(1, 4), SAXPY, "saxpy", field("z", DataTypes.FloatType));
    assertEquals(List.of(2500f), made.collectAsList().stream().map(r -> r.getFloat(3)).toList());
  }

  @Test
  void eachKindOfNumberIsThere() {
    StructType type =
        new StructType()
            .add("d", "double")
            .add("f", "float")
            .add("l", "long")
            .add("i", "int")
            .add("s", "short")
            .add("b", "byte");
    Row row = RowFactory.create(1e300, -1.5f, 1L << 40, -7, (short) 300, (byte) 127);
    Dataset<Row> made =
        BarnacleSpark.map(
            data(type, List.of(row), 1),
            ALL,
            "all",
            field("b2", DataTypes.ByteType),
            field("s2", DataTypes.ShortType),
            field("i2", DataTypes.IntegerType),
            field("l2", DataTypes.LongType),
            field("f2", DataTypes.FloatType),
            field("d2", DataTypes.DoubleType));
    assertEquals(
        "[1.0E300,-1.5,1099511627776,-7,300,127,-128,301,-6,1099511627777,-0.5,1.0E300]",
        made.collectAsList().getFirst().toString());
  }

  @Test
  void nullsAreRefusedWithTheColumn() {
    StructType type = new StructType().add("x", "float").add("y", "float");
    Dataset<Row> data = data(type, List.of(RowFactory.create(1f, null)), 1);
    Dataset<Row> made = BarnacleSpark.map(data, SAXPY, "saxpy", field("z", DataTypes.FloatType));
    Exception e = assertThrows(Exception.class, made::collectAsList);
    assertTrue(
        String.valueOf(e.getMessage()).contains("column y: a kernel takes no null"), e::getMessage);
  }

  private static void refused(String expected, Dataset<Row> data, StructField... outputs) {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> BarnacleSpark.map(data, SAXPY, "saxpy", outputs));
    assertEquals(expected, e.getMessage());
  }

  @Test
  void whatDoesNotGoTogetherIsRefused() {
    StructField z = field("z", DataTypes.FloatType);
    StructType strings = new StructType().add("x", "string").add("y", "float");
    refused(
        "column x: a kernel takes byte, short, int, long, float and double, not string",
        data(strings, List.of(), 1),
        z);
    StructType doubles = new StructType().add("x", "double").add("y", "float");
    refused(
        "column x (double): its parameter is float*, not global double*",
        data(doubles, List.of(), 1),
        z);
    StructType lone = new StructType().add("x", "float");
    refused("kernel saxpy: no column is called as its parameter y", data(lone, List.of(), 1), z);
    refused("no column is named that kernel saxpy makes", points(1, 1));
    refused(
        "column w: kernel saxpy has no such parameter",
        points(1, 1),
        z,
        field("w", DataTypes.FloatType));
    refused("column z is there already", points(1, 1), z, z);
  }
}
