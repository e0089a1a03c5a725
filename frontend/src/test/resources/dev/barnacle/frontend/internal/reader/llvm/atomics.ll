declare i32 @_Z21__barnacle_atomic_addPU3AS1iiii(ptr addrspace(1), i32, i32, i32)
declare i32 @_Z22__barnacle_atomic_loadPU3AS1iii(ptr addrspace(1), i32, i32)
declare void @_Z23__barnacle_atomic_storePU3AS1iiii(ptr addrspace(1), i32, i32, i32)
declare i32 @_Z30__barnacle_atomic_cmpxchg_weakPU3AS1iiiiii(ptr addrspace(1), i32, i32, i32, i32, i32)
declare void @__barnacle_fence(i32, i32, i32)
declare void @__barnacle_barrier(i32, i32)
declare void @__barnacle_sub_group_barrier(i32, i32)

define spir_kernel void @k(ptr addrspace(1) %p) {
entry:
  %add = call i32 @_Z21__barnacle_atomic_addPU3AS1iiii(ptr addrspace(1) %p, i32 1, i32 0, i32 1)
  %load = call i32 @_Z22__barnacle_atomic_loadPU3AS1iii(ptr addrspace(1) %p, i32 2, i32 2)
  call void @_Z23__barnacle_atomic_storePU3AS1iiii(ptr addrspace(1) %p, i32 %load, i32 3, i32 3)
  %old = call i32 @_Z30__barnacle_atomic_cmpxchg_weakPU3AS1iiiiii(ptr addrspace(1) %p, i32 1, i32 2, i32 4, i32 0, i32 4)
  call void @__barnacle_fence(i32 3, i32 5, i32 2)
  call void @__barnacle_barrier(i32 1, i32 1)
  call void @__barnacle_sub_group_barrier(i32 6, i32 4)
  %rmw = atomicrmw umax ptr addrspace(1) %p, i32 7 syncscope("workgroup") acq_rel
  %swap = cmpxchg weak ptr addrspace(1) %p, i32 0, i32 1 syncscope("device") seq_cst monotonic
  %ok = extractvalue { i32, i1 } %swap, 1
  %value = load atomic i32, ptr addrspace(1) %p syncscope("subgroup") acquire, align 4
  store atomic i32 %value, ptr addrspace(1) %p release, align 4
  fence syncscope("workgroup") acquire
  ret void
}
