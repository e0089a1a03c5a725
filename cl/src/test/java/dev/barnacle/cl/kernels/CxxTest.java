package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.barnacle.cl.Context;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Kernels of C++ for OpenCL, under every engine. */
class CxxTest extends EveryEngineTests {
  private static final int SIZE = 200;

  /** Runs {@code k(global long *out)} with an index in each element, and compares. */
  private void check(String source, IntToLongFunction expected) {
    for (String version : new String[] {"CLC++", "CLC++1.0", "CLC++2021"}) {
      for (Context context : contexts) {
        long[] data = IntStream.range(0, SIZE).asLongStream().toArray();
        run(context, source, "-cl-std=" + version, SIZE, data);
        long[] wanted = IntStream.range(0, SIZE).mapToLong(expected).toArray();
        assertArrayEquals(wanted, data, () -> version + " " + context);
      }
    }
  }

  @Test
  void templatesAndClasses() {
    check(
        """
        template <typename T, int n> class Polynomial {
          T coefficients[n];
        public:
          Polynomial(T first) { for (int i = 0; i < n; i++) coefficients[i] = first + i; }
          T operator()(T x) const {
            T sum = 0;
            for (int i = n - 1; i >= 0; i--) sum = sum * x + coefficients[i];
            return sum;
          }
        };
        template <typename T> T largest(T a, T b) { return a > b ? a : b; }
        kernel void k(global long *out) {
          Polynomial<long, 3> p(out[get_global_id(0)]);
          out[get_global_id(0)] = largest<long>(p(2), 100);
        }
        """,
        i -> Math.max(i + 2L * (i + 1) + 4L * (i + 2), 100));
  }

  @Test
  void constructorsAndDestructorsOfLocalObjects() {
    check(
        """
        struct Guard {
          long *place;
          Guard(long *p) : place(p) { *place += 1; }
          ~Guard() { *place *= 2; }
        };
        long through(long n) {
          long value = n;
          {
            Guard outer(&value);
            if (n % 3 == 0) { Guard inner(&value); value += 5; }
            if (n % 5 == 0) return value;
          }
          return value;
        }
        kernel void k(global long *out) {
          size_t i = get_global_id(0);
          out[i] = through(out[i]);
        }
        """,
        i -> {
          long value = i + 1L;
          value = i % 3 == 0 ? (value + 1 + 5) * 2 : value;
          return i % 5 == 0 ? value : value * 2;
        });
  }

  @Test
  void referencesLambdasAndRanges() {
    check(
        """
        void twice(long &x) { x *= 2; }
        template <class F> long sum(const int (&values)[4], F f) {
          long result = 0;
          for (auto v : values) result += f(v);
          return result;
        }
        kernel void k(global long *out) {
          global long &mine = out[get_global_id(0)];
          long base = mine;
          twice(mine);
          const int values[4] = {1, 2, 3, 4};
          mine += sum(values, [&](int v) { return v * base; });
          auto pair = (long2)(base, 1);
          mine += dot(convert_float2(pair), (float2)(0, 1)) > 0 ? pair.y : 0;
        }
        """,
        i -> 2L * i + 10L * i + 1);
  }

  @Test
  void addressSpacesAreInferredAndMethodsQualified() {
    check(
        """
        struct Where {
          int v;
          int place() __global { return 1; }
          int place() __local { return 2; }
          int place() { return 3; }
        };
        global Where there;
        kernel void k(global long *out) {
          local Where here;
          Where own;
          if (get_local_id(0) == 0) here.v = 40;
          barrier(CLK_LOCAL_MEM_FENCE);
          local auto *p = &here.v;
          out[get_global_id(0)] = there.place() * 100 + here.place() * 10 + own.place() + *p;
        }
        """,
        i -> 163);
  }

  @Test
  void programScopeObjectsAreConstructedBeforeKernels() {
    check(
        """
        struct Table {
          long values[16];
          long count;
          Table(long factor) : count(0) { for (long &v : values) v = factor * count++; }
        };
        Table table(3);
        static int square(int x) { return x * x; }
        global const int nine = square(3);
        kernel void k(global long *out) {
          size_t i = get_global_id(0);
          out[i] = table.values[i % 16] + table.count + nine;
        }
        """,
        i -> 3L * (i % 16) + 16 + 9);
  }

  @Test
  void theLibrarysHeaders() {
    check(
        """
        #include <opencl_array>
        #include <opencl_limits>
        #include <opencl_memory>
        #include <opencl_type_traits>
        #include <opencl_utility>
        static_assert(std::is_same_v<std::remove_address_space_t<global int>, int>);
        static_assert(std::is_global_v<global int> && std::is_local_v<local float4>);
        static_assert(!std::has_address_space_v<int> && std::is_constant_v<constant int>);
        static_assert(std::is_same_v<std::add_global_t<local int>, global int>);
        static_assert(std::is_integral_v<int4> && std::is_floating_point_v<const float2>);
        static_assert(std::is_signed_v<int> && std::is_unsigned_v<uchar4>);
        static_assert(std::is_same_v<std::make_unsigned_t<int3>, uint3>);
        static_assert(std::vector_size_v<double8> == 8 && !std::is_vector_type_v<int>);
        static_assert(std::is_same_v<std::common_type_t<int, long>, long>);
        static_assert(std::is_same_v<std::decay_t<int (&)[3]>, int *>);
        static_assert(std::extent_v<int[3][4], 1> == 4 && std::rank_v<int[3][4]> == 2);
        static_assert(std::conjunction_v<std::true_type, std::is_pointer<int *>>);
        static_assert(std::numeric_limits<short>::max() == 32767);
        static_assert(std::numeric_limits<ulong>::digits == 64);
        static_assert(std::numeric_limits<half>::has_infinity);
        static_assert(std::numeric_limits<float>::lowest() < 0);
        struct Point {
          long x, y;
          Point(long a, long b) : x(a), y(b) {}
          ~Point() { x = 0; }
        };
        template <size_t... i> long total(const std::array<long, 4> &a, std::index_sequence<i...>) {
          return (a[i] + ...);
        }
        kernel void k(global long *out) {
          global long &mine = out[get_global_id(0)];
          std::array<long, 4> a = {4, 3, 2, mine};
          std::swap(a[0], a[3]);
          auto p = std::make_pair(a.front(), 2.0f);
          alignas(Point) uchar room[sizeof(Point)];
          Point *made = std::construct_at((Point *)room, 5L, a.back());
          long old = std::exchange(mine, p.first + made->y);
          std::destroy_at(made);
          mine += total(a, std::make_index_sequence<4>()) + a.size() + (old == p.first);
          mine += std::forward<long>(7) + std::move(old);
        }
        """,
        i -> i + 4L + (i + 9L) + 4 + 1 + 7 + i);
  }
}
