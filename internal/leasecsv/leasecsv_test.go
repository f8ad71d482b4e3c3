package leasecsv_test

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/leasecsv"
)

func readAll(t *testing.T, file string) []leasecsv.Row {
	t.Helper()
	r, err := leasecsv.NewReader(strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	var rows []leasecsv.Row
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return rows
		}
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
}

const required = "commencementDate,termMonths,paymentAmount,discountRateAnnual"

// A row means the same lease as the JSON object of its cells, number texts
// included.
func TestRowIsTheLeaseOfItsCells(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ file, want string }{
		"plain": {
			required + "\n2026-01-01,60,10000,0.06\n",
			`{"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06}`,
		},
		"numbers keep every digit": {
			required + "\n2026-01-01,6e1,10000.123456789012345678,0.0612345678901234567890\n",
			`{"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":10000.123456789012345678,"discountRateAnnual":0.0612345678901234567890}`,
		},
		"every kind of field": {
			required + ",standard,paymentFrequency,paymentTiming,classification,transfersOwnership,specializedAsset,assetEconomicLifeMonths\n" +
				"2026-01-01,60,1,0,ASC_842,annual,arrears,operating,TRUE,false,120\n",
			`{"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":1,"discountRateAnnual":0,"paymentFrequency":"annual",` +
				`"paymentTiming":"arrears","classification":"operating","transfersOwnership":true,"specializedAsset":false,"assetEconomicLifeMonths":120}`,
		},
		"empty cells are absent, spaces do not count": {
			"standard, termMonths,commencementDate ,paymentAmount,discountRateAnnual,prepaidRent\n, 60 ,2026-01-01,1,0,\n",
			`{"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":1,"discountRateAnnual":0}`,
		},
		"short rows and a spreadsheet's empty columns": {
			required + ",prepaidRent,,\n2026-01-01,60,1,0\n",
			`{"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":1,"discountRateAnnual":0}`,
		},
		"byte order mark, Windows line ends, semicolons, empty rows": {
			"\ufeff" + strings.ReplaceAll(required, ",", ";") + "\r\n;;;\r\n\r\n2026-01-01;60;1;0\r\n",
			`{"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":1,"discountRateAnnual":0}`,
		},
		"tabs and quotes": {
			strings.ReplaceAll(required, ",", "\t") + "\n\"2026-01-01\"\t\"60\"\t1\t0\n",
			`{"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":1,"discountRateAnnual":0}`,
		},
	} {
		want, err := leasehold.Decode([]byte(c.want))
		if err != nil {
			t.Fatal(err)
		}
		rows := readAll(t, c.file)
		if len(rows) != 1 || rows[0].Err != nil {
			t.Errorf("%s: got %+v", name, rows)
		} else if !reflect.DeepEqual(rows[0].Lease, want) {
			t.Errorf("%s: got %s, want %s", name, rows[0].Lease.Append(nil), want.Append(nil))
		}
	}
}

// A bad row is named by its line and column, and the rows after it are read.
func TestBadRowIsNamedByLineAndColumn(t *testing.T) {
	t.Parallel()
	rows := readAll(t, "id,"+required+",specializedAsset\n"+
		"a,2026-01-01,60,\"1,000\",5%,yes\n"+
		"\n"+
		"b,2026-13-01,,1,0\n"+
		"c,2026-01-01,60,1,0,true,extra\n"+
		"d\",2026-01-01,60,1,0\n"+
		"e,2026-01-01,60,1,0\n")
	type place struct {
		column int
		field  string
	}
	want := []struct {
		line   int
		id     string
		places []place
	}{
		{2, "a", []place{{4, "paymentAmount"}, {5, "discountRateAnnual"}, {6, "specializedAsset"}}},
		{4, "b", []place{{2, "commencementDate"}, {3, "termMonths"}}},
		{5, "c", []place{{7, "body"}}},
		{6, "", []place{{0, "body"}}},
		{7, "e", nil},
	}
	if len(rows) != len(want) {
		t.Fatalf("got %d rows, want %d", len(rows), len(want))
	}
	for i, w := range want {
		var got []place
		if bad, ok := errors.AsType[*leasecsv.RowError](rows[i].Err); ok {
			for _, p := range bad.Problems {
				got = append(got, place{p.Column, p.Field})
			}
		}
		if rows[i].Line != w.line || rows[i].ID != w.id || !slices.Equal(got, w.places) {
			t.Errorf("row %d: got line %d, id %q, problems %v; want %+v", i, rows[i].Line, rows[i].ID, got, w)
		}
	}
	const message = `line 2, column 4 (paymentAmount): must be a number; got "1,000"; column 5 (discountRateAnnual): `
	if got := rows[0].Err.Error(); !strings.HasPrefix(got, message) {
		t.Errorf("got message %q, want %q first", got, message)
	}
	if invalid, ok := errors.AsType[*leasehold.InvalidError](rows[0].Err); !ok || invalid.Field() != "paymentAmount" {
		t.Errorf("a refused row is not the engine's refusal of paymentAmount: %v", invalid)
	}
}

