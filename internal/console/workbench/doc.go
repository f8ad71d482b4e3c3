// Package workbench is the page on which an accountant enters a lease and sees its accounting.
//
// It uses the engine only, is not billed, and responds only to pages of its own origin; programs
// use the API. Package leaseview renders the results. bench.go contains the page, samples.go the
// samples, and downloads.go the files.
package workbench
