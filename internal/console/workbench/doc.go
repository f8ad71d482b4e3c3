// Package workbench is the page on which an accountant enters a lease and sees its accounting.
//
// It works on the engine only, bills nothing, and responds only to pages of its own origin;
// programs use the API. Package leaseview shows the results. bench.go has the page, samples.go
// the samples, and downloads.go the files.
package workbench
