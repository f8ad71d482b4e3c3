package leasefile_test

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/leasefile"
)

// read reads all rows of a file and fails the test if the file cannot be opened.
func read(tb testing.TB, in io.Reader, o leasefile.Options) []leasefile.Row {
	tb.Helper()
	f, err := leasefile.Open(in, o)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // the file is only read, so closing it loses no data
	rows, err := allRows(f)
	if err != nil {
		tb.Fatal(err)
	}
	return rows
}

// allRows returns all rows of a file, followed by an error row for each list row that belongs to no
// lease.
func allRows(f *leasefile.File) (list []leasefile.Row, err error) {
	var c leasefile.Chunk
	d := f.NewDecoder()
	for err = f.Next(&c); err == nil; err = f.Next(&c) {
		list = slices.AppendSeq(list, d.Rows(&c))
	}
	if !errors.Is(err, io.EOF) {
		return list, err
	}
	for _, e := range f.Unclaimed() {
		list = append(list, leasefile.Row{Place: e.Place, Err: e})
	}
	return list, nil
}

func readText(tb testing.TB, file string) []leasefile.Row {
	tb.Helper()
	return read(tb, strings.NewReader(file), leasefile.Options{})
}

func lease(tb testing.TB, body string) *leasehold.Lease {
	tb.Helper()
	l, err := leasehold.Decode([]byte(body))
	if err != nil {
		tb.Fatal(err)
	}
	return l
}

const (
	required = "commencementDate,termMonths,paymentAmount,discountRateAnnual"
	plain    = `"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06`
)

// A table row and a JSON object with the same values produce the same lease.
func TestARowIsALease(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ file, want string }{
		"plain": {required + "\n2026-01-01,60,10000,0.06\n", `{` + plain + `}`},
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
		"as a spreadsheet of the United States saves it": {
			"Lease ID,Lease,Entity,Start date,Term (months),Monthly rent,IBR,Timing,Ownership transfers,Annual increase\n" +
				"L-1,Head office,Example Inc.,1/15/2026,60,\"$10,000.00 \",6.00%,In advance,No,3%\n",
			`{"id":"L-1","name":"Head office","tags":{"Entity":"Example Inc."},"commencementDate":"2026-01-15","termMonths":60,"paymentAmount":10000.00,` +
				`"discountRateAnnual":0.06,"paymentTiming":"advance","transfersOwnership":false,"annualEscalationPct":0.03}`,
		},
		"a column Lease has the id where no other has": {
			"Lease,Start date,Term (months),Monthly rent,IBR\nOffice 1,2026-01-01,60,10000,6%\n", `{"id":"Office 1",` + plain + `}`,
		},
		"as a spreadsheet of Germany saves it": {
			"id;commencement;months;rent;discount rate (%);frequency;currency\nL-1;15.01.2026;60;10.000,50;6,25;Quarterly;EUR\n",
			`{"id":"L-1","commencementDate":"2026-01-15","termMonths":60,"paymentAmount":10000.50,"discountRateAnnual":0.0625,"paymentFrequency":"quarterly","currency":"EUR"}`,
		},
		"titles above the headings": {
			"Lease register,,,\nas of 31 December 2025,,,\n\n" + required + "\n2026-01-01,60,10000,0.06\n", `{` + plain + `}`,
		},
		"empty cells are absent, spaces do not count": {
			"standard, termMonths,commencementDate ,paymentAmount,discountRateAnnual,prepaidRent\n, 60 ,2026-01-01,10000,6%,\n", `{` + plain + `}`,
		},
		"short rows and a spreadsheet's empty columns": {required + ",prepaidRent,,\n2026-01-01,60,10000,0.06\n", `{` + plain + `}`},
		"byte order mark, Windows line ends, semicolons, empty rows": {
			"\ufeff" + strings.ReplaceAll(required, ",", ";") + "\r\n;;;\r\n\r\n2026-01-01;60;10000;0.06\r\n", `{` + plain + `}`,
		},
		"tabs and quotes": {strings.ReplaceAll(required, ",", "\t") + "\n\"2026-01-01\"\t\"60\"\t10000\t0.06", `{` + plain + `}`},
		"a cell of several lines and quotation marks": {
			"name," + required + "\n\"Depot \"\"North\"\",\nhall 2\",2026-01-01,60,10000,0.06\n", "",
		},
		"a term by its last day": {
			"start date,end date,rent,rate\n2026-01-31,2031-01-30,10000,0.06\n",
			`{"commencementDate":"2026-01-31","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06}`,
		},
		"a term in years": {"start date,term (years),rent,rate\n2026-01-01,5,10000,0.06\n", `{` + plain + `}`},
		"months count, and the end is left out": {
			"start date,end date,term months,rent,rate\n2026-01-01,2030-12-31,60,10000,0.06\n", `{` + plain + `}`,
		},
		"conventions": {
			required + ",basis.discounting,commencement payment\n2026-01-01,60,10000,0.06,Effective,settled\n",
			`{` + plain + `,"basis":{"discounting":"effective","commencementPayment":"settled"}}`,
		},
	} {
		rows := readText(t, c.file)
		if len(rows) != 1 {
			t.Errorf("%s: got %d rows", name, len(rows))
			continue
		}
		if c.want == "" { // a name must not contain a line break, which is a control character
			if rows[0].Err == nil || !strings.HasPrefix(rows[0].Err.Error(), "line 2, column A (name): ") {
				t.Errorf("%s: %v", name, rows[0].Err)
			}
			continue
		}
		if rows[0].Err != nil {
			t.Errorf("%s: %v", name, rows[0].Err)
		} else if want := lease(t, c.want); !reflect.DeepEqual(rows[0].Lease, want) {
			t.Errorf("%s: got %s, want %s", name, rows[0].Lease.Append(nil), want.Append(nil))
		}
	}
}

