declare i32 @__barnacle_atomic_add(ptr addrspace(1), i32, i32, i32)
declare i32 @__barnacle_atomic_load(ptr addrspace(1), i32, i32)
declare void @__barnacle_fence(i32, i32, i32)

define spir_kernel void @k(ptr addrspace(1) %p, i32 %order, i32 %scope, i1 %c) {
entry:
  br i1 %c, label %then, label %join
then:
  %add = call i32 @__barnacle_atomic_add(ptr addrspace(1) %p, i32 1, i32 %order, i32 1)
  br label %join
join:
  %sum = phi i32 [ 0, %entry ], [ %add, %then ]
  %load = call i32 @__barnacle_atomic_load(ptr addrspace(1) %p, i32 2, i32 %scope)
  call void @__barnacle_fence(i32 1, i32 %order, i32 2)
  %both = add i32 %sum, %load
  store i32 %both, ptr addrspace(1) %p
  ret void
}
