// Is done.
end();
