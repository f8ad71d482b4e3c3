// Package account is the people's side of the service: accounts, their
// passwords and sessions, and the keys and the usage that belong to them.
//
// A session may do to the keys of its own account what the command line may do
// to all keys. A session never authenticates a request of the API, and an API key
// never gives access to an account.
package account
