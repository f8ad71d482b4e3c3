package reportfile

// tables is empty if the program is compiled for a browser, which does not offer the formats for
// databases.
var tables []Form
