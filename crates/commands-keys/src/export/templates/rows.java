    private static @hashtype@[][] rows(int first, int count, int size) {
        @hashtype@[][] rows = new @hashtype@[count][];
        for (int i = 0; i < count; i++) {
            rows[i] = row(first + size * i, size);
        }
        return rows;
    }
