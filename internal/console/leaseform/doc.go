// Package leaseform is the form in which people describe a lease: its inputs,
// what may be typed into them, and how that becomes a lease request.
//
// fields.go and lists.go have the inputs, typed.go says what a text means in
// the input that it was typed into, form.go makes the request and puts what the
// engine refuses next to the input, and view.go is the form with what was typed
// into it. The folders assets and templates belong to every page with the form.
package leaseform
