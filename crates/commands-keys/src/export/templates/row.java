    private static @hashtype@[] row(int first, int size) {
        @hashtype@[] row = new @hashtype@[size];
        for (int i = 0; i < size; i++) {
            row[i] = key(first + i);
        }
        return row;
    }
