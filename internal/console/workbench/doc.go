// Package workbench is the page on which an accountant enters a lease and sees
// its accounting.
//
// It works on the engine alone and bills nothing, and it answers pages of its
// own origin only: programs use the API. Files: form.go is the form and what
// is typed into it, results.go is what the page shows of a lease, explain.go
// says where a figure comes from, downloads.go has the files.
package workbench
