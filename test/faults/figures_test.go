package faults

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"

	accounting "github.com/leasehold-accounting/leasehold/test/oracle"
)

// question identifies a computation by its operation and by the term of its lease in months.
type question struct {
	op   string
	body int
}

// figures checks the amounts in all successful responses. All responses to the same question must
// have the same bytes. One response to each question is compared with the accounting oracle.
func (o *oracle) figures(exchanges []*exchange) {
	first := map[question]string{}
	for _, d := range exchanges {
		if !d.acknowledged() {
			continue
		}
		q := question{d.op, d.body}
		known, ok := first[q]
		switch {
		case !ok:
			first[q] = d.reply.Figures()
			if err := compare(q, d.reply.Body); err != nil {
				o.complain("%s of %d months: %v", q.op, q.body, err)
			}
		case known != d.reply.Figures():
			o.complain("%s of %d months has two answers", q.op, q.body)
		}
	}
}

// row is a row of the schedule. Each amount is the text in the response.
type row struct {
	Payment, Interest, Principal, LiabilityClose, RouAmortization, RouAssetClose, LeaseExpense json.Number
}

// answer contains the fields of the responses of all operations.
type answer struct {
	InitialLiability, InitialRouAsset json.Number
	Schedule                          []row
	JournalEntries                    []struct {
		Date  string
		Lines []struct{ Debit, Credit json.Number }
	}
	Result *answer
	// In the response of compute, Classification is an object. In other responses, Classification
	// is the class itself.
	Classification json.RawMessage
}

// compare compares the amounts of a response with the amounts of the accounting oracle.
func compare(q question, body []byte) error {
	request, err := accounting.Read([]byte(leaseOf(q.body)))
	if err != nil {
		return err
	}
	want, err := accounting.Solve(request)
	if err != nil {
		return err
	}
	var got answer
	if err := json.Unmarshal(body, &got); err != nil {
		return err
	}
	switch q.op {
	case "classify":
		if string(got.Classification) != `"`+want.Classification+`"` {
			return fmt.Errorf("classification %s, want %s", got.Classification, want.Classification)
		}
		return nil
	case "journal-entries":
		return compareEntries(&got, want)
	case "compute":
		if got.Result == nil {
			return errors.New("no result")
		}
		return errors.Join(compareSchedule(got.Result, want), compareEntries(&got, want))
	default:
		return compareSchedule(&got, want)
	}
}

func compareSchedule(got *answer, want *accounting.Answer) error {
	if len(got.Schedule) != len(want.Rows) {
		return fmt.Errorf("%d rows, want %d", len(got.Schedule), len(want.Rows))
	}
	err := errors.Join(same("initialLiability", got.InitialLiability, want.InitialLiability), same("initialRouAsset", got.InitialRouAsset, want.InitialRouAsset))
	for i, r := range got.Schedule {
		w := want.Rows[i]
		err = errors.Join(err, same("payment", r.Payment, w.Payment), same("interest", r.Interest, w.Interest),
			same("principal", r.Principal, w.Principal), same("liabilityClose", r.LiabilityClose, w.LiabilityClose),
			same("rouAmortization", r.RouAmortization, w.RouAmortization), same("rouAssetClose", r.RouAssetClose, w.RouAssetClose),
			same("leaseExpense", r.LeaseExpense, w.LeaseExpense))
	}
	return err
}

func compareEntries(got *answer, want *accounting.Answer) error {
	if len(got.JournalEntries) != len(want.Entries) {
		return fmt.Errorf("%d entries, want %d", len(got.JournalEntries), len(want.Entries))
	}
	var err error
	for i, e := range got.JournalEntries {
		w := want.Entries[i]
		if e.Date != w.Date || len(e.Lines) != len(w.Lines) {
			return fmt.Errorf("entry %d: %s with %d lines, want %s with %d", i, e.Date, len(e.Lines), w.Date, len(w.Lines))
		}
		for j, line := range e.Lines {
			err = errors.Join(err, same("debit", line.Debit, w.Lines[j].Debit), same("credit", line.Credit, w.Lines[j].Credit))
		}
	}
	return err
}

func same(name string, got json.Number, want *big.Int) error {
	if got.String() != accounting.Money(want) {
		return fmt.Errorf("%s %s, want %s", name, got, accounting.Money(want))
	}
	return nil
}