// The error for a row names the line and the column. The rows after an invalid row are still read.
func TestInvalidRowsNameLineAndColumn(t *testing.T) {
	t.Parallel()
	rows := readText(t, "id,"+required+",specializedAsset\n"+
		"a,2026-01-01,60,ten,5%%,perhaps\n"+
		"\n"+
		"b,2026-13-01,,1,0\n"+
		"c,2026-01-01,60,1,0,true,extra\n"+
		"d\",2026-01-01,60,1,0\n"+
		"e,2026-01-01,60,1,0\n"+
		"f,2026-01-01,60,1,6\n"+
		"g,2026-01-01,\xff,1,0\n")
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
		{8, "f", []place{{5, "discountRateAnnual"}}},
		{9, "g", []place{{3, "termMonths"}}},
	}
	if len(rows) != len(want) {
		t.Fatalf("got %d rows, want %d", len(rows), len(want))
	}
	for i, w := range want {
		var got []place
		if bad, ok := errors.AsType[*leasefile.RowError](rows[i].Err); ok {
			for _, p := range bad.Problems {
				got = append(got, place{p.Column, p.Field})
			}
		}
		if rows[i].Place.Line != w.line || rows[i].ID != w.id || !slices.Equal(got, w.places) {
			t.Errorf("row %d: got line %d, id %q, problems %v (%v); want %+v", i, rows[i].Place.Line, rows[i].ID, got, rows[i].Err, w)
		}
	}
	const message = `line 2, column D (paymentAmount): "ten" is not a number; column E (discountRateAnnual): "5%%" is not a number; column F (specializedAsset): `
	if got := rows[0].Err.Error(); !strings.HasPrefix(got, message) {
		t.Errorf("got message %q, want %q first", got, message)
	}
	if invalid, ok := errors.AsType[*leasehold.InvalidError](rows[0].Err); !ok || invalid.Field() != "paymentAmount" {
		t.Errorf("a refused row is not the engine's refusal of paymentAmount: %v", invalid)
	}
}

