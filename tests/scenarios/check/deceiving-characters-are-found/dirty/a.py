# sr-check-ignore
if a‮ == b:​​
[31m

# 👩‍💻
