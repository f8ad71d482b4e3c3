// Package account manages users of the service with their passwords, sessions, API keys and usage.
// A session may manage the keys of its account, and the command line may manage all keys. A session
// never authenticates an API request, and an API key never gives access to an account.
package account
