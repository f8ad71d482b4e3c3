package reportfile

// tables is empty if the program is compiled for a browser, because the formats for databases are
// not needed there.
var tables []Form
