/* gen/common/taskloop.c: how many tasks a taskloop makes, and which iterations each has (OpenMP 5.2, 12.6): __gd_tasks
 * of them, the iterations [__gd_from, __gd_to) each. */
#include "../gen_priv.h"

void count_tasks(struct emit *e, const struct region *r)
{
    const struct clause *size = region_clause(r, CLAUSE_GRAINSIZE), *number = region_clause(r, CLAUSE_NUM_TASKS);
    const struct clause *c = size ? size : number;
    if (!c) {
        out(e, "const unsigned long __gd_tasks = __gd_n != 0;");
        return;
    }
    out(e, "const long __gd_given = (%s);", text_of(e, c->expr));
    out(e, "const unsigned long __gd_size = __gd_given > 0 ? (unsigned long)__gd_given : 1;");
    if (number)
        out(e, "const unsigned long __gd_tasks = __gd_size < __gd_n ? __gd_size : __gd_n;");
    else if (size->modifiers & TASKS_STRICT)
        out(e, "const unsigned long __gd_tasks = __gd_n / __gd_size + (__gd_n %% __gd_size != 0);");
    else /* from the size to less than twice as many in each */
        out(e, "const unsigned long __gd_tasks = __gd_n < __gd_size ? __gd_n != 0 : __gd_n / __gd_size;");
}

void share_of_task(struct emit *e, const struct region *r)
{
    const struct clause *size = region_clause(r, CLAUSE_GRAINSIZE);
    if (size && (size->modifiers & TASKS_STRICT)) {
        out(e, "const unsigned long __gd_from = __gd_t * __gd_size;");
        out(e, "const unsigned long __gd_to = __gd_n - __gd_from < __gd_size ? __gd_n : __gd_from + __gd_size;");
        return;
    }
    out(e, "const unsigned long __gd_more = __gd_n %% __gd_tasks; /* tasks of one iteration more */");
    out(e,
        "const unsigned long __gd_from = __gd_t * (__gd_n / __gd_tasks) + (__gd_t < __gd_more ? __gd_t : __gd_more);");
    out(e, "const unsigned long __gd_to = __gd_from + __gd_n / __gd_tasks + (__gd_t < __gd_more);");
}