func TestBadHeaderIsNamedByColumn(t *testing.T) {
	t.Parallel()
	for file, want := range map[string][]string{
		"":                                   {"the file is empty"},
		"\xff\xfei\x00d\x00":                 {"UTF-16"},
		required + ",termMonth\n":            {"line 1, column 5", `"termMonth"`, "did you mean termMonths?"},
		required + ",termMonths\n":           {"line 1, column 5", `"termMonths" appears more than once`},
		"id,id," + required + "\n":           {"line 1, column 2", `"id" appears more than once`},
		"termMonths\n":                       {"there is no column commencementDate, which is required", "there is no column paymentAmount"},
		"2026-01-01,60,10000,0.06\n":         {"line 1, column 1", `"2026-01-01" is not recognized; line`},
		"\"" + required + "\n2026-01-01,1\n": {"read the header"},
	} {
		_, err := leasecsv.NewReader(strings.NewReader(file))
		if err == nil {
			t.Errorf("header %q was accepted", file)
			continue
		}
		for _, part := range want {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("header %q: error %q does not say %q", file, err, part)
			}
		}
	}
}

// A header that is not the contract's gets a suggestion where one is near, and
// none where none is.
func TestHeadersGetASuggestionWhereOneIsNear(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Lease ID": "id", "ID": "id", "Term months": "termMonths", "Commencement date": "commencementDate", "commencement_date": "commencementDate",
		"Annual discount rate": "discountRateAnnual", "Discount rate": "discountRateAnnual", "paymentAmout": "paymentAmount",
		"Landlord": "", "Start date": "", "rentFreeMonths": "", "Entity": "",
	} {
		_, err := leasecsv.NewReader(strings.NewReader(required + "," + name + "\n"))
		if err == nil {
			t.Errorf("%s was accepted", name)
			continue
		}
		suffix := " is not recognized"
		if want != "" {
			suffix = " is not recognized (did you mean " + want + "?)"
		}
		if got := err.Error(); !strings.HasSuffix(got, `"`+name+`"`+suffix) {
			t.Errorf("%s: got %q", name, got)
		}
	}
}

// The template names every field that is one value, and its row is a lease.
func TestTemplateIsReadable(t *testing.T) {
	t.Parallel()
	var file bytes.Buffer
	if err := leasecsv.WriteTemplate(&file); err != nil {
		t.Fatal(err)
	}
	header, _, _ := strings.Cut(file.String(), "\n")
	columns := strings.Split(header, ",")
	for _, field := range leasehold.FieldNames() {
		if !slices.Contains(columns, field) && nested[field] == "" {
			t.Errorf("the template has no column %s", field)
		}
	}
	rows := readAll(t, file.String())
	if len(rows) != 1 || rows[0].Err != nil || rows[0].ID == "" || rows[0].Lease.ID != rows[0].ID || rows[0].Lease.Tags["entity"] == "" {
		t.Errorf("got %+v", rows)
	}
}

// nested are the fields that are lists or objects, with a value.
var nested = map[string]string{
	"tags": `{"entity":"E"}`, "rentSteps": `[{"from":"2027-01-01","paymentAmount":2}]`, "rentFree": `[{"from":"2026-01-01","months":1}]`,
	"otherPayments": `[{"date":"2026-02-01","amount":5}]`, "basis": `{"discounting":"effective"}`,
	"events": `[{"date":"2026-06-01","type":"impairment","impairmentLoss":0}]`,
}

