package leasehold_test

import (
	"fmt"
	"log"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/money"
)

func ExampleCompute() {
	lease := &leasehold.Lease{
		CommencementDate:   civil.Date{Year: 2026, Month: 1, Day: 1},
		TermMonths:         60,
		PaymentAmount:      money.Int(10_000),
		DiscountRateAnnual: money.MustParse("0.06"),
		PrepaidRent:        leasehold.Some(money.Int(500)),
	}
	result, err := leasehold.Compute(lease)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("liability ", result.InitialLiability)
	fmt.Println("asset     ", result.InitialRouAsset)
	fmt.Println("class     ", result.Class)
	last := result.Schedule[len(result.Schedule)-1]
	fmt.Println("last row  ", last.Date, last.Payment, last.LiabilityClose)
	// Output:
	// liability  519841.89
	// asset      520341.89
	// class      operating
	// last row   2030-12-01 10000.00 0.00
}

func ExampleDecode() {
	_, err := leasehold.Decode([]byte(`{"commencementDate":"2026-02-30","termMonths":60,"paymentAmount":10000,"discountRateAnnual":6}`))
	fmt.Println(err)
	// Output:
	// commencementDate: "2026-02-30" is not a date; February 2026 has 28 days; use a calendar date in the form yyyy-mm-dd, no earlier than 0001-01-01; discountRateAnnual: 6 is out of range: use a fraction from 0 to 1 (write 0.06 for 6%)
}

func ExampleJournal() {
	lease, err := leasehold.Decode([]byte(`{"commencementDate":"2026-01-01","termMonths":36,"paymentAmount":1000,
		"discountRateAnnual":0.05,"paymentFrequency":"annual","paymentTiming":"arrears"}`))
	if err != nil {
		log.Fatal(err)
	}
	result, err := leasehold.Compute(lease)
	if err != nil {
		log.Fatal(err)
	}
	for _, line := range leasehold.Journal(&result.Measurement)[1].Lines {
		fmt.Printf("%-20s %8s %8s\n", line.Account, line.Debit, line.Credit)
	}
	// Output:
	// Lease expense         1000.00     0.00
	// Cash                     0.00  1000.00
	// Lease liability        863.84     0.00
	// Right-of-use asset       0.00   863.84
}
