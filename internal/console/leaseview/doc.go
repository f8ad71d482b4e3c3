// Package leaseview is what the workbench shows of one lease: its figures with
// their origins, drawings, tables and texts, as a piece of HTML.
//
// It is made of what was typed into the form, and of nothing else, so that a
// server and a browser make the same bytes of the same form. It therefore imports
// nothing that speaks HTTP.
package leaseview
