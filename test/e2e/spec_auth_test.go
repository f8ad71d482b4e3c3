package e2e

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// promisesOfAuthentication returns the promises of SPEC 5 and 6.
func promisesOfAuthentication() []promise {
	return []promise{
		{"5", "Every request has an API key", aKeyIsSentInOneOfTwoWays},
		{"5", "Keys have two modes", theFormOfAKey},
		{"5", "The prefix is followed by the key body.", theFormOfAKey},
		{"5", "Only a hash of each key is stored", onlyAHashIsStored},
		{"5", "Keys are secrets", keysShowNowhereElse},
		{"5", "If no key is supplied", testedIn("test/e2e", "TestContradictoryAndMissingCredentials")},
		{"5", "If the key is unknown or revoked", testedIn("test/e2e", "TestContradictoryAndMissingCredentials", "TestKeysRevoke")},
		{"5", "Keys are created and managed", testedIn("test/e2e", "TestKeysCreate", "TestKeysRevoke", "TestKeysRotate", "TestKeysSetPlan")},
		{"5", "Test and live keys behave in the same way", modesBehaveAlike},
		{"6", "There are no events", informative("there are none")},
	}
}

// withCredentials returns a call to compute with the given credential headers.
func withCredentials(values ...string) wire.Call {
	header := http.Header{}
	for i := 0; i < len(values); i += 2 {
		header[http.CanonicalHeaderKey(values[i])] = append(header[http.CanonicalHeaderKey(values[i])], values[i+1])
	}
	return wire.Call{Path: wire.Path("compute"), Header: header, Body: plainLease}
}

func aKeyIsSentInOneOfTwoWays(t *testing.T) {
	key := all.pro.take(t).Key
	for _, call := range []wire.Call{
		withCredentials("authorization", "Bearer "+key),
		withCredentials("authorization", "bearer "+key), // the scheme's name is not case-sensitive
		withCredentials("x-api-key", key),
		withCredentials("authorization", "Bearer "+key, "x-api-key", key),
	} {
		if reply := send(t, call); reply.Status != 200 {
			t.Errorf("%v: %v", call.Header, reply)
		}
	}
}

// TestContradictoryAndMissingCredentials checks that the server rejects a repeated credential, and
// two different credentials, as invalid. It reports an unknown scheme or an empty credential as
// missing.
func TestContradictoryAndMissingCredentials(t *testing.T) {
	t.Parallel()
	one, other := all.pro.take(t).Key, all.pro.take(t).Key
	for _, op := range wire.Operations {
		for _, c := range []struct {
			code string
			call wire.Call
		}{
			{"invalid_key", withCredentials("authorization", "Bearer "+one, "x-api-key", other)},
			{"invalid_key", withCredentials("authorization", "Bearer "+one, "authorization", "Bearer "+one)},
			{"invalid_key", withCredentials("x-api-key", one, "x-api-key", one)},
			{"invalid_key", withCredentials("authorization", "Bearer sk_test_nonsense")},
			{"invalid_key", withCredentials("x-api-key", "nonsense")},
			{"invalid_key", withCredentials("authorization", "Bearer "+one+"x")},
			{"invalid_key", withCredentials("authorization", "Bearer "+one[:len(one)-1])},
			{"unauthorized", withCredentials()},
			{"unauthorized", withCredentials("authorization", "Basic dXNlcjpwYXNz")},
			{"unauthorized", withCredentials("authorization", "Bearer")},
			{"unauthorized", withCredentials("authorization", "Bearer ")},
			{"unauthorized", withCredentials("authorization", "")},
			{"unauthorized", withCredentials("x-api-key", "")},
		} {
			c.call.Path = wire.Path(op)
			reply := send(t, c.call)
			wantProblem(t, reply, 401, c.code)
			wantHeader(t, reply, "Www-Authenticate", "Bearer")
			wantHeader(t, reply, "X-Quota-Limit", "")
		}
	}
	wantNoUnits(t, one)
	wantNoUnits(t, other)
}

// TestTheQueryStringIsNoCredential checks that a key in the URL is not accepted, because URLs
// appear in the logs of every proxy.
func TestTheQueryStringIsNoCredential(t *testing.T) {
	t.Parallel()
	key := all.pro.take(t).Key
	for _, name := range []string{"api_key", "key", "x-api-key", "access_token", "authorization", "token"} {
		call := withCredentials()
		call.Path += "?" + name + "=" + key
		wantProblem(t, send(t, call), 401, "unauthorized")
	}
}

var keyForm = regexp.MustCompile(`^sk_(test|live)_[0-9A-Za-z]{38}$`)

func theFormOfAKey(t *testing.T) {
	seen := map[string]bool{}
	for mode, ring := range map[string]*keyRing{"test": &all.pro, "live": &all.live} {
		for _, key := range ring.keys {
			if key.Mode != mode || !strings.HasPrefix(key.Key, "sk_"+mode+"_") || !keyForm.MatchString(key.Key) || seen[key.Key] || seen[key.ID] || key.ID == "" {
				t.Errorf("key %q with id %q", key.Key, key.ID)
			}
			seen[key.Key], seen[key.ID] = true, true
		}
	}
	// The checksum in a key is for secret scanners. The error for an unknown key is the same
	// whether or not its checksum is correct.
	key := all.pro.take(t).Key
	last := byte('0')
	if key[len(key)-1] == '0' {
		last = '1'
	}
	wantProblem(t, send(t, withCredentials("x-api-key", key[:len(key)-1]+string(last))), 401, "invalid_key")
}

// onlyAHashIsStored checks that the database and its related files contain no key's secret, and
// that only the create command prints one.
func onlyAHashIsStored(t *testing.T) {
	key := all.pro.take(t)
	if reply := send(t, withCredentials("x-api-key", key.Key)); reply.Status != 200 {
		t.Fatal(reply)
	}
	files, err := filepath.Glob(strings.TrimPrefix(all.server.DB, "sqlite:") + "*")
	if err != nil || len(files) == 0 {
		t.Fatalf("database files: %v, %v", files, err)
	}
	secret := key.Key[len("sk_test_") : len(key.Key)-6]
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(content), secret) {
			t.Errorf("%s holds the secret of a key", filepath.Base(file))
		}
	}
	out := run(t, "keys", "list", "--json")
	if !strings.Contains(out, key.ID) || strings.Contains(out, secret) {
		t.Errorf("keys list misses the key or shows its secret")
	}
}

func keysShowNowhereElse(t *testing.T) {
	key := all.pro.take(t).Key
	for _, call := range []wire.Call{
		withCredentials("x-api-key", key+"x"), withCredentials("authorization", "Bearer "+key+"x"),
		withCredentials("x-api-key", key).Keyed(key + " "),
		{Path: "/api/v1/" + key, Key: key},
	} {
		reply := send(t, call)
		if strings.Contains(string(reply.Body), key) {
			t.Errorf("the answer to %v shows the key: %v", call.Path, reply)
		}
	}
}

// modesBehaveAlike checks that a key's mode is only a label. Quota, rate limit and billing depend
// on the plan.
func modesBehaveAlike(t *testing.T) {
	for _, mode := range []string{"test", "live"} {
		key := createKey(t, "free", mode)
		for i := range freeRate {
			reply := send(t, wire.Call{Path: wire.Path("compute"), Key: key.Key, Body: plainLease})
			wantHeader(t, reply, "X-Quota-Remaining", fmt.Sprint(freeQuota-1-i))
		}
		wantProblem(t, send(t, wire.Call{Path: wire.Path("compute"), Key: key.Key, Body: plainLease}), 429, "rate_limited")
	}
}
