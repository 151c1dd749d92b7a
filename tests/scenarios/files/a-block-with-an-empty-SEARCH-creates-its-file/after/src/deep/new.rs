fn new() {}
