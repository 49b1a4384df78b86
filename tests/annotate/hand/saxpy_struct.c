/* y = a x + y with all of it in a structure, as examples/saxpy_struct.c: `saxpy_members`. */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int size;
    float *x, *y;
    float a;
} saxpy_data;

static void saxpy(saxpy_data *data)
{
#ifdef HAND
#pragma omp target teams distribute parallel for map(to: data[0:1]) map(to: data->x[0:data->size]) map(tofrom: data->y[0:data->size])
#endif
    for (int i = 0; i < data->size; i++)
        data->y[i] = data->a * data->x[i] + data->y[i];
}

static void fill(saxpy_data *data)
{
    for (int i = 0; i < data->size; i++) {
        data->x[i] = (float)(i % 1000);
        data->y[i] = (float)(i % 7);
    }
    data->x[data->size] = data->y[data->size] = -1; /* a guard element after the end */
}

static long count_errors(const saxpy_data *data)
{
    long errors = (data->x[data->size] != -1) + (data->y[data->size] != -1);
    for (int i = 0; i < data->size; i++) {
        errors += data->x[i] != (float)(i % 1000);
        errors += data->y[i] != 2.0f * (float)(i % 1000) + (float)(i % 7);
    }
    return errors;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 100000;
    size_t bytes = ((size_t)n + 1) * sizeof(float);
    saxpy_data data = {n, malloc(bytes), malloc(bytes), 2.0f};
    if (!data.x || !data.y)
        return 2;
    fill(&data);
    saxpy(&data);
    printf("%ld wrong\n", count_errors(&data));
    free(data.x);
    free(data.y);
    return 0;
}
