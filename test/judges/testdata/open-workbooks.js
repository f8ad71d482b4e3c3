// Opens workbooks with exceljs and prints the author and sheets of each.
const ExcelJS = require("exceljs");

(async () => {
  for (const file of process.argv.slice(2)) {
    const book = new ExcelJS.Workbook();
    await book.xlsx.readFile(file);
    console.log(`${book.lastModifiedBy}: ${book.worksheets.map((sheet) => sheet.name).join(", ")}`);
  }
})().catch((error) => {
  console.error(error);
  process.exit(1);
});
