// Package measure measures a lease from commencement through its events: the liability, the
// right-of-use asset and the cost (METHOD 12 and 13). Its functions accept and return values; the
// package has no state.
package measure
