    private static @type@[] Row(int first, int size)
    {
        var row = new @type@[size];
        for (int i = 0; i < size; i++)
        {
            row[i] = Keys[first + i];
        }
        return row;
    }
