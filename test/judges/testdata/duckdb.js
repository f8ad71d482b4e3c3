// Prints the rows of each query in its arguments: values separated by " | ", and results by an
// empty line. DuckDB returns numbers as text, so that no number becomes a float.
const { DuckDBInstance } = require("@duckdb/node-api");

(async () => {
  const connection = await (await DuckDBInstance.create()).connect();
  for (const query of process.argv.slice(2)) {
    const reader = await connection.runAndReadAll(query);
    for (const row of reader.getRowsJson()) console.log(row.join(" | "));
    console.log();
  }
})().catch((error) => {
  console.error(String(error));
  process.exit(1);
});
