// Package reporting contains the page for portfolios. It reads a file of leases and a reporting
// period and shows balances, rollforwards, cost, cash flows and maturities. For each amount, it
// lists the leases that contribute to the amount.
//
// The page requires only the engine and stores nothing. The browser sends the file again for each
// change of the form and for each download. If the pages require an account, a report requires a
// plan that includes it, and the leases of the report are counted. The file reading.go parses the
// request, report.go prepares the data of the page, and downloads.go writes the files.
package reporting
