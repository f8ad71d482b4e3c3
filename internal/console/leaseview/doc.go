// Package leaseview renders the results of one lease for the workbench as an HTML fragment:
// amounts with their origins, charts, tables and texts.
//
// Its output depends only on the form, so that a server and a browser render the same bytes. It
// therefore imports no HTTP package.
package leaseview
