package money

import (
	"errors"
	"strings"
)

// Currency is an active currency of ISO 4217 with 0, 2 or 3 decimals. The zero value is no currency:
// amounts then have two decimals and no label.
type Currency struct{ code [3]byte }

// Codes of the active currencies and funds of ISO 4217 by their decimals. Codes without a minor unit
// (gold, special drawing rights) and with four decimals are omitted, because leases are not paid
// in them.
const (
	codes0 = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"
	codes2 = "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY " +
		"COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR " +
		"IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD " +
		"NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP " +
		"SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG"
	codes3 = "BHD IQD JOD KWD LYD OMR TND"
)

var errCurrency = errors.New("not the code of an active ISO 4217 currency with 0, 2 or 3 decimals, such as USD, EUR or JPY")

// ParseCurrency parses an ISO 4217 code, such as EUR.
func ParseCurrency(code string) (Currency, error) {
	if placesOf(code) < 0 {
		return Currency{}, errCurrency
	}
	return Currency{[3]byte{code[0], code[1], code[2]}}, nil
}

// placesOf returns the number of decimals of a currency's minor unit, or -1 if code is not a
// supported currency.
func placesOf(code string) int {
	if len(code) != 3 || strings.ContainsRune(code, ' ') {
		return -1
	}
	switch {
	case strings.Contains(codes2, code):
		return 2
	case strings.Contains(codes0, code):
		return 0
	case strings.Contains(codes3, code):
		return 3
	}
	return -1
}

// String returns the code, such as EUR, or "" for no currency.
func (c Currency) String() string {
	if c == (Currency{}) {
		return ""
	}
	return string(c.code[:])
}

// Places returns the number of decimals of the currency: 0, 2 or 3. For no currency it returns 2.
func (c Currency) Places() int {
	if c == (Currency{}) {
		return 2
	}
	return max(placesOf(string(c.code[:])), 0)
}

// MarshalText returns the code.
func (c Currency) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText parses a code; an empty text is no currency.
func (c *Currency) UnmarshalText(text []byte) (err error) {
	*c = Currency{}
	if len(text) > 0 {
		*c, err = ParseCurrency(string(text))
	}
	return err
}
