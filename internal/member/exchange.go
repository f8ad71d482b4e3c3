package member

// ExchangeRates is the table of exchange rates of a report, which is no member of a
// lease: files have it as they have a rate table.
var ExchangeRates = Member{
	Name: "exchangeRates", Label: "Exchange rates", Kind: List, Most: MaxExchangeRates, Row: "exchange rate", Sheet: "Exchange rates", Shared: true, Since: "1.2.0",
	Of:   ExchangeRateRow,
	Help: "Exchange rates of a report with leases in several currencies: of the day before it begins, of its last day and of the ends of the parts between, such as month ends.",
	Also: []string{"fxrates", "currencyrates", "fx"},
}

// ExchangeRateRow are the members of a row of a table of exchange rates.
var ExchangeRateRow = []Member{
	{
		Name: "currency", Label: "Currency", Kind: Currency, Required: true, Help: "The currency of which one unit is turned: EUR in EUR/USD.",
		Also: []string{"from", "fromcurrency", "sourcecurrency", "basecurrency", "base", "ccy", "foreigncurrency", "currencyfrom"},
	},
	{
		Name: "into", Label: "Into", Kind: Currency, Required: true, Help: "The currency that it is turned into: USD in EUR/USD.",
		Also: []string{"to", "tocurrency", "targetcurrency", "quotecurrency", "quote", "countercurrency", "pricecurrency", "localcurrency", "currencyto", "intocurrency"},
	},
	{
		Name: "date", Label: "Date", Kind: Date, Required: true, Help: "The day of the closing rate, on which the part of the average ends.",
		Also: []string{"ratedate", "day", "asof", "valuedate", "periodend", "monthend", "enddate", "effectivedate", "closingdate", "month", "period"},
	},
	{
		Name: "closing", Label: "Closing rate", Kind: Exchange, Required: true, Help: "Units of the second currency for one of the first at the end of the day.",
		Also: []string{"close", "spot", "spotrate", "endrate", "endingrate", "periodendrate", "monthendrate", "yearendrate", "closingspot", "rate", "exchangerate", "mid", "midrate", "fixing"},
	},
	{
		Name: "average", Label: "Average rate", Kind: Exchange, Empty: "none", Help: "The average of the part that ends on the day. The day before a report needs none.",
		Also: []string{"avg", "avgrate", "mean", "meanrate", "monthlyaverage", "averagerateofthemonth", "periodaverage", "averageofperiod", "monthaverage", "averagemonth"},
	},
}
