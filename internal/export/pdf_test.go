package export_test

import (
	"encoding/xml"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/export/paper"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// pdfPages returns the text of each page of a memo.
func pdfPages(t *testing.T, r *leasehold.Result, o export.Options) []string {
	t.Helper()
	path := onDisk(t, "lease.pdf", file(t, "pdf", operations.Compute.Name, r, o))
	text := judge(t, "poppler-utils", "pdftotext", "-layout", path, "-")
	return strings.Split(strings.TrimSuffix(text, "\f"), "\f")
}

// onPaper returns an amount as the tables print it, but without thousands separators.
func onPaper(text string) string {
	text = strings.ReplaceAll(text, ",", "")
	return strings.NewReplacer("(", "-", ")", "").Replace(text)
}

// The PDF contains every amount of the schedule and the journal, in the row of its period or entry.
func TestThePDFHasEveryFigureOfTheSchedule(t *testing.T) {
	t.Parallel()
	for name, body := range leases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := compute(t, body)
			text := strings.Join(pdfPages(t, r, export.Options{}), "\n")
			rows := map[string]string{}
			for line := range strings.Lines(text) {
				f := strings.Fields(line)
				if len(f) >= 11 && len(f) <= 11+len(wording.Sides) {
					rows[strings.Join(f[:4], " ")] = onPaper(strings.Join(f[4:], " "))
				}
			}
			for _, p := range r.Schedule {
				figures := []money.Amount{p.Payment, p.Interest, p.Principal, p.LiabilityClose, p.RouAmortization, p.RouAssetClose, p.LeaseExpense}
				for _, side := range wording.SidesOf(&r.Measurement) {
					figures = append(figures, side.Of(&p))
				}
				want := ""
				for _, a := range figures {
					want += " " + printed(r, a)
				}
				want = want[1:]
				if got := rows[fmt.Sprint(p.Number, " ", p.First, " ", p.Last, " ", p.Date)]; got != want {
					t.Errorf("period %d: got %q, want %q", p.Number, got, want)
				}
			}
			posted := map[string]int{}
			for _, m := range regexp.MustCompile(`(?m)^[ 0-9-]*(\S.*\S) {2,}([0-9,.]+)$`).FindAllStringSubmatch(text, -1) {
				posted[strings.TrimSpace(m[1])+" "+onPaper(m[2])]++
			}
			for _, e := range leasehold.Journal(&r.Measurement) {
				for _, l := range wording.Netted(e.Lines) {
					line := l.Account.String() + " " + printed(r, l.Debit.Add(l.Credit))
					if posted[line]--; posted[line] < 0 {
						t.Errorf("%s: the line %s is not there", e.Date, line)
					}
				}
			}
			if len(r.Schedule) > 100 && !strings.Contains(text, "Carried forward") {
				t.Error("nothing is carried forward")
			}
		})
	}
}

