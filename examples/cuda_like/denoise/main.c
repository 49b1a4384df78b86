/* denoise: removes noise from an image by diffusion that spares edges (Perona and Malik's equation), u' = div(g grad u)
 * with g = s / (s + |step|²), where the scale s follows from the variance of the whole image before each pass.
 *
 *     denoise [width [height [passes]]]      default: 101 67 8
 *
 * Shows: a reduction in the memory that a team shares, with barriers in a loop, for any number of threads; the text of a
 * kernel in a header; atomics between teams; more teams than most; an image that stays on the device while the host
 * loops. The device's image may differ from the serial one by the rounding of the sums; both must be nearer to the picture
 * without noise than the noisy one. */
#include "denoise.h"
#include "program.h"
#include <math.h>
#include <omp.h>

int main(int argc, char **argv)
{
    const int width = (int)size_argument(argc, argv, 1, 101, 1, 20000);
    const int height = (int)size_argument(argc, argv, 2, 67, 1, 20000);
    const int passes = (int)size_argument(argc, argv, 3, 8, 0, 10000);
    const long pixels = (long)width * height;
    struct image clean = {width, height, get_memory(pixels, sizeof(float))}, noisy = clean, device = clean;
    noisy.pixel = get_memory(pixels, sizeof(float));
    device.pixel = get_memory(pixels, sizeof(float));
    make_picture(&clean, &noisy);
    memcpy(device.pixel, noisy.pixel, (size_t)pixels * sizeof(float));
    const double before = mean_square_distance(&clean, &noisy);

    struct moments of_device, of_serial;
    double t0 = omp_get_wtime();
    denoise_on_device(&device, passes, &of_device);
    double t1 = omp_get_wtime();
    denoise_serial(&noisy, passes, &of_serial);
    double t2 = omp_get_wtime();

    print_rate("device", (double)pixels * passes, "pixels", t1 - t0);
    print_rate("serial", (double)pixels * passes, "pixels", t2 - t1);
    printf("mean square distance to the picture without noise: %.3e before, %.3e after\n", before,
           mean_square_distance(&clean, &device));

    long wrong = 0;
    for (long i = 0; i < pixels; i++)
        wrong += !(fabsf(device.pixel[i] - noisy.pixel[i]) <= 2e-6f * (float)(1 + passes));
    wrong += !(fabs(of_device.sum - of_serial.sum) <= 1e-6 * (double)pixels);
    wrong += !(fabs(of_device.squares - of_serial.squares) <= 1e-6 * (double)pixels);
    wrong += !(fabsf(of_device.lowest - of_serial.lowest) <= 2e-5f);
    wrong += !(fabsf(of_device.highest - of_serial.highest) <= 2e-5f);
    wrong += passes > 0 && pixels > 1000 && !(mean_square_distance(&clean, &device) < before);
    free(clean.pixel);
    free(noisy.pixel);
    free(device.pixel);
    return finish(wrong, pixels + 5, "pixels and moments");
}
