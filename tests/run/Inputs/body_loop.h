for (long i = 0; i < n; i++)
    out[i] = (int)i;
