package dev.barnacle.spark;

import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Kernels of OpenCL C over columns of Spark's data. */
public final class BarnacleSpark {
  private BarnacleSpark() {}

  /**
   * Adds columns that a kernel makes of others. It is launched once for each partition, with a
   * work-item for each row. Its parameters are pointers to global or constant memory, to one number
   * a row: of the data's column of that name, or of a new column. Numbers are {@code byte}, {@code
   * short}, {@code int}, {@code long}, {@code float} and {@code double}; the kernel's {@code char},
   * {@code short} and so on, or the unsigned type of that size.
   *
   * <p>An executor has one context, which its partitions share, and builds a program once. It needs
   * Barnacle's jars on its class path, and Java 25. Rows are held in memory for a partition, and
   * the columns beside them as the kernel has them.
   *
   * @param data what is there; other columns may be of any type
   * @param source a program in OpenCL C
   * @param kernel the name of a kernel in it
   * @param outputs the new columns, at least one
   * @return the data's columns and the new ones
   * @throws IllegalArgumentException that names the column or parameter, if a column is of no such
   *     type, or parameters and columns don't go together. A null in a column that the kernel reads
   *     ends the job with one
   */
  public static Dataset<Row> map(
      Dataset<Row> data, String source, String kernel, StructField... outputs) {
    List<StructField> made = List.of(outputs);
    KernelColumns columns = KernelColumns.of(data.schema(), source, kernel, made);
    StructType schema = data.schema();
    for (StructField output : made) {
      schema = schema.add(output.name(), output.dataType(), false);
    }
    return data.mapPartitions(new KernelPartition(columns), Encoders.row(schema));
  }
}
