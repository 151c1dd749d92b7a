if true; then
    build() {
        compile all
    }
fi
