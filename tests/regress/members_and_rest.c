// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* Members mapped one by one: the rest of the structure can be read, only listed members come back. */
#include <stdio.h>
#include <stdlib.h>
struct vec { float *x,*y; };
typedef struct { int n; struct vec vel; float *m; double scale; } P;
int main(void){ P s; s.n=100; s.scale=3; s.m=malloc(400); s.vel.x=malloc(400); s.vel.y=malloc(400); for(int i=0;i<100;i++)s.m[i]=s.vel.x[i]=s.vel.y[i]=1;
 double a=0,b=0; int seen=-1, bad=0; float *keep=s.m;
 #pragma omp target map(to:s.m[:100],s.vel.x[:100]) map(tofrom:a,b,seen)
 { seen=s.n; for(int i=0;i<100;i++) a+=s.m[i]; b=s.scale; }
 bad |= seen!=100||a!=100||b!=3||s.m!=keep;
 int sum=0;
 #pragma omp target teams distribute parallel for map(to:s.m[:100]) reduction(+:sum) map(tofrom:sum)
 for(int i=0;i<s.n;i++) sum+=1;
 bad |= sum!=100;
 P *p=&s; a=0; seen=-1;
 #pragma omp target map(tofrom:p->m[:100]) map(tofrom:a,seen)
 { seen=p->n; for(int i=0;i<100;i++) a+=p->m[i]; p->m[3]=9; }
 bad |= seen!=100||a!=100||s.m[3]!=9||s.m!=keep;
 #pragma omp target map(tofrom: s.n) map(to: s.scale)
 { s.n += s.scale; }
 bad |= s.n!=103;
 return bad;
}
