out[i] += 1;
