    private static @type@[][] Rows(int first, int count, int size)
    {
        var rows = new @type@[count][];
        for (int i = 0; i < count; i++)
        {
            rows[i] = Row(first + size * i, size);
        }
        return rows;
    }