func TestInvalidHeadingsNameTheColumn(t *testing.T) {
	t.Parallel()
	for file, want := range map[string][]string{
		"":                             {"the file is empty"},
		"\xff\xfei\x00d\x00":           {"UTF-16"},
		required + "\r2026,1\r":        {"the lines end in a carriage return without a line feed; save the file as CSV UTF-8"},
		required + ",termMonth\n,,,,6": {"line 1, column E", `"termMonth"`, "did you mean termMonths?"},
		required + ",term months\n":    {"line 1, column E", `"term months" is a second column for termMonths; column B (termMonths) is the first`},
		required + ",lease term\n":     {"line 1, column E", "months or in years", "write termMonths"},
		"id,Lease ID," + required:      {"line 1, column B", `"Lease ID" is a second column for id`},
		"termMonths\n":                 {"column commencementDate is missing", "column paymentAmount is missing"},
		"2026-01-01,60,10000,0.06\n":   {"column commencementDate is missing"},
		"\"" + required + "\n2026,1\n": {"line 1", "a quotation mark is not closed"},
	} {
		_, err := leasefile.Open(strings.NewReader(file), leasefile.Options{})
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

// Columns returns each column's field. A column with an unknown heading is ignored if it is empty
// or the caller excludes it.
func TestColumnsReportTheirMeaning(t *testing.T) {
	t.Parallel()
	f, err := leasefile.Open(strings.NewReader("Lease no.,"+required+",Landlord,tag:cost centre,Rent increase %,,Notes,Renewal,site\n,,,,,,,,,,x,B\n"),
		leasefile.Options{Tags: []string{"Site"}, Ignore: []string{"renewal"}})
	if err != nil {
		t.Fatal(err)
	}
	want := []leasefile.Column{
		{Heading: "Lease no.", Field: "id"},
		{Heading: "commencementDate", Field: "commencementDate"},
		{Heading: "termMonths", Field: "termMonths"},
		{Heading: "paymentAmount", Field: "paymentAmount"},
		{Heading: "discountRateAnnual", Field: "discountRateAnnual"},
		{Heading: "Landlord", Tag: "Landlord"},
		{Heading: "tag:cost centre", Tag: "cost centre"},
		{Heading: "Rent increase %", Field: "annualEscalationPct", Percent: true},
		{},
		{Heading: "Notes", Why: "the heading is not recognized"},
		{Heading: "Renewal", Why: "ignored as requested"},
		{Heading: "site", Tag: "Site"},
	}
	for i := range want {
		want[i].Letter = string(rune('A' + i))
	}
	if got := f.Columns(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
}

// METHOD 25.9: a column that has values under an unknown heading is an error, and the message
// suggests similar headings. This also applies to list sheets, and to columns whose first value is
// many rows below the heading.
func TestUnknownColumnsWithValuesAreRejected(t *testing.T) {
	t.Parallel()
	const row = "\n2026-01-01,60,10000,0.06"
	for file, want := range map[string]string{
		required + ",Region" + row + ",North\n":    `line 1, column E: "Region" is not recognized (the nearest headings are `,
		required + ",Paymnet day" + row + ",5\n":   `if it is a tag, write tag:Paymnet day; otherwise rename the column, or list it in --ignore-columns`,
		required + ",currncy" + row + ",USD\n":     `"currncy" is not recognized (did you mean currency?)`,
		required + ",entty" + row + ",North\n":     `"entty" is not recognized (did you mean entity?)`,
		required + ",tag:a,tag:a" + row + ",1,2\n": `is a second column for tag:a`,
	} {
		if _, err := leasefile.Open(strings.NewReader(file), leasefile.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v", file, err)
		}
	}
	unexpectedValue := required + ",Region" + strings.Repeat(row, 3000) + row + ",North\n"
	rows := readText(t, unexpectedValue)
	if err := rows[len(rows)-1].Err; rows[0].Err != nil || err == nil || !strings.Contains(err.Error(), `line 3002, column E "Region" (body): the heading is not recognized`) {
		t.Errorf("a late value: got %v", err)
	}
	rates := "validFrom,termMonths,rate,sorce\n2026-01-01,60,0.06,Treasury\n"
	if _, err := leasefile.OpenRates(strings.NewReader(rates), leasefile.Options{}); err == nil || !strings.Contains(err.Error(), "did you mean source?") {
		t.Errorf("rates: got %v", err)
	}
}

// nested contains a JSON value for each field that holds a list or an object.
var nested = map[string]string{
	"tags": `{"entity":"E"}`, "rentSteps": `[{"from":"2027-01-01","paymentAmount":2}]`, "rentFree": `[{"from":"2026-01-01","months":1}]`,
	"otherPayments": `[{"date":"2026-02-01","amount":5}]`, "basis": `{"discounting":"effective"}`,
	"initialApplication": `{"date":"2026-03-01","prepaidOrAccruedRent":-5}`,
	"events":             `[{"date":"2026-06-01","type":"impairment","impairmentLoss":0}]`, "discountRates": `[{"validFrom":"2026-01-01","termMonths":24,"discountRateAnnual":0.05}]`,
	"components":       `[{"name":"a","kind":"lease","standalonePrice":1},{"name":"b","kind":"service","standalonePrice":1}]`,
	"variablePayments": `[{"date":"2026-02-01","amount":5}]`, "subleaseIncome": `[{"date":"2026-02-01","amount":5}]`, "calendar": `{"from":"2026-02-01"}`,
	"subleases": `[{"from":"2026-02-01","to":"2026-03-31","receipts":[{"date":"2026-02-01","amount":5}]}]`,
	"evidence":  `{"termMonths":{"quote":"24 months"}}`,
}

// Every field of the API contract can be a column of a table.
func TestEveryFieldCanBeWritten(t *testing.T) {
	t.Parallel()
	values := map[string]string{
		"standard": "GASB_87", "commencementDate": "2026-01-01", "paymentFrequency": "annual", "paymentTiming": "arrears", "termMonths": "24",
		"classification": "finance", "transfersOwnership": "true", "purchaseOptionReasonablyCertain": "true", "specializedAsset": "true",
		"id": "4711", "at": "2026-06-30", "name": "007", "currency": "EUR", "functionalCurrency": "USD", "fund": "government_wide", "discountRateBasis": "IBR", "discountRateAnnual": "100%", "annualEscalationPct": "100%",
		"irrecoverableTaxRate": "100%",
	}
	// These values are valid only under one standard or together with other fields.
	alone := map[string]map[string]string{
		"annualEscalationAmount":  {"annualEscalationPct": ""},
		"guaranteedResidualValue": {"standard": "ASC_842", "fund": ""}, "assetTotalLifeMonths": {"standard": "ASC_842", "fund": ""},
		"restorationCost": {"standard": "IFRS_16", "fund": ""},
		"subleases":       {"standard": "IFRS_16", "fund": ""},
		"subleaseIncome":  {"standard": "IFRS_16", "fund": ""},
		"framework":       {"standard": "IFRS_16", "fund": "", "framework": "AASB 16"},
		"grantElement":    {"standard": "FRS_102", "fund": ""},
		"calendar":        {"rentSteps": ""},
		"exemption": {
			"exemption": "short_term", "termMonths": "12", "purchaseOptionReasonablyCertain": "", "purchaseOptionAmount": "", "residualValueGuarantee": "",
			"rentSteps": "", "events": "",
		},
		"initialApplication": {
			"standard": "FRS_102", "fund": "", "prepaidRent": "", "initialDirectCosts": "", "leaseIncentives": "",
		},
		"openingRouAsset":           {"prepaidRent": "", "initialDirectCosts": "", "leaseIncentives": ""},
		"openingRouAssetFunctional": {"functionalCurrency": "USD", "openingRouAsset": "1", "prepaidRent": "", "initialDirectCosts": "", "leaseIncentives": ""},
		"prepaidRentFunctional":     {"functionalCurrency": "USD"},
		"prepaidOrAccruedRentFunctional": {
			"functionalCurrency": "USD", "standard": "FRS_102", "fund": "", "prepaidRent": "", "initialDirectCosts": "", "leaseIncentives": "",
			"initialApplication": `"{""date"":""2026-03-01"",""prepaidOrAccruedRent"":-5}"`,
		},
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
		rows := readText(t, strings.Join(header, ",")+"\n"+strings.Join(cells, ",")+"\n")
		if len(rows) != 1 || rows[0].Err != nil {
			t.Fatalf("%s: got %+v", name, rows)
		}
		if !bytes.Contains(rows[0].Lease.Append(nil), []byte(`"`+name+`":`)) {
			t.Errorf("%s was not read", name)
		}
	}
}

// A column headed Class contains the classification if any of its values is a lease classification.
// Otherwise the column is a tag.
func TestClassIsAClassOfLeasesOrOfAssets(t *testing.T) {
	t.Parallel()
	const row = "2026-01-01,60,1,0,"
	for values, want := range map[string][2]string{
		"Operating lease\n" + row + "finance": {"operating", ""}, "Building\n" + row: {"derived", "Building"}, "\n" + row + "Vehicle": {"derived", ""},
	} {
		l := readText(t, required+",Class\n"+row+values+"\n")[0].Lease
		if got := [2]string{l.Classification.String(), l.Tags["Class"]}; got != want {
			t.Errorf("%q: got class and tag %q, want %q", values, got, want)
		}
	}
	f, err := leasefile.Open(strings.NewReader(required+",class\n"+row+"finance\n"), leasefile.Options{Tags: []string{"class"}})
	if err != nil || f.Columns()[4].Tag != "class" {
		t.Errorf("got %+v, %v; want the tag that an option names", f, err)
	}
}

// Each tag has its own column. A cell may contain a list as JSON, and the message about an error
// within the list names that cell.
func TestTagsHaveColumnsAndListsOneCell(t *testing.T) {
	t.Parallel()
	rows := readText(t, required+",tag:entity,tag:cost centre,rentSteps\n"+
		"2026-01-01,60,1,0,\"A, B\",007,\"[{\"\"from\"\":\"\"2027-01-01\"\",\"\"paymentAmount\"\":2}]\"\n"+
		"2026-01-01,60,1,0,,,\"[{\"\"from\"\":\"\"2027-01-02\"\",\"\"paymentAmount\"\":2}]\"\n"+
		"2026-01-01,60,1,0,,,steps\n")
	if rows[0].Err != nil || rows[0].Lease.Tags["entity"] != "A, B" || rows[0].Lease.Tags["cost centre"] != "007" || len(rows[0].Lease.RentSteps) != 1 {
		t.Errorf("got %+v, %v", rows[0].Lease, rows[0].Err)
	}
	for i, want := range []string{`line 3, column G "rentSteps" (rentSteps[0].from): `, "line 4, column G (rentSteps): "} {
		if err := rows[i+1].Err; err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	for _, header := range []string{",tag:", ",tags,tag:entity", ",tag:entity,tag:entity"} {
		if _, err := leasefile.Open(strings.NewReader(required+header+"\n"), leasefile.Options{}); err == nil {
			t.Errorf("the header %s was accepted", header)
		}
	}
}

// The caller or the other cells of the file determine how ambiguous dates and numbers are read. If
// neither does, an ambiguous value is rejected.
func TestAmbiguousDatesAndDecimalsFollowTheFile(t *testing.T) {
	t.Parallel()
	file := func(sep string, rows ...string) string {
		return strings.ReplaceAll("name,commencementDate,termMonths,paymentAmount,discountRateAnnual\n"+strings.Join(rows, "\n"), ",", sep)
	}
	for name, c := range map[string]struct {
		file       string
		o          leasefile.Options
		day, other string // date in the first row, or part of the error text
	}{
		"month first, by a later row": {file(",", "x,1/2/2026,60,100,0", "x,1/31/2026,60,100,0"), leasefile.Options{}, "2026-01-02", ""},
		"day first, by a later row":   {file(",", "x,1/2/2026,60,100,0", "x,31/1/2026,60,100,0"), leasefile.Options{}, "2026-02-01", ""},
		"both":                        {file(",", "x,1/2/2026,60,100,0", "x,31/1/2026,60,100,0", "x,1/31/2026,60,100,0"), leasefile.Options{}, "", "may be 2026-01-02 or 2026-02-01"},
		"neither":                     {file(",", "x,1/2/2026,60,100,0"), leasefile.Options{}, "", "may be 2026-01-02 or 2026-02-01"},
		"told":                        {file(",", "x,1/2/2026,60,100,0"), leasefile.Options{Dates: cell.DayFirst}, "2026-02-01", ""},
		"thousands by the separator":  {file(",", `x,2026-01-01,60,"1[000",0`), leasefile.Options{}, "", ""},
		"thousands or decimals":       {file(";", "x;2026-01-01;60;1.000;0"), leasefile.Options{}, "", "may be a number in thousands"},
		"thousands by another row":    {file(";", "x;2026-01-01;60;1.000;0", "x;2026-01-01;60;1[5;0"), leasefile.Options{}, "2026-01-01", ""},
	} {
		rows := readText(t, strings.ReplaceAll(c.file, "[", ","))
		if !reflect.DeepEqual(c.o, leasefile.Options{}) {
			rows = read(t, strings.NewReader(c.file), c.o)
		}
		switch err := rows[0].Err; {
		case c.other != "" && (err == nil || !strings.Contains(err.Error(), c.other)):
			t.Errorf("%s: got %v", name, err)
		case c.other == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case c.day != "" && rows[0].Lease.CommencementDate.String() != c.day:
			t.Errorf("%s: got %s", name, rows[0].Lease.CommencementDate)
		}
	}
}

// The length of a record is limited. If a quotation mark or a bracket is never closed, the reader
// does not load the remaining file into memory.
func TestRecordsAreBounded(t *testing.T) {
	t.Parallel()
	for _, start := range []string{required + "\n\"2024-01-01", "", "[", `[{"id":"`} {
		f, err := leasefile.Open(io.MultiReader(strings.NewReader(start), zeros{}), leasefile.Options{})
		if err == nil {
			_, err = allRows(f)
		}
		if err == nil {
			t.Errorf("a file that starts with %q and never ends was read", start)
		}
	}
	// An overlong line of NDJSON is skipped, but the lines before and after it are read.
	line := `{` + plain + `}` + "\n"
	rows := readText(t, line+`{"id":"`+strings.Repeat("x", 3<<20)+"\"}\n"+line)
	if len(rows) != 3 || rows[0].Err != nil || rows[1].Err == nil || rows[1].Place.Line != 2 || rows[2].Err != nil || rows[2].Place.Line != 3 {
		t.Errorf("got %+v", rows)
	}
}

// zeros acts as an endless file of zeros.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '0'
	}
	return len(p), nil
}
