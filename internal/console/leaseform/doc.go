// Package leaseform is the form for a lease: its inputs, their values, and the lease request
// built from them.
//
// fields.go defines the inputs, typed.go parses the text that users type, form.go builds the
// request and assigns the engine's errors to inputs, and view.go renders the form with its
// values. Every page with the form uses the directories assets and templates.
package leaseform
