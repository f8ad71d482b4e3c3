package spool

// maxMemory is how many bytes are kept without a file, which a browser has none of.
const maxMemory = 1 << 30
