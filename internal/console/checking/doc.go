// Package checking is the page that checks another schedule: the lease on the left, the schedule
// on the right, and below them the result, the differences and the convention that explains
// them, with a workpaper to download.
//
// It works on the engine only, bills nothing and stores nothing. reading.go reads the request;
// answer.go builds the result.
package checking