// The memo has a file name, uses accountants' terms, shows criteria that were not tested,
// reconciles the maturities to the liability, and has no more than three pages.
func TestThePDFMemoIsComplete(t *testing.T) {
	t.Parallel()
	for name, body := range leases {
		for _, size := range []paper.Size{paper.Letter, paper.A4} {
			r := compute(t, body)
			pages := pdfPages(t, r, export.Options{Paper: size, Version: "1.0"})
			memo := ""
			for i, page := range pages {
				if strings.Contains(page, "Appendix A. Schedule") {
					break
				}
				if i == 3 && len(r.Events) == 0 {
					t.Errorf("%s on %s: the memo takes more than three pages", name, size)
				}
				memo += page
			}
			memo = strings.Join(strings.Fields(memo), " ")
			d := &r.Disclosures
			figure := func(name string, a money.Amount) string {
				return r.Lease.Standard.Say(name) + " " + wording.Accounting(a, wording.Places(&r.Lease))
			}
			want := []string{
				"Entity", r.Lease.Standard.Say("Lessor"), r.Lease.Standard.Say("Lease ID") + " " + r.Lease.ID, "Prepared by", "Reviewed by", "Payment timing In ", "Annual discount rate",
				r.Classification.Rationale, figure(wording.TotalPayments, d.TotalUndiscountedPayments), ". Basis in the standard", ". Notes", "SHA-256",
			}
			if wording.Reconciles(&r.Lease) {
				want = append(want,
					figure(wording.LessInterest, d.ImputedInterest)+" "+figure(wording.LeaseLiability, r.InitialLiability),
					figure(wording.CurrentPortion, d.CurrentLiability)+" "+figure(wording.LongTermPortion, d.LongTermLiability)+" "+
						figure(wording.LeaseLiability, r.InitialLiability))
			}
			for _, recognized := range []string{wording.LeaseLiability + ", the present value", "of the asset, straight-line over"} {
				if r.Lease.Exemption != leasehold.NoExemption && strings.Contains(memo, recognized) {
					t.Errorf("%s: the memo of an exempt lease has %q", name, recognized)
				}
			}
			if r.Lease.Name != "" {
				want = append(want, r.Lease.Name, r.Lease.Tags["entity"])
			}
			for i := range r.Events {
				for _, in := range wording.StatedBy(&r.Lease, i) {
					want = append(want, in.Label+" "+strings.Join(strings.Fields(in.Value), " "))
				}
				for _, f := range wording.OfEvent(r.Lease.Standard, &r.Events[i]) {
					want = append(want, figure(f.Label, f.Amount))
				}
			}
			for i := range r.Classification.Criteria {
				k := &r.Classification.Criteria[i]
				want = append(want, wording.Sentence(wording.Verdict(k))+" "+k.Label, k.Detail)
			}
			for _, sentence := range append(r.CitationTexts(), r.NoteTexts()...) {
				want = append(want, "• "+sentence)
			}
			for _, w := range want {
				if !strings.Contains(memo, w) {
					t.Errorf("%s on %s: the memo does not say %q", name, size, w)
				}
			}
			for _, note := range r.NoteTexts() {
				memo = strings.ReplaceAll(memo, note, "")
			}
			for _, field := range leasehold.FieldNames() {
				if field != strings.ToLower(field) && strings.Contains(memo, field) {
					t.Errorf("%s: the memo names the field %s of the API", name, field)
				}
			}
		}
	}
}

// All text stays within the page on both paper sizes, however long the numbers are.
func TestThePDFStaysOnThePage(t *testing.T) {
	t.Parallel()
	long := map[string]string{
		"digits": `{"commencementDate":"2026-01-01","termMonths":26,"paymentAmount":1000.` + strings.Repeat("1234567890", 38) + `,"discountRateAnnual":0.0` +
			strings.Repeat("1234567890", 38) + `,"prepaidRent":7.` + strings.Repeat("1", 380) + `}`,
		"amounts": `{"commencementDate":"2026-01-01","termMonths":1200,"paymentAmount":999999999999999.99,"discountRateAnnual":0.06,"paymentFrequency":"annual",` +
			`"annualEscalationPct":1,"leaseIncentives":999999999999999.99}`,
		"stub": leases["finance"],
	}
	for name, body := range long {
		for _, size := range []paper.Size{paper.Letter, paper.A4} {
			path := onDisk(t, "lease.pdf", file(t, "pdf", operations.Compute.Name, compute(t, body), export.Options{Paper: size}))
			var document struct {
				Pages []struct {
					Width  float64 `xml:"width,attr"`
					Height float64 `xml:"height,attr"`
					Words  []struct {
						Left   float64 `xml:"xMin,attr"`
						Top    float64 `xml:"yMin,attr"`
						Right  float64 `xml:"xMax,attr"`
						Bottom float64 `xml:"yMax,attr"`
						Text   string  `xml:",chardata"`
					} `xml:"word"`
				} `xml:"body>doc>page"`
			}
			if err := xml.Unmarshal([]byte(judge(t, "poppler-utils", "pdftotext", "-bbox", path, "-")), &document); err != nil {
				t.Fatal(err)
			}
			width, height := size.Millimetres()
			const pointsPerMillimetre = 72 / 25.4
			for n, page := range document.Pages {
				wide, tall := width*pointsPerMillimetre, height*pointsPerMillimetre
				if page.Width > page.Height {
					wide, tall = tall, wide
				}
				if page.Width < wide-1 || page.Width > wide+1 || page.Height < tall-1 || page.Height > tall+1 {
					t.Fatalf("%s on %s: page %d is %.0f by %.0f points", name, size, n+1, page.Width, page.Height)
				}
				const edge = 25 // width of the margin in points
				for _, w := range page.Words {
					if w.Left < edge || w.Right > page.Width-edge || w.Top < edge || w.Bottom > page.Height-edge {
						t.Fatalf("%s on %s: page %d has %q at the edge of the paper", name, size, n+1, w.Text)
					}
				}
			}
		}
	}
}

