// Package leaseform contains the form for a lease: its inputs, their values, and the lease request
// that results from the values.
//
// The file fields.go defines the inputs. The file typed.go parses the text that users type. The
// file form.go builds the request and shows each error of the engine at the input that caused the
// error. The file view.go prepares the form with its values for the templates. Every page that
// contains the form uses the directories assets and templates of this package.
package leaseform
