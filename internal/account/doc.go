// Package account manages users of the service: accounts, their
// passwords and sessions, and the keys and the usage that belong to them.
//
// A session may manage the keys of its account; the command line may
// manage all keys. A session never authenticates an API request, and an API
// key never gives access to an account.
package account
