// Package measure measures a lease from commencement through its events: the liability, the
// right-of-use asset and the cost (METHOD 12 and 13). It takes and returns values and keeps
// no state.
package measure
