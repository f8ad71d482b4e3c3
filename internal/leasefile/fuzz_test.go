package leasefile_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/leasefile"
)

// verify reads a file and checks that each row is consistent.
func verify(t *testing.T, f *leasefile.File) {
	t.Helper()
	defer f.Close() //nolint:errcheck // the file is only read, so closing it loses no data
	rows, err := allRows(f)
	if err != nil && err.Error() == "" {
		t.Fatal("an error without words")
	}
	for _, row := range rows {
		if row.Err != nil {
			holdRefused(t, row)
			continue
		}
		if row.Lease == nil {
			t.Fatal("neither a lease nor an error")
		}
		if again, err := leasehold.Decode(row.Lease.Append(nil)); err != nil {
			t.Fatalf("a lease that the engine refuses: %v", err)
		} else if row.ID != again.ID && len(row.ID) < 40 {
			t.Fatalf("the id of %s is %q", again.ID, row.ID)
		}
	}
}

func holdRefused(t *testing.T, row leasefile.Row) {
	t.Helper()
	bad, ok := errors.AsType[*leasefile.RowError](row.Err)
	if !ok || row.Lease != nil || len(bad.Problems) == 0 || bad.Error() == "" || row.Place.Line < 1 {
		t.Fatalf("a refused row: %+v", row)
	}
	for _, p := range bad.Problems {
		if p.Field == "" || p.Message == "" {
			t.Fatalf("a problem without words: %+v", p)
		}
	}
}

// FuzzOpen checks that every input results in valid leases or in errors.
func FuzzOpen(f *testing.F) {
	f.Add(portfolio(f, nil))
	for _, s := range []string{
		required + "\n2026-01-01,60,10000,0.06\n", "start;end;rent;rate %;tag:x\n1.1.2026;31.12.2026;1.000,5;6;\"a;\"\"b\"\n", "id," + required + ",rentSteps,events\na,1/31/2026,6,\"(5)\",6%,[],none\n",
		`{` + plain + `}` + "\n{\n", `[{` + plain + `},{"id":1}]`, "{\n" + plain + "\n}{}", "\"", "PK\x03\x04", "\ufeff[",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := leasefile.Open(bytes.NewReader(data), leasefile.Options{})
		if err != nil {
			if err.Error() == "" {
				t.Fatal("an error without words")
			}
			return
		}
		verify(t, file)
	})
}

// FuzzOpenDir checks that every set of files in a directory results in valid leases or in errors.
func FuzzOpenDir(f *testing.F) {
	f.Add("id,"+required+",rentSteps\na,2026-01-01,60,10000,0.06,\nb,2026-01-01,60,10000,0.06,[]\n",
		"id,from,rent,event\na,2027-01-01,5,\nb,2028-01-01,6,2028-01-01\nc,,,\n,,1,\n",
		"id,date,type,term months,rate\nb,2028-01-01,reassessment,70,5%\nb,2027-01-01,index,,\na,2027-01-01,purchase,,\n")
	f.Fuzz(func(t *testing.T, leases, steps, events string) {
		dir := t.TempDir()
		for name, text := range map[string]string{"leases": leases, "steps": steps, "rent-free": steps, "payments": events, "events": events} {
			if err := os.WriteFile(filepath.Join(dir, name+".csv"), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		file, err := leasefile.OpenDir(dir, leasefile.Options{})
		if err != nil {
			return
		}
		verify(t, file)
	})
}
