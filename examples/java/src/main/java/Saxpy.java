import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import java.util.Arrays;

/** Computes y = a * x + y with an OpenCL kernel. */
public class Saxpy {
  private static final String SOURCE =
      """
      kernel void saxpy(float a, global const float *x, global float *y)
      {
        size_t i = get_global_id(0);
        y[i] += a * x[i];
      }
      """;

  public static void main(String[] args) {
    float[] x = {1, 2, 3, 4};
    float[] y = {10, 20, 30, 40};
    try (Context context = Context.create()) {
      Program program = context.build(SOURCE);
      Buffer xs = context.buffer(x);
      Buffer ys = context.buffer(y);
      program.kernel("saxpy").with(2.0f, xs, ys).run(NDRange.of(x.length));
      ys.read(y);
    }
    System.out.println(Arrays.toString(y));
  }
}
