package reportfile

// tables are the reports as tables for databases: none in a browser, so that what is
// loaded there has no writer of them.
var tables []Form
