package httpapi_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/httpapi"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb/sqlite"
)

const lease60 = `{"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06}`

// discard is a client that discards responses.
type discard struct {
	header http.Header
	status int
}

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) WriteHeader(status int)      { d.status = status }
func (d *discard) Write(p []byte) (int, error) { return len(p), nil }

// benchAPI returns the handler of the whole server with an empty database, and the secrets of the given
// number of keys.
func benchAPI(b *testing.B, keys int) (http.Handler, []string) {
	b.Helper()
	log := slog.New(slog.DiscardHandler)
	store, err := sqlite.Open(context.Background(), sqlite.Options{
		Path: filepath.Join(b.TempDir(), "bench.db"), Clock: time.Now, Log: log, QueueTimeout: time.Minute,
	})
	if err != nil {
		b.Fatal(err)
	}
	s := service.New(service.Config{Store: store, Clock: time.Now, Log: log, Plans: meter.Plans{
		meter.Free: {}, meter.Pro: {PerMinute: 1 << 30, PerMonth: 1 << 40},
	}})
	b.Cleanup(func() {
		if err := store.Close(); err != nil {
			b.Error(err)
		}
	})
	issued, err := s.CreateKeys(context.Background(), service.KeySpec{Plan: meter.Pro, Mode: apikey.Test, Count: keys})
	if err != nil {
		b.Fatal(err)
	}
	secrets := make([]string, keys)
	for i, k := range issued {
		secrets[i] = k.Secret
	}
	return httpapi.New(httpapi.Options{Service: s, Log: log, Clock: time.Now, MaxInFlight: 1024}), secrets
}

// BenchmarkFlow measures a billed request without a network connection.
func BenchmarkFlow(b *testing.B) {
	for _, keyed := range []bool{false, true} {
		b.Run(fmt.Sprintf("keyed=%v", keyed), func(b *testing.B) {
			api, secrets := benchAPI(b, 1000)
			var n atomic.Int64
			b.SetParallelism(32)
			b.ReportAllocs()
			b.ResetTimer()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					i := n.Add(1)
					r := httptest.NewRequestWithContext(context.Background(), http.MethodPost, "/api/v1/compute", strings.NewReader(lease60))
					r.Header["X-Api-Key"] = []string{secrets[i%1000]}
					if keyed {
						r.Header["Idempotency-Key"] = []string{fmt.Sprint(i)}
					}
					w := &discard{header: http.Header{}}
					api.ServeHTTP(w, r)
					if w.status != 0 && w.status != http.StatusOK {
						b.Errorf("status %d", w.status)
					}
				}
			})
		})
	}
}
