package workbench

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/export/workbook"
)

// download is a file that the workbench hands out.
type download struct {
	mediaType string
	write     func(w io.Writer, r *leasehold.Result, o export.Options) error
}

// downloads are the files that the workbench hands out.
var downloads = map[string]download{
	"lease.json": {"application/json", func(w io.Writer, r *leasehold.Result, _ export.Options) error {
		_, err := w.Write(append(r.AppendCompute(nil), '\n'))
		return err
	}},
	"schedule.csv":       rows(export.ScheduleCSV),
	"journal.csv":        rows(export.JournalCSV),
	"classification.csv": rows(export.CriteriaCSV),
	"lease.xlsx":         file("xlsx", export.OperationCompute),
	"lease.pdf":          file("pdf", export.OperationCompute),
	"lease.journal":      file("hledger", export.OperationJournal),
	"lease.beancount":    file("beancount", export.OperationJournal),
}

func rows(write func(io.Writer, *leasehold.Result) error) download {
	return download{"text/csv", func(w io.Writer, r *leasehold.Result, _ export.Options) error { return write(w, r) }}
}

func file(format, operation string) download {
	f := export.Find(format)
	return download{f.MediaType, func(w io.Writer, r *leasehold.Result, o export.Options) error { return f.Write(w, operation, r, o) }}
}

// download sends a file, or says why a spreadsheet cannot hold the lease.
func (b *Bench) download(w http.ResponseWriter, r *http.Request, lease *leasehold.Lease, name string, file download) {
	result, err := leasehold.Compute(lease)
	var content bytes.Buffer
	if err == nil {
		err = file.write(&content, result, export.Options{Version: b.Version})
	}
	if limit, ok := errors.AsType[*workbook.LimitError](err); ok {
		b.Site.Refuse(w, r, http.StatusBadRequest, limit.Error())
		return
	}
	if err != nil {
		b.Site.Fail(w, r, err)
		return
	}
	mediaType := file.mediaType
	if strings.HasPrefix(mediaType, "text/") {
		mediaType += "; charset=utf-8"
	}
	h := w.Header()
	h.Set("Content-Disposition", `attachment; filename="`+name+`"`)
	h.Set("Content-Type", mediaType)
	b.Site.Send(w, r, http.StatusOK, content.Bytes(), false)
}
