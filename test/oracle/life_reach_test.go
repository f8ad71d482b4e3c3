package oracle_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/test/oracle"
)

// TestLivesReachEveryCorner checks that some hundreds of random leases include
// each of these cases.
func TestLivesReachEveryCorner(t *testing.T) {
	t.Parallel()
	corners := []string{
		"nominal", "effective", "actual_365", "settled", "settled, nothing paid", "rentSteps", "a step to 0", "annualEscalationAmount", "rentFree",
		"share", "otherPayments", "incentive on a day", "several on a day", "inside a row", "short_term", "low_value", "exempt with direct costs",
		"restorationCost", "guaranteedResidualValue", "assetTotalLifeMonths", "excepted", "governmental", "openingRouAsset", "opening below 0",
		"decimals 0", "decimals 2", "decimals 3", "tags", "29 February", "31st",
		"index expensed", "index remeasured", "index with a rate", "contingency_resolved remeasured", "residual_guarantee remeasured",
		"reassessment remeasured", "modification remeasured", "impairment impaired", "impairment of 0", "termination derecognized",
		"purchase derecognized", "penalty received", "purchase below 0", "several events on a day", "event on the first day after commencement",
		"event on the last day of the term", "event at a row's start", "event inside a row", "row of one day", "row cut twice",
		"extended", "shortened", "a begun stub longer", "variable cost", "variable below 0", "gain", "loss", "asset floored", "gain by term alone",
		"gain by liability", "operating to finance", "finance to operating", "impaired pattern", "impaired, then measured", "negative asset",
		"event after an impairment", "nine events", "fraction of a month", "changePct", "rentSteps at an event", "rentFree at an event",
		"otherPayments at an event", "escalation at an event", "an empty list at an event", "costs at an event", "asset left at the end",
	}
	seen := map[string]int{}
	refused := map[string]int{}
	for seed := range uint64(500) {
		body := string(Generate(seed))
		a, err := solve(body)
		if err != nil {
			t.Fatalf("%v in %s", err, body)
		}
		see := func(corner string, holds bool) {
			if holds {
				seen[corner]++
			}
		}
		seeContract(see, a)
		seeEvents(see, a)
		if wrong, field := GenerateRefused(seed); field != "" {
			refused[lastName(field)]++
			if _, err := solve(string(wrong)); err == nil {
				t.Errorf("%s is not refused for %s", wrong, field)
			}
		}
		if allSeen(seen, corners) {
			t.Logf("after %d lives", seed+1)
			break
		}
	}
	for _, corner := range corners {
		if seen[corner] == 0 {
			t.Errorf("no life has: %s", corner)
		}
		t.Logf("%5d %s", seen[corner], corner)
	}
	t.Logf("refused: %v", refused)
}

func lastName(field string) string { return field[strings.LastIndexByte(field, '.')+1:] }

func seeContract(see func(string, bool), a *oracle.Answer) {
	in := map[string]string{}
	days := map[string]int{}
	for _, m := range a.Input {
		in[m.Name] = m.Value
		name := lastName(m.Name)
		see("share", name == "share" && m.Value != "1")
		see("incentive on a day", m.Value == `"incentive"`)
		see("a step to 0", strings.HasPrefix(m.Name, "rentSteps") && name == "paymentAmount" && m.Value == "0")
		see("tags", strings.HasPrefix(m.Name, "tags."))
		if strings.HasPrefix(m.Name, "otherPayments") && name == "date" {
			days[m.Value]++
			see("several on a day", days[m.Value] == 2)
		}
		member, _, _ := strings.Cut(m.Name, ".")
		see(member, name == "0" || strings.HasSuffix(m.Name, ".0.from") || strings.HasSuffix(m.Name, ".0.date") || member == m.Name)
		if parts := strings.Split(m.Name, "."); len(parts) > 2 && parts[0] == "events" {
			see(parts[2]+" at an event", true)
			see("an empty list at an event", m.Value == "[]")
			see("changePct", parts[2] == "changePct")
			see("escalation at an event", strings.HasPrefix(parts[2], "annualEscalation"))
			see("costs at an event", parts[2] == "initialDirectCosts")
		}
	}
	for _, name := range []string{"basis.discounting", "basis.commencementPayment", "exemption", "fund"} {
		see(strings.Trim(in[name], `"`), in[name] != "")
	}
	see("nominal", in["basis.discounting"] == "")
	see("settled, nothing paid", a.CommencementPayment != nil && a.CommencementPayment.Sign() == 0)
	see("exempt with direct costs", a.Exemption != "" && in["initialDirectCosts"] != "")
	see("opening below 0", strings.HasPrefix(in["openingRouAsset"], "-"))
	see(fmt.Sprintf("decimals %d", a.Decimals), true)
	see("29 February", strings.HasSuffix(a.Commencement, "-02-29"))
	see("31st", strings.HasSuffix(a.Commencement, "-31"))
	for _, c := range a.Criteria {
		see("excepted", c.Excepted)
	}
	for k := range a.Rows {
		row := &a.Rows[k]
		for i := range 30 {
			date := in[fmt.Sprintf("otherPayments.%d.date", i)]
			see("inside a row", len(date) > 2 && date[1:len(date)-1] > row.First && date[1:len(date)-1] < row.Last)
		}
	}
}

