package oracle

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// Member is a field of the normalized request. Name is the path of the field, such as
// `basis.discounting` or `rentSteps.0.from`. Value is its JSON text, which is `[]` for an empty
// list and `{}` for an empty object.
type Member struct{ Name, Value string }

var order = []string{
	"id", "name", "tags",
	"standard", "commencementDate", "termMonths", "paymentAmount", "discountRateAnnual", "paymentFrequency", "paymentTiming", "classification",
	"annualEscalationPct", "initialDirectCosts", "leaseIncentives", "prepaidRent", "residualValueGuarantee", "purchaseOptionAmount",
	"transfersOwnership", "purchaseOptionReasonablyCertain", "assetFairValue", "assetEconomicLifeMonths", "specializedAsset",
	"rentSteps", "annualEscalationAmount", "rentFree", "otherPayments", "basis", "exemption", "restorationCost", "guaranteedResidualValue",
	"assetTotalLifeMonths", "fund", "currency", "events", "openingRouAsset", "grantElement",
	"discountRates", "discountRateBasis", "initialApplication", "calendar", "components", "irrecoverableTaxRate", "variablePayments", "subleaseIncome", "subleases", "framework",
	"functionalCurrency", "exchangeRate", "openingRouAssetFunctional", "prepaidRentFunctional", "prepaidOrAccruedRentFunctional", "evidence",
}

// defaults maps the path of a field to its default value. The default of a field of a nested object
// applies only if the object is supplied. Paths have no list indices.
var defaults = map[string]string{
	"standard": `"ASC_842"`, "paymentFrequency": `"monthly"`, "paymentTiming": `"advance"`,
	"basis.discounting": `"nominal"`, "basis.commencementPayment": `"liability"`,
	"rentFree.share": "1", "otherPayments.kind": `"payment"`,
	"events.rentFree.share": "1", "events.otherPayments.kind": `"payment"`,
}

func normalized(m *reader) []Member {
	var members []Member
	for _, name := range order {
		members = append(members, printed(name, name, m.members[name])...)
	}
	return members
}

// printed lists the normalized fields of a value at path. kind is the path without list indices.
func printed(path, kind string, value any) []Member {
	switch v := value.(type) {
	case nil:
		if text, ok := defaults[kind]; ok {
			return []Member{{path, text}}
		}
		return nil
	case string:
		return []Member{{path, quote(v)}}
	case bool:
		return []Member{{path, fmt.Sprint(v)}}
	case json.Number:
		exact, ok := new(big.Rat).SetString(v.String())
		if !ok {
			panic("oracle: not a number: " + v.String())
		}
		return []Member{{path, plain(exact)}}
	case []any:
		if len(v) == 0 {
			return []Member{{path, "[]"}}
		}
		var members []Member
		for i, item := range v {
			members = append(members, printed(fmt.Sprintf("%s.%d", path, i), kind, item)...)
		}
		return members
	case map[string]any:
		return printedObject(path, kind, v)
	default:
		panic(fmt.Sprintf("oracle: unexpected %T", value))
	}
}

func printedObject(path, kind string, object map[string]any) []Member {
	names := make([]string, 0, len(object))
	for name := range object {
		names = append(names, name)
	}
	for name := range defaults {
		if inner, ok := strings.CutPrefix(name, kind+"."); ok && !strings.Contains(inner, ".") && object[inner] == nil {
			names = append(names, inner)
		}
	}
	if len(names) == 0 {
		return []Member{{path, "{}"}}
	}
	slices.Sort(names)
	var members []Member
	for _, name := range slices.Compact(names) {
		members = append(members, printed(path+"."+name, kind+"."+name, object[name])...)
	}
	return members
}

// quote returns s as a JSON string with as few escapes as possible.
func quote(s string) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(s); err != nil {
		panic(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func plain(v *big.Rat) string {
	decimals, exact := v.FloatPrec()
	if !exact {
		panic("oracle: not a decimal fraction: " + v.String())
	}
	return strings.TrimPrefix(v.FloatString(decimals), "+")
}
