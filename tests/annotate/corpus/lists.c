/* Linked structures: lists, a tree, a pool of nodes with indices, a hash table with chains, a queue. */
#include <stdio.h>
#include <stdlib.h>

struct node {
    int key;
    long value;
    struct node *next, *left, *right;
};

static struct node pool[400];
static int used;

static struct node *node_new(int key)
{
    struct node *n = &pool[used++];
    n->key = key;
    n->value = (long)key * key % 1009;
    n->next = n->left = n->right = NULL;
    return n;
}

static struct node *list(int n)
{
    struct node *head = NULL;
    /* truth: serial flow(head, used) distance 1 */
    for (int i = 0; i < n; i++) {
        struct node *p = node_new(i * 37 % 211);
        p->next = head;
        head = p;
    }
    return head;
}

static void bump(struct node *head)
{
    /* truth: serial exit -- the bodies are independent, but the next node is known only from this one */
    for (struct node *p = head; p; p = p->next)
        p->value += p->key;
}

/* The same nodes as an array: no chain. */
static void bump_pool(void)
{
    /* truth: parallel */
    for (int i = 0; i < used; i++)
        pool[i].value += pool[i].key;
}

static void smooth(struct node *head)
{
    /* truth: serial exit flow(pool) distance 1 */
    for (struct node *p = head; p && p->next; p = p->next)
        p->next->value = (p->value + p->next->value) / 2;
}

static struct node *reversed(struct node *head)
{
    struct node *before = NULL;
    /* truth: serial exit flow(head, before) distance 1 */
    while (head) {
        struct node *next = head->next;
        head->next = before;
        before = head;
        head = next;
    }
    return before;
}

static struct node *insert(struct node *root, struct node *n)
{
    struct node **place = &root;
    /* truth: serial exit flow(place) distance 1 */
    while (*place) {
        if (n->key == (*place)->key)
            return root;
        place = n->key < (*place)->key ? &(*place)->left : &(*place)->right;
    }
    *place = n;
    return root;
}

static long walk(const struct node *n, int depth)
{
    return n ? n->value * depth + walk(n->left, depth + 1) + walk(n->right, depth + 1) : 0;
}

static int depth_of(const struct node *root, int key)
{
    int depth = 0;
    /* truth: serial exit flow(root) distance 1 */
    while (root && root->key != key) {
        root = key < root->key ? root->left : root->right;
        depth++;
    }
    return root ? depth : -1;
}

static void depths(const struct node *root, const int *restrict keys, int *restrict out, int n)
{
    /* truth: parallel -- depth_of() reads the tree only */
    for (int i = 0; i < n; i++)
        out[i] = depth_of(root, keys[i]);
}

/* Union and find with path halving: finding writes. */
static int parent[120];

static int find(int v)
{
    /* truth: serial exit flow(v) distance 1 */
    while (parent[v] != v) {
        parent[v] = parent[parent[v]];
        v = parent[v];
    }
    return v;
}

static int sets(void)
{
    int count = 120;
    /* truth: parallel */
    for (int v = 0; v < 120; v++)
        parent[v] = v;
    /* truth: serial flow(parent) */
    for (int v = 0; v < 120; v++) {
        int a = find(v), b = find(v * 7 % 120);
        if (a != b) {
            parent[a] = b;
            count--;
        }
    }
    return count;
}

/* Array indices as links: the order of the chain is the data's. */
static long chase(const int *link, const long *restrict value, int start, int steps)
{
    long sum = 0;
    int at = start;
    /* truth: serial flow(at) distance 1 reduction(+: sum) */
    for (int s = 0; s < steps; s++) {
        sum += value[at];
        at = link[at];
    }
    return sum;
}

int main(void)
{
    struct node *head = list(150), *root = NULL;
    int keys[100], depth[100], link[100], most = 0;
    long value[100], sum = 0;

    bump(head);
    smooth(head);
    head = reversed(head);
    /* truth: serial exit flow(root, pool) */
    for (struct node *p = head; p; p = p->next)
        root = insert(root, p);
    bump_pool();
    /* truth: parallel */
    for (int i = 0; i < 100; i++) {
        keys[i] = i * 3 % 211;
        link[i] = (i * 41 + 3) % 100;
        value[i] = i * i % 31;
    }
    depths(root, keys, depth, 100);
    /* truth: reduction(max: most) */
    for (int i = 0; i < 100; i++)
        if (depth[i] > most)
            most = depth[i];
    /* truth: serial exit reduction(+: sum) */
    for (struct node *p = head; p != NULL; p = p->next)
        sum += p->value;
    printf("%ld %ld, depth %d, %d sets, %ld\n", sum, walk(root, 1), most, sets(), chase(link, value, 7, 500));
    return 0;
}
