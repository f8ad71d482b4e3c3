package reportfile

// tables is empty in a browser, because browsers do not need tables for databases.
var tables []Form
