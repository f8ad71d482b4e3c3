package leasehold

import "slices"

// cite fills the citations: the paragraphs behind the figures of a lease of
// this standard and class, in the order in which the figures are made.
func (r *Result) cite() {
	r.Citations = slices.Clone(citationsOf(r.Lease.Standard, r.Class))
	if r.Lease.Standard == ASC842 && r.Class != r.derivedClass() {
		r.Citations[0] = citeOverridden // what either class rests on would contradict the criteria shown
	}
}

// citationsOf returns the shared list; it is not to be changed.
func citationsOf(s Standard, c Class) []string {
	switch s {
	case IFRS16:
		return citationsIFRS16
	case GASB87:
		return citationsGASB87
	case ASC842:
	}
	if c == Finance {
		return citationsFinance
	}
	return citationsOperating
}

// The explanations are in our own words.
const (
	citeLiability   = "ASC 842-20-30-1: the lease liability is the present value of the lease payments not yet paid"
	citeRate        = "ASC 842-20-30-3: discounting uses the rate implicit in the lease or, where it cannot be readily determined, the lessee's incremental borrowing rate"
	citeAsset       = "ASC 842-20-30-5: the right-of-use asset is the liability plus prepayments and initial direct costs, less lease incentives received"
	citeApart       = "ASC 842-20-45-1: finance and operating lease balances are presented or disclosed apart, each split into current and noncurrent as other balances are"
	citeAverages    = "ASC 842-20-50-4(g): the weighted-average remaining lease term and discount rate are disclosed"
	citeMaturity    = "ASC 842-20-50-6: undiscounted payments are disclosed for each of five years and in total thereafter, and reconciled to the liability"
	citeSubsequent  = "ASC 842-20-35-3: an operating lease's asset follows the liability, adjusted for prepaid or accrued rent, incentives and direct costs"
	citeStraight    = "ASC 842-20-25-6: the cost of an operating lease is one amount, allocated straight-line over the lease term"
	citeComponents  = "ASC 842-20-25-5: the cost of a finance lease is the interest on the liability and the amortization of the asset"
	citeAmortize    = "ASC 842-20-35-7, 842-20-35-8: a finance lease's asset is amortized straight-line over the shorter of term and useful life, or over the useful life where ownership is expected"
	citeIsOperating = "ASC 842-10-25-2, 842-10-25-3(a): a lease that meets none of the five criteria is an operating lease of the lessee"
	citeOverridden  = "ASC 842-10-25-2, 842-10-25-3(a): a lease that meets any of the five criteria at commencement is a finance lease of the lessee, and any other is an operating lease"
	citeIsFinance   = "ASC 842-10-25-2: a lease that meets any of the five criteria at commencement is a finance lease of the lessee"
)

var (
	citationsOperating = []string{
		citeIsOperating, citeLiability, citeRate, citeAsset, citeStraight, citeSubsequent, citeApart, citeAverages, citeMaturity,
	}
	citationsFinance = []string{
		citeIsFinance, citeLiability, citeRate, citeAsset, citeComponents, citeAmortize, citeApart, citeAverages, citeMaturity,
	}
	citationsIFRS16 = []string{
		"IFRS 16.22: a lessee recognizes a right-of-use asset and a lease liability, without a split into operating and finance leases",
		"IFRS 16.26-27: the liability is the present value of the payments not yet paid, at the rate implicit in the lease or else the incremental borrowing rate",
		"IFRS 16.24: the cost of the right-of-use asset is the liability plus payments made before and initial direct costs, less incentives received",
		"IFRS 16.36: the liability grows with interest and falls with the payments made",
		"IFRS 16.31-32: the asset is depreciated over the shorter of term and useful life, or over the useful life where ownership is expected",
		"IFRS 16.49: interest on the liability is presented apart from the depreciation of the asset",
		"IFRS 16.58: the lessee discloses a maturity analysis of its lease liabilities",
		"IFRS 7.39, B11: the maturity analysis shows contractual undiscounted payments in time bands of the entity's judgement",
		"IAS 1.69 (IFRS 18.101 from 2027): the part of the liability due to be settled within twelve months is current",
	}
	citationsGASB87 = []string{
		"GASB 87.20: a lessee recognizes a lease liability and an intangible lease asset, under one model",
		"GASB 87.21: the liability is the present value of the payments expected to be made during the lease term",
		"GASB 87.23: discounting uses the rate that the lessor charges or, where it cannot be readily determined, the estimated incremental borrowing rate",
		"GASB 87.30: the lease asset is the liability plus payments made before, less incentives, plus direct costs necessary to place the asset in service",
		"GASB 87.24: the discount is amortized as interest expense, and payments settle accrued interest first",
		"GASB 87.31-32: the lease asset is amortized over the shorter of term and useful life, or over the useful life where a purchase option is reasonably certain",
		"GASB 87.20, GASB 34.31: the liability is reported with the amount due within one year apart from the amount due later",
		"GASB 87.37: principal and interest to maturity are disclosed for each of five years and in five-year bands thereafter",
	}
)
