// Prints the rows of each query of its arguments, values separated by " | " and results by an
// empty line. DuckDB says numbers as texts, so that none passes through a float here.
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
