package main

import (
	"fmt"
	"os"

	"github.com/spf13/pflag"

	"github.com/leasehold-accounting/leasehold/exchange"
	"github.com/leasehold-accounting/leasehold/internal/leasefile"
)

// exchangeFlag contains the value of --exchange-rates: the name of a file.
type exchangeFlag struct{ file string }

func (f *exchangeFlag) register(s *pflag.FlagSet) {
	s.StringVar(&f.file, "exchange-rates", "", "read exchange rates from the table in this `file`: CSV, or a workbook (docs/FILES.md); by default from the lease files")
}

// table returns the exchange rates in the file of the flag. Without the flag, it returns the
// exchange rates in the lease files. It returns nil if there are none.
func (f *exchangeFlag) table(names []string, flags *sheetFlags) (*exchange.Table, error) {
	if f.file == "" {
		return fileRates(names, flags)
	}
	return ratesOf(flags, "exchange-rates", f.file, leasefile.OpenExchangeRates)
}

// fileRates returns the exchange rates in the named lease files. It skips standard input and pipes,
// which can be read only once.
func fileRates(names []string, flags *sheetFlags) (*exchange.Table, error) {
	var found *exchange.Table
	for _, name := range names {
		if info, err := os.Stat(name); name == "-" || err == nil && !info.Mode().IsRegular() && !info.IsDir() {
			continue
		}
		rates, err := ratesIn(name, flags)
		switch {
		case err != nil:
			return nil, inFile(name, err)
		case rates != nil && found != nil:
			return nil, fmt.Errorf("%s: contains exchange rates like an earlier file; select one table with --exchange-rates", name)
		case rates != nil:
			found = rates
		}
	}
	return found, nil
}

// ratesIn returns the exchange rates in a lease file. It returns nil if the file has none.
func ratesIn(name string, flags *sheetFlags) (*exchange.Table, error) {
	in, err := os.Open(name) //nolint:gosec // the user chooses the file
	if err != nil {
		return nil, err
	}
	defer in.Close() //nolint:errcheck // the file is only read, so closing it loses no data
	file, err := flags.leases(&input{Reader: in, name: name})
	if err != nil {
		return nil, err
	}
	return file.ExchangeRates(), file.Close()
}
