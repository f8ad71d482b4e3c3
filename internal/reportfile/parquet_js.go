package reportfile

// tables is empty in a browser, which needs no writer of database tables.
var tables []Form