// Every field of the contract is read as the kind of value that it is, so that
// a new one cannot be forgotten here.
func TestEveryFieldCanBeWritten(t *testing.T) {
	t.Parallel()
	values := map[string]string{
		"standard": "GASB_87", "commencementDate": "2026-01-01", "paymentFrequency": "annual", "paymentTiming": "arrears", "termMonths": "24",
		"classification": "finance", "transfersOwnership": "true", "purchaseOptionReasonablyCertain": "true", "specializedAsset": "true",
		"id": "4711", "name": "007", "currency": "EUR", "fund": "government_wide",
	}
	// What is allowed under one standard, or beside some fields, alone.
	alone := map[string]map[string]string{
		"annualEscalationAmount":  {"annualEscalationPct": ""},
		"guaranteedResidualValue": {"standard": "ASC_842", "fund": ""}, "assetTotalLifeMonths": {"standard": "ASC_842", "fund": ""},
		"restorationCost": {"standard": "IFRS_16", "fund": ""},
		"exemption": {
			"exemption": "short_term", "termMonths": "12", "purchaseOptionReasonablyCertain": "", "purchaseOptionAmount": "", "residualValueGuarantee": "",
			"rentSteps": "", "events": "",
		},
		"openingRouAsset": {"prepaidRent": "", "initialDirectCosts": "", "leaseIncentives": ""},
	}
	for _, name := range leasehold.FieldNames() {
		var header, cells []string
		for _, other := range leasehold.FieldNames() {
			value, ok := values[other]
			if !ok {
				value = "1"
			}
			if nested[other] != "" {
				value = `"` + strings.ReplaceAll(nested[other], `"`, `""`) + `"`
			}
			if changed, ok := alone[name][other]; ok {
				value = changed
			} else if alone[other] != nil && other != name {
				value = ""
			}
			header, cells = append(header, other), append(cells, value)
		}
		rows := readAll(t, strings.Join(header, ",")+"\n"+strings.Join(cells, ",")+"\n")
		if len(rows) != 1 || rows[0].Err != nil {
			t.Fatalf("%s: got %+v", name, rows)
		}
		if !bytes.Contains(rows[0].Lease.Append(nil), []byte(`"`+name+`":`)) {
			t.Errorf("%s was not read", name)
		}
	}
}

// A tag has a column of its own, and a fault within a list names the cell of the
// list.
func TestTagsHaveColumnsAndListsOneCell(t *testing.T) {
	t.Parallel()
	rows := readAll(t, required+",tag:entity,tag:cost centre,rentSteps\n"+
		"2026-01-01,60,1,0,\"A, B\",007,\"[{\"\"from\"\":\"\"2027-01-01\"\",\"\"paymentAmount\"\":2}]\"\n"+
		"2026-01-01,60,1,0,,,\"[{\"\"from\"\":\"\"2027-01-02\"\",\"\"paymentAmount\"\":2}]\"\n"+
		"2026-01-01,60,1,0,,,steps\n")
	if rows[0].Err != nil || rows[0].Lease.Tags["entity"] != "A, B" || rows[0].Lease.Tags["cost centre"] != "007" || len(rows[0].Lease.RentSteps) != 1 {
		t.Errorf("got %+v, %v", rows[0].Lease, rows[0].Err)
	}
	for i, want := range []string{"line 3, column 7 (rentSteps[0].from): ", "line 4, column 7 (rentSteps): "} {
		if err := rows[i+1].Err; err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	for _, header := range []string{",tag:", ",tags,tag:entity", ",tag:entity,tag:entity"} {
		if _, err := leasecsv.NewReader(strings.NewReader(required + header + "\n")); err == nil {
			t.Errorf("the header %s was accepted", header)
		}
	}
}

// A row has a bound: a quotation mark that is never closed does not take the
// rest of an endless file into memory.
func TestARowHasABound(t *testing.T) {
	t.Parallel()
	endless := io.MultiReader(strings.NewReader("commencementDate,termMonths,paymentAmount,discountRateAnnual\n\"2024-01-01"), zeros{})
	r, err := leasecsv.NewReader(endless)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Read(); !errors.Is(err, leasecsv.ErrRowTooLong) {
		t.Errorf("a row without an end: %v", err)
	}
	if _, err := leasecsv.NewReader(zeros{}); !errors.Is(err, leasecsv.ErrRowTooLong) {
		t.Errorf("a header without an end: %v", err)
	}
}

// zeros is a file without an end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '0'
	}
	return len(p), nil
}
