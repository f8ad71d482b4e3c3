// Package checking contains the page that checks a lease schedule of another system. The page shows
// the lease on the left and the schedule on the right. Below, it shows the result, the differences
// and the convention that explains the differences, and offers a workpaper for download.
//
// The page requires only the engine. Checks are not billed, and nothing is stored. The file
// reading.go parses the request, and answer.go builds the result.
package checking
