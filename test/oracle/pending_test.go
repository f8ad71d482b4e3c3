package oracle_test

import (
	"flag"
	"regexp"
	"sync"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// pending matches the paths of report fields that the engine may omit if their value is 0.
var pending = regexp.MustCompile(`^(digest$|notCommenced\.)`)

func isPending(path string) bool {
	return pending.MatchString(path)
}

var ahead = flag.Bool("oracle.ahead", false, "draw members that the engine does not know yet")

// known contains, by name of a feature, whether the engine supports the feature.
var known = sync.OnceValue(func() map[string]bool {
	const lease = `{"commencementDate":"2024-01-15","termMonths":12,"paymentAmount":100,"discountRateAnnual":0.05,`
	all := map[string]bool{}
	for name, members := range map[string]string{
		"standards":   `"standard":"FRS_102"}`,
		"subscribes":  `"standard":"GASB_96"}`,
		"monthly":     `"basis":{"discounting":"monthly"}}`,
		"both":        `"standard":"GASB_87","fund":"both"}`,
		"grant":       `"standard":"FRS_102","grantElement":1}`,
		"calendar":    `"calendar":{"from":"2024-02-01"}}`,
		"components":  `"components":[{"name":"a","kind":"lease","standalonePrice":1},{"name":"b","kind":"service","standalonePrice":1}]}`,
		"tax":         `"irrecoverableTaxRate":0.1}`,
		"variable":    `"variablePayments":[{"date":"2024-01-15","amount":1}]}`,
		"rates":       `"discountRates":[{"validFrom":"2024-01-01","termMonths":12,"discountRateAnnual":0.1}]}`,
		"reversal":    `"standard":"IFRS_16","events":[{"date":"2024-02-01","type":"impairment","impairmentLoss":1},{"date":"2024-03-01","type":"impairment_reversal","amount":1}]}`,
		"subleases":   `"subleases":[{"from":"2024-02-01","to":"2024-03-31","receipts":[{"date":"2024-02-01","amount":1}]}]}`,
		"framework":   `"standard":"IFRS_16","framework":"AASB 16"}`,
		"application": `"standard":"IFRS_16","initialApplication":{"date":"2024-02-01"}}`,
	} {
		_, err := leasehold.Decode([]byte(lease + members))
		all[name] = *ahead || err == nil
	}
	_, err := leasehold.Decode([]byte(`{"commencementDate":"2024-01-15","termMonths":12,"paymentAmount":0,"discountRateAnnual":0.05,
		"otherPayments":[{"date":"2024-01-15","amount":1}]}`))
	for name, members := range map[string]string{
		"functional": `"currency":"USD","functionalCurrency":"GBP","exchangeRate":1.5}`,
	} {
		_, err := leasehold.Decode([]byte(lease + members))
		all[name] = *ahead || err == nil
	}
	for name, members := range map[string]string{
		"where": `"where":{"standard":"IFRS_16"}`, "presentation": `"presentationCurrency":"USD"`, "accrual": `"accrual":"months"`, "level": `"accrual":"thirty_360"`,
		"spot":    `"exchangeRates":[{"currency":"USD","into":"EUR","date":"2024-01-01","spot":1}]`,
		"taxBase": `"deferredTax":[{"rate":0.2,"assetTaxBase":"none"}]`,
		"close":   `"comparative":{"from":"2023-01-01","to":"2023-12-31"}`,
	} {
		_, err := portfolio.Decode([]byte(`{"from":"2024-01-01","to":"2024-12-31",` + members + `,"leases":[{"id":"A",` + lease[1:len(lease)-1] + `}]}`))
		all[name] = *ahead || err == nil
	}
	all["list"] = *ahead || err == nil
	return all
})
