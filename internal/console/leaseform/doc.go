// Package leaseform is the form for a lease: its inputs, their values, and the lease request
// built from them.
//
// fields.go has the inputs, typed.go parses typed text, form.go builds the request and assigns
// the engine's errors to inputs, and view.go is the form with its values. Every page with the
// form uses the directories assets and templates.
package leaseform
