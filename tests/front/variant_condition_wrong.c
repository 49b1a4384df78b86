// RUN: %not %front -Wall -Wextra -DTYPO %s 2>&1 | %FileCheck --check-prefix=TYPO %s
// RUN: %not %front -Wall -Wextra -DPARAMETER %s 2>&1 | %FileCheck --check-prefix=PARAMETER %s
// RUN: %front -Wall -Wextra %s 2>&1 | %FileCheck --allow-empty --check-prefix=RIGHT %s
/* What is wrong in the condition of a variant is said of the directive; conditions may name parameters. */
// TYPO-NOT: warning
// PARAMETER-NOT: warning
// RIGHT-NOT: {{error|warning}}
int plain(int x);
extern int n;
#ifdef TYPO
// TYPO: :[[#@LINE+1]]:62: error: use of undeclared identifier 'y'
#pragma omp declare variant(plain) match(user={condition(n > y)})
int o(int x);
#endif
#ifdef PARAMETER
// PARAMETER: :[[#@LINE+1]]:{{.*}}error: use of undeclared identifier 'nobody'
#pragma omp declare variant(plain) match(user={condition(nobody > x)})
int p(int x);
#endif
#pragma omp declare variant(plain) match(user={condition(x > n)}, target_device={kind(gpu)})
#pragma omp declare variant(plain) match(user={condition(score(3): n)})
int q(int x);
int f(void);
int f(void) { return q(1); }
