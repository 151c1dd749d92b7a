int one(void)
{
    return 0;
}

int two(void)
{
    return 0;
}

int three(void)
{
    return 1;
}