func seeEvents(see func(string, bool), a *oracle.Answer) {
	starts, ends, months, class := map[string]bool{}, map[string]bool{}, a.TermMonths, a.Classification
	for k := range a.Rows {
		row := &a.Rows[k]
		starts[row.First], ends[row.Last] = true, true
		see("row of one day", row.First == row.Last)
		see("fraction of a month", !row.Months.IsInt())
		see("variable cost", row.Variable.Sign() > 0)
		see("variable below 0", row.Variable.Sign() < 0)
		see("negative asset", row.RouAssetClose.Sign() < 0)
		see("row cut twice", k > 1 && !row.Months.IsInt() && !a.Rows[k-1].Months.IsInt() && !a.Rows[k-2].Months.IsInt())
	}
	see("asset left at the end", a.Rows[len(a.Rows)-1].RouAssetClose.Sign() > 0)
	see("nine events", len(a.Events) == 9)
	impaired := false
	for i, e := range a.Events {
		see(e.Type+" "+e.Treatment, true)
		see("several events on a day", i > 0 && a.Events[i-1].Date == e.Date)
		on, _ := time.Parse(time.DateOnly, e.Date)
		evening := on.AddDate(0, 0, -1).Format(time.DateOnly)
		see("event on the first day after commencement", evening == a.Commencement)
		see("event on the last day of the term", e.Date == a.Rows[len(a.Rows)-1].Last)
		see("event at a row's start", starts[e.Date])
		see("event inside a row", !starts[e.Date] && e.Treatment == "expensed")
		see("extended", e.TermMonths > months)
		see("shortened", e.TermMonths < months)
		see("gain", e.GainOrLoss.Sign() > 0)
		see("loss", e.GainOrLoss.Sign() < 0)
		see("gain by term alone", e.TermMonths < months && e.Type == "modification" && e.GainOrLoss.Sign() != 0 && a.SingleModel)
		see("asset floored", e.Treatment == "remeasured" && e.LiabilityDerecognized.Sign() == 0 && e.RouAssetDerecognized.Sign() == 0 && e.GainOrLoss.Sign() > 0)
		see("operating to finance", class == "operating" && e.Classification == "finance")
		see("finance to operating", class == "finance" && e.Classification == "operating")
		see("impairment of 0", e.Type == "impairment" && e.ImpairmentLoss.Sign() == 0)
		see("impaired pattern", e.Type == "impairment" && e.Classification == "operating")
		see("event after an impairment", impaired)
		see("impaired, then measured", impaired && e.Treatment == "remeasured" && e.Classification == "operating")
		see("penalty received", e.Type == "termination" && e.GainOrLoss.Cmp(less(e.LiabilityBefore, e.RouAssetBefore)) > 0)
		see("purchase below 0", e.Type == "purchase" && e.GainOrLoss.Sign() > 0)
		see("gain by liability", hasMember(a, fmt.Sprintf("events.%d.proportion", i), `"liability"`) && e.GainOrLoss.Sign() != 0)
		see("a begun stub longer", e.TermMonths > months && hasMember(a, "paymentTiming", `"advance"`) && stubFrom(a, months) < e.Date)
		see("index with a rate", e.Type == "index" && stated(a, fmt.Sprintf("events.%d.discountRateAnnual", i)))
		months, class = e.TermMonths, e.Classification
		impaired = impaired || e.Type == "impairment"
	}
}

// stubFrom is the first day of a final stub; without a stub it is after all
// days.
func stubFrom(a *oracle.Answer, months int) string {
	for frequency, period := range map[string]int{"quarterly": 3, "semiannual": 6, "annual": 12} {
		if hasMember(a, "paymentFrequency", `"`+frequency+`"`) && months%period != 0 {
			first, _ := time.Parse(time.DateOnly, a.Commencement)
			return (&sketch{first: first}).month(months / period * period).Format(time.DateOnly)
		}
	}
	return "9"
}

func stated(a *oracle.Answer, name string) bool {
	return slices.ContainsFunc(a.Input, func(m oracle.Member) bool { return m.Name == name })
}

func hasMember(a *oracle.Answer, name, value string) bool {
	return slices.Contains(a.Input, oracle.Member{Name: name, Value: value})
}
