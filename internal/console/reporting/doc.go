// Package reporting is the page for portfolios: it reads a file of leases and a reporting period
// and shows balances, roll-forwards, cost, cash flows and maturities with the leases behind each
// amount.
//
// It uses the engine only and stores nothing: the browser sends the file again for each change
// and each download. If the pages require accounts, a report requires a plan, and its leases are
// counted. reading.go parses the request, report.go builds the page's data, and downloads.go
// writes the files.
package reporting
