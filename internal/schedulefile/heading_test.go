package schedulefile

import "testing"

// The words in headings of users' spreadsheets and of other products determine the fields.
func TestHeadingsAreRecognizedByKeyword(t *testing.T) {
	t.Parallel()
	meaning := func(heading, group string) string {
		field, _ := headings.Meaning(heading, group)
		return field
	}
	for heading, want := range map[string]string{
		"Period": period, "period": period, "#": period, "No.": period, "Payment #": period, "Payment No.": period, "Period number": period, "n": period, "Month": period,
		"Date": date, "Payment date": date, "Due date": date, "Posting Date": date, "Due": date,
		"Payment": payment, "Lease payment": payment, "Cash": payment, "Cash paid": payment, "Rent": payment, "PMT": payment, "Total payment": payment, "Payments": payment,
		"Interest": interest, "Interest expense": interest, "Liability accretion": interest, "Accretion": interest, "Unwinding of discount": interest,
		"Interest on lease liability": interest, "Finance cost": interest, "Interest paid": interest,
		"Principal": principal, "Principal reduction": principal, "Reduction of lease liability": principal, "Principal payment": principal, "Liability reduction": principal,
		"Ending balance": liability, "Closing Balance": liability, "Lease liability": liability, "Liability balance": liability, "Lease Liability - Ending": liability,
		"Closing lease liability": liability, "Outstanding": liability, "Balance": liability, "Liability (c/f)": liability, "Remaining liability": liability,
		"liabilityClose": liability, "Lease liability at end of period": liability, "Lease obligation": liability,
		"Opening balance": liabilityOpen, "Beginning liability": liabilityOpen, "Balance b/f": liabilityOpen, "Opening ROU asset": assetOpen,
		"Amortization": amortization, "Depreciation expense": amortization, "ROU asset amortization": amortization, "Asset reduction": amortization, "ROU Depreciation": amortization,
		"ROU asset": asset, "ROU": asset, "Right-of-use asset": asset, "Right of use asset balance": asset, "Closing ROU asset": asset, "Net book value": asset, "NBV": asset,
		"Lease expense": expense, "Lease cost": expense, "Straight-line rent": expense, "Operating lease cost": expense, "Single lease cost": expense,
		"Present value": "", "PV factor": "", "Discount factor": "", "Cumulative interest": "", "Accumulated depreciation": "", "Days": "", "Notes": "", "Year": "",
		"Current portion": "", "Variance": "", "Deferred rent": "", "": "", "Initial direct costs": "", "Closing accumulated amortization": "",
		"variable Lease Expense": "", "Period end": "",
	} {
		if got := meaning(heading, ""); got != want {
			t.Errorf("%s: got %q, want %q", heading, got, want)
		}
	}
	for heading, want := range map[string]string{
		"Opening": assetOpen, "Closing": asset, "Balance": asset, "Amortization": amortization, "Reduction": amortization, "Ending balance": asset, "Interest": interest,
	} {
		if got := meaning(heading, "ROU asset"); got != want {
			t.Errorf("%s under the asset: got %q, want %q", heading, got, want)
		}
	}
}
