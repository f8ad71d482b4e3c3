// Package reperform checks a reported lease schedule against the engine: whether it agrees,
// which figures differ and by how much, its internal inconsistencies, and the convention,
// rate, payments or error that explain the difference (METHOD 15, 26).
//
// Fields named Ours hold computed figures, fields named Theirs reported ones.
package reperform