// On the pages of a long schedule, flows are added up but balances are carried forward. No balance
// is labeled as a total.
func TestPDFTotalsAddUpFlows(t *testing.T) {
	t.Parallel()
	r := compute(t, leases["ifrs"])
	totals, carried, starts := 0, 0, 0
	for _, page := range pdfPages(t, r, export.Options{}) {
		for line := range strings.Lines(page) {
			f := strings.Fields(line)
			switch {
			case strings.HasPrefix(strings.TrimSpace(line), "Page total"):
				if totals++; len(f) != 2+5 {
					t.Errorf("a page total has %d amounts: %s", len(f)-2, line)
				}
			case strings.HasPrefix(strings.TrimSpace(line), "Carried forward"):
				if carried++; len(f) != 2+7 {
					t.Errorf("%d amounts are carried forward: %s", len(f)-2, line)
				}
			case len(f) == 3 && f[0] == "Commencement" && f[1] != "date":
				if starts++; f[1] != wording.Amount(r.InitialLiability, 2) || f[2] != wording.Amount(r.InitialRouAsset, 2) {
					t.Errorf("the schedule starts from %s", line)
				}
			}
		}
	}
	if carried == 0 || totals != carried+1 || starts != 1 {
		t.Errorf("%d page totals, %d lines carried forward, %d starts", totals, carried, starts)
	}
}

// Names in Latin, Greek and Cyrillic letters are shown. Other letters appear as code points, which
// a note explains.
func TestThePDFPrintsNamesInOtherScripts(t *testing.T) {
	t.Parallel()
	const body = `{"id":"L-7","name":%q,"tags":{"entity":"Ελλάς"},"commencementDate":"2026-01-01","termMonths":3,"paymentAmount":1000,"discountRateAnnual":0.06}`
	for name, want := range map[string]string{
		"Köln Żółć Ελλάδα Москва": "Köln Żółć Ελλάδα Москва",
		"Büro オフィス":               "Büro [U+30AA][U+30D5][U+30A3][U+30B9]",
		"משרד":                    "[U+05DE][U+05E9][U+05E8][U+05D3]",
	} {
		text := strings.Join(strings.Fields(strings.Join(pdfPages(t, compute(t, fmt.Sprintf(body, name)), export.Options{}), "\n")), " ")
		if !strings.Contains(text, want+": Operating lease, commencement") || !strings.Contains(text, "Entity Ελλάς") {
			t.Errorf("%s is not shown as %s", name, want)
		}
		if said := strings.Contains(text, "are shown as their code points"); said != strings.Contains(want, "[U+") {
			t.Errorf("%s: the memo says that characters are missing: %v", name, said)
		}
	}
}

// METHOD 20.1: the memo shows the discount rate, the rows of the rate table, their sources, and the
// interpolation.
func TestMethod20_1_TheMemoHasTheRateTable(t *testing.T) {
	t.Parallel()
	l, err := leasehold.Decode([]byte(`{"commencementDate":"2026-03-01","termMonths":48,"paymentAmount":1000,"currency":"EUR","tags":{"entity":"DE"},"discountRates":[
		{"validFrom":"2026-01-01","termMonths":36,"discountRateAnnual":0.051,"currency":"EUR","tags":{"entity":"DE"},"source":"Treasury 12/2025"},
		{"validFrom":"2026-01-01","termMonths":60,"discountRateAnnual":0.055,"currency":"EUR","tags":{"entity":"DE"},"source":"Treasury 12/2025"}],
		"events":[{"date":"2028-03-01","type":"reassessment","termMonths":36}]}`))
	if err != nil {
		t.Fatal(err)
	}
	r, err := leasehold.Compute(l)
	if err != nil {
		t.Fatal(err)
	}
	pages := judge(t, "poppler-utils", "pdftotext", "-layout", onDisk(t, "memo.pdf", paperOf(t, "pdf", "compute", r, export.Options{Currency: "EUR"})), "-")
	text := strings.Join(strings.Fields(pages), " ")
	for _, want := range []string{
		"Discount rates from the table",
		"Commencement, 2026-03-01, 48 months left 5.3% Row 0, as of 2026-01-01, 36 months 5.1% • Source: Treasury 12/2025; for EUR; entity=DE",
		"Row 1, as of 2026-01-01, 60 months 5.5%", "The rate is interpolated by months between the two rows.",
		"Reassessment, 2028-03-01, 12 months left 5.1%", "The rate is from the table's shortest term, 36 months.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the memo does not have %q", want)
		}
	}
}
