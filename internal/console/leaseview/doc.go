// Package leaseview renders the results of one lease for the workbench as an HTML fragment that
// contains amounts with their origins, charts, tables and texts.
//
// The fragment depends only on the values of the form, so that a server and a browser render the
// same bytes. Package leaseview runs in browsers and therefore imports no HTTP package.
package leaseview
