// Package notes describes a measured lease: the classification with its reasons, the paragraphs
// behind the amounts, the notes, and explanations of the amounts. It computes no new amounts.
package notes
