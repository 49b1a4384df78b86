/* orbit.h: see orbit.c. */
struct body {
    double at[2], speed[2];
};

void move(struct body *b, double dt);
double energy(const struct body *b);
