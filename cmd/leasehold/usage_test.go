package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

// longLog is a store with a usage log of generated rows.
type longLog struct {
	service.Store

	rows   int
	err    error // error that the log returns after its last row
	before func(row int)
}

func (*longLog) Totals(context.Context, service.UsageQuery) ([]service.Total, error) {
	return []service.Total{{Month: 202611, Key: service.Key{ID: "key_1", Name: "<office & co>"}}}, nil
}

func (l *longLog) Usage(context.Context, service.UsageQuery) iter.Seq2[service.UsageRow, error] {
	return func(yield func(service.UsageRow, error) bool) {
		for i := range l.rows {
			if l.before != nil {
				l.before(i)
			}
			row := service.UsageRow{RequestID: fmt.Sprintf("req_%08d", i), Operation: "compute", Status: 200, Units: 1, Key: service.Key{Name: "a<b"}}
			if !yield(row, nil) {
				return
			}
		}
		if l.err != nil {
			yield(service.UsageRow{}, l.err)
		}
	}
}

func usageOf(t *testing.T, store service.Store, format string, totals bool) (*bytes.Buffer, func() error) {
	t.Helper()
	s := service.New(service.Config{Store: store, Clock: time.Now, Log: slog.New(slog.DiscardHandler)})
	f := usageFlags{format: format, totals: totals}
	var out bytes.Buffer
	return &out, func() error { return f.print(t.Context(), &out, s) }
}

// A log is printed while it is read, so memory use does not depend on its length. Only one table's rows are in
// memory at a time.
func TestUsageIsStreamed(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"csv", "json", "table"} {
		store := &longLog{rows: 20_000}
		out, show := usageOf(t, store, format, false)
		store.before = func(row int) {
			if row%500 != 0 {
				return
			}
			if printed := bytes.Count(out.Bytes(), []byte("req_")); row-printed > tableRows+100 && !t.Failed() {
				t.Errorf("%s: %d rows are read and %d printed", format, row, printed)
			}
		}
		if err := show(); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(out.String(), "req_"); n != store.rows {
			t.Errorf("%s: %d rows, want %d", format, n, store.rows)
		}
	}
}

// The JSON output is one object, however long the log is. It is indented like other commands' JSON.
func TestUsageAsJSONIsOneObject(t *testing.T) {
	t.Parallel()
	for _, rows := range []int{0, 1, 3} {
		out, show := usageOf(t, &longLog{rows: rows}, "json", false)
		if err := show(); err != nil {
			t.Fatal(err)
		}
		var value struct {
			Totals []totalJSON `json:"totals"`
			Log    []usageJSON `json:"log"`
		}
		if err := json.Unmarshal(out.Bytes(), &value); err != nil || len(value.Totals) != 1 || len(value.Log) != rows {
			t.Fatalf("%d rows: %v\n%s", rows, err, out)
		}
		var want bytes.Buffer
		if err := printJSON(&want, value); err != nil {
			t.Fatal(err)
		}
		if out.String() != want.String() {
			t.Errorf("%d rows: got\n%s\nwant\n%s", rows, out, want.String())
		}
	}
}

// Every output format reports an error if the log cannot be read to its end.
func TestUsageThatCannotBeReadIsAnError(t *testing.T) {
	t.Parallel()
	failure := errors.New("lost")
	for _, format := range []string{"csv", "json", "table"} {
		out, show := usageOf(t, &longLog{rows: 2, err: failure}, format, false)
		if err := show(); !errors.Is(err, failure) || !strings.Contains(out.String(), "req_00000001") {
			t.Errorf("%s: %v, %s", format, err, out)
		}
		if _, show := usageOf(t, &longLog{err: failure}, format, true); show() != nil {
			t.Errorf("%s: the totals alone read the log", format)
		}
	}
}

// Control characters from a damaged database are escaped in the output.
func TestOddBytesAreSpelledOut(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"key \xc8 has": `key \xc8 has`, "\x1b[31m": `\x1b[31m`, "é, 1 ü": "é, 1 ü", "a\u202eb": `a\u202eb`, "\n": `\n`, `"a\b"`: `"a\b"`,
	} {
		if got := visible(text); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
}
