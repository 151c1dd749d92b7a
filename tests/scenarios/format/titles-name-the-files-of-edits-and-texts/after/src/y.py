from x import total
