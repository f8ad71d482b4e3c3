package closing

// runBytes is how much of a sort is kept in memory: all of it, where there are no files.
const runBytes = 1 << 30
