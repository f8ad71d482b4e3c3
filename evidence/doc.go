// Package evidence checks whether the members of a lease stand in the passages of a
// contract that somebody quotes for them (METHOD 24). It computes nothing and guesses
// nothing: a value occurs in its quote, or it does not, and then the answer says what
// does.
package evidence
