declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.umax.v2i32(<2 x i32>)
declare float @llvm.vector.reduce.fadd.v2f32(float, <2 x float>)

define spir_kernel void @k(ptr addrspace(1) %p, <4 x i32> %v, <2 x i32> %u, <2 x float> %f) {
entry:
  %sum = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v)
  store i32 %sum, ptr addrspace(1) %p
  %max = call i32 @llvm.vector.reduce.umax.v2i32(<2 x i32> %u)
  store i32 %max, ptr addrspace(1) %p
  %total = call reassoc float @llvm.vector.reduce.fadd.v2f32(float 0.0, <2 x float> %f)
  store float %total, ptr addrspace(1) %p
  ret void
}
