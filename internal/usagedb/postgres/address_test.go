package postgres

import (
	"strings"
	"testing"
)

// The displayed form of a database URL contains no secret.
func TestAddressesAreShownWithoutSecrets(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"postgres://u:hunter2@h/d":                                "postgres://u@h/d",
		"postgres://u@h/d?password=hunter2":                       "postgres://u@h/d?password=…",
		"postgres://u@h/d?sslpassword=hunter2&sslmode=require":    "postgres://u@h/d?sslmode=require&sslpassword=…",
		"postgres://u:hunter2@h/d?password=hunter2&sslpassword=h": "postgres://u@h/d?password=…&sslpassword=…",
		"postgres://u:hunter2@h:port/d":                           "postgres://…",
	} {
		got := strings.ReplaceAll(Redact(address), "%E2%80%A6", "…")
		if got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}

// An invalid database URL is rejected with the reason. The error does not contain any secret in the
// URL.
func TestUnusableAddressesNameTheReason(t *testing.T) {
	t.Parallel()
	for address, why := range map[string]string{
		"postgres://u:hunter2@h/d?sslrootcert=/nowhere.pem":                   "/nowhere.pem",
		"postgres://u:hunter2@h/d?sslmode=sometimes":                          "sslmode",
		"postgres://u:hunter2@h/d?pool_max_conns=0":                           "pool_max",
		"postgres://u:7@h/d?pool_max_conns=7.5":                               "not a URL of the form", // the error of the driver would contain the password
		"postgres://u:hunter2@h:99999999/d":                                   "port",
		"postgres://u:hunter2@h:a/d":                                          "not a URL of the form",
		"postgres://u@h/d?sslpassword=hunter2&sslcert=/no.pem&sslkey=/no.key": "/no.key",
	} {
		_, err := Open(t.Context(), Options{URL: address})
		if err == nil || !strings.Contains(err.Error(), why) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: got %v, want %q", address, err, why)
		}
	}
}
