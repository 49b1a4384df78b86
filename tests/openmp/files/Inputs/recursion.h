struct node { int value, left, right; };
#pragma omp declare target
int is_even(unsigned n);
int is_odd(unsigned n);
int tree_sum(const struct node *nodes, int at);
int add_children(const struct node *nodes, const struct node *n);
#pragma omp end declare target
