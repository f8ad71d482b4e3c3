// Package account is the people's side of the service: accounts, their
// passwords and sessions, and the keys and the usage that belong to them.
//
// Whoever holds a session may do to keys of his own account what the command
// line may do to all. A session never authenticates a request of the API, and
// an API key never opens an account.
package account
