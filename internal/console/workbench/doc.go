// Package workbench is the page on which an accountant enters a lease and sees
// its accounting.
//
// It works on the engine alone and bills nothing, and it answers pages of its
// own origin only: programs use the API. What it shows of a lease is package
// leaseview; here are the page (bench.go), the leases to begin with (samples.go)
// and the files (downloads.go).
package workbench
