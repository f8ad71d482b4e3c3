package main

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/store/books"
)

// moverFake gives away no tables; marking the source fails with its error.
type moverFake struct{ marking error }

func (m moverFake) Move(ctx context.Context, _ string, take func(context.Context, []books.Table) error) error {
	return errors.Join(take(ctx, nil), m.marking)
}

type importerFake struct{ err error }

func (i importerFake) Import(context.Context, []books.Table, func([]string) error, func([]byte) error) error {
	return i.err
}

// Whoever moves the books is told which side has them now.
func TestMoveSaysWhereTheBooksAre(t *testing.T) {
	t.Parallel()
	bad := errors.New("bad luck")
	d := database{file: filepath.Join(t.TempDir(), "source.db")}
	err := withStore(t.Context(), d, newLog(t.Output(), 0), false, func(ctx context.Context, from *service.Service) error {
		for name, c := range map[string]struct {
			old   moverFake
			fresh importerFake
			want  string
		}{
			"moved":        {moverFake{}, importerFake{}, ""},
			"not imported": {moverFake{}, importerFake{bad}, "nothing was moved: bad luck"},
			"not marked":   {moverFake{bad}, importerFake{}, "the target has the books, but the source could not be marked as moved"},
		} {
			got := ""
			if err := move(ctx, from, c.old, c.fresh, "there"); err != nil {
				got = err.Error()
			}
			if (got == "") != (c.want == "") || !strings.HasPrefix(got, c.want) {
				t.Errorf("%s: %q, want %q", name, got, c.want)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
