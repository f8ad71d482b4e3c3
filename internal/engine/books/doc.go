// Package books posts a measured lease: its journal entries, and the amounts of a reporting
// period as the difference of two days (METHOD 14, 21 to 25).
package books
