// A program that calls nothing links with -fcheck: what the runtime alone calls of the functions that are redirected comes with it.
// RUN: %gantry cc -fcheck --offload-arch=emulated -O1 %s -o %t && %t
// RUN: %gantry cc -fcheck -fPIC -shared --offload-arch=emulated -O1 %s -o %t.so -Wl,-z,defs
// RUN: %gantry cc -fcheck --offload-arch=emulated -O1 -fuse-ld=lld %s -o %t.lld && %t.lld
// LABELS: run
int main(void)
{
    return 0;
}
