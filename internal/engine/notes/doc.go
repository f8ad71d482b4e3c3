// Package notes describes a measured lease: its classification with the reasons, the
// paragraphs behind the amounts, the notes, and the origin of each amount. It reads amounts
// and computes no new ones.
package notes
