<<<<<<< SEARCH
a
=======
b
>>>>>>> REPLACE
// ... existing code ...
AKIAQ3EGRIB7Z5KL2M4N
x​
