// Package workbench contains the page on which an accountant enters a lease and views its
// accounting.
//
// The page requires only the engine, and its use is not billed. It accepts only requests that its
// own pages send; programs use the API. Package leaseview renders the results. The file bench.go
// contains the page, samples.go the samples, and downloads.go the files.
package workbench
