/* denoise.h: the image, the filter's files. */
#ifndef DENOISE_H
#define DENOISE_H

struct image {
    int width, height;
    float *pixel; /* row by row, 0 … 1 */
};

/* what one pass needs to know of the whole image */
struct moments {
    double sum, squares;
    float lowest, highest;
};

/* `passes` passes over the image in place; the last pass's moments to *m */
typedef void denoise_function(struct image *im, int passes, struct moments *m);
denoise_function denoise_on_device, denoise_serial;

void make_picture(struct image *clean, struct image *noisy);
double mean_square_distance(const struct image *a, const struct image *b);

#endif
