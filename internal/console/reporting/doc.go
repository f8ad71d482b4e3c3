// Package reporting is the page on which a portfolio is reported: a file of
// leases is dropped, a span is chosen, and the page shows balances,
// rollforwards, cost, cash and maturities with the leases behind each figure.
//
// It works on the engine alone and keeps nothing: the browser sends the file again
// for each change and each download. Where the pages are for accounts, reports need
// a plan and count their leases. Files: reading.go reads what was sent, report.go is
// what the page shows, downloads.go has the files.
package reporting
