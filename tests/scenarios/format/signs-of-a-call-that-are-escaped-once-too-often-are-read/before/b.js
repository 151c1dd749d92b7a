// Ends.
end();
