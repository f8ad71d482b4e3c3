package member

// ExchangeRates describes the exchange-rate table of a report. In a file the table has a separate
// sheet, as a discount rate table has.
var ExchangeRates = Member{
	Name: "exchangeRates", Label: "Exchange rates", Kind: List, Most: MaxExchangeRates, Row: "exchange rate", Sheet: "Exchange rates", Shared: true,
	Of:   ExchangeRateRow,
	Help: "Exchange rates for a report with several currencies: on the day before the reporting period, on its last day and on each period end between, such as month ends.",
	Also: []string{"fxrates", "currencyrates", "fx"},
}

// ExchangeRateRow lists the columns of an exchange-rate table.
var ExchangeRateRow = []Member{
	{
		Name: "currency", Label: "Currency", Kind: Currency, Required: true, Help: "The currency to convert from: EUR in EUR/USD.",
		Also: []string{"from", "fromcurrency", "sourcecurrency", "basecurrency", "base", "ccy", "foreigncurrency", "currencyfrom"},
	},
	{
		Name: "into", Label: "Into", Kind: Currency, Required: true, Help: "The currency to convert to: USD in EUR/USD.",
		Also: []string{"to", "tocurrency", "targetcurrency", "quotecurrency", "quote", "countercurrency", "pricecurrency", "localcurrency", "currencyto", "intocurrency"},
	},
	{
		Name: "date", Label: "Date", Kind: Date, Required: true, Help: "The date of the closing rate and the last day of the period of the average rate.",
		Also: []string{"ratedate", "day", "asof", "valuedate", "periodend", "monthend", "enddate", "effectivedate", "closingdate", "month", "period"},
	},
	{
		Name: "closing", Label: "Closing rate", Kind: Exchange, Required: true, Help: "Units of the second currency per unit of the first at the end of the date.",
		Also: []string{"close", "spot", "spotrate", "endrate", "endingrate", "periodendrate", "monthendrate", "yearendrate", "closingspot", "rate", "exchangerate", "mid", "midrate", "fixing"},
	},
	{
		Name: "average", Label: "Average rate", Kind: Exchange, Empty: "none", Help: "The average of the period that ends on the date. The day before a report does not require it.",
		Also: []string{"avg", "avgrate", "mean", "meanrate", "monthlyaverage", "averagerateofthemonth", "periodaverage", "averageofperiod", "monthaverage", "averagemonth"},
	},
}
