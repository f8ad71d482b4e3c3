package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/api"
	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// promisesOfFigures returns the promises of SPEC 2.1 to 2.6, 4.1, 10.1 and 11, and the promises
// about figures in SPEC 10.2. The engine keeps most of them, so its packages' tests check them.
// TestConversations checks that the program returns the engine's figures. The audit validates every
// response of the run against the schemas of the OpenAPI description.
func promisesOfFigures() []promise {
	engine := func(names ...string) func(*testing.T) { return testedIn("test/engine", names...) }
	method := func(names ...string) func(*testing.T) { return testedIn("test/method", names...) }
	oracle := func(names ...string) func(*testing.T) { return testedIn("test/oracle", names...) }
	portfolio := func(names ...string) func(*testing.T) { return testedIn("portfolio", names...) }
	exact := testedIn("test/e2e", "TestConversations")
	limits := engine("TestSpec2_1_EveryFieldsLimits")
	list := []promise{
		{"2.1", "Content type: application/json.", theContentTypeIsNotEnforced},
		{"2.1", "Required fields are marked.", limits},
		{"2.2", "At the end of the schedule, the lease liability is", oracle("TestMethod13_SchedulesFoot")},
		{"2.3", "maturityAnalysis has one row per year", oracle("TestEngineEqualsOracle")},
		{"2.4", "Measurement rules:", informative("the heading of the rules")},
		{"2.4", "The discount rate is applied", engine("TestMethod1_PeriodicRateHas15SignificantDigits")},
		{"2.4", "If paymentTiming is advance", engine("TestMethod3_AdvanceLiabilityIsBeforeTheFirstPayment")},
		{"2.4", "The ROU asset equals the initial liability", oracle("TestEngineEqualsOracle")},
		{"2.4", "The initial liability is the present value", method("TestMethod11_ReferenceValues", "TestMethod11_ExactBalancesOfTheWorkedExample")},
		{"2.4", "[METHOD.md](METHOD.md) contains the exact formulas", method("TestMethod11_WorkedExampleEqualsTheProgram")},
		{
			"2.5", "Under ASC_842, the criteria array contains five",
			method("TestMethod6_FiveCriteriaInOrder", "TestMethod6_EconomicLifeFrom75Percent", "TestMethod6_FairValueFrom90Percent"),
		},
		{"2.5", "If no criterion is met", method("TestMethod6_AnyCriterionMakesFinance")},
		{"2.5", "A supplied classification field overrides", method("TestMethod6_SuppliedClassificationWins")},
		{"2.5", "Under a standard with a single lessee model, the override has no effect", method("TestMethod6_SingleModel", "TestMethod9_NotesAppearOnlyIfTheyApply")},
		{"2.5", "A purchaseOptionAmount above 0 means", both(method("TestMethod6_PurchaseOptionFollowsFlagOrPrice"), oracle("TestEngineEqualsOracle"))},
		{"2.6", "Each entry is balanced", oracle("TestMethod13_SchedulesFoot")},
		{"2.6", "The list contains the commencement entry", oracle("TestEngineEqualsOracle")},
		{"2.6", "The commencement entry debits", method("TestMethod8_CommencementEntry")},
		{"2.6", "An operating lease's period entries debit", method("TestMethod8_OperatingRow")},
		{"2.6", "The entries of a finance lease instead have separate lines", method("TestMethod8_FinanceRow")},
		{"2.6", "All period entries of a class have the same lines", method("TestMethod8_RowsHaveTheLinesOfAllRows", "TestMethod8_ZeroLinesRemain")},
		{"2.6", "If the cost and the payment of any period differ", method("TestMethod8_OperatingRow")},
		{"2.6", "Commencement entries also have lines for direct costs", method("TestMethod8_CommencementEntry")},
		{"4.1", "Compute response:", exact},
		{"4.1", "Schedule response:", exact},
		{"4.1", "Journal response:", exact},
		{"4.1", "Classify response:", exact},

		{"10", "Everything below is optional for callers", exact},
		{"10.1", "The lease has the fields of METHOD 12.1", everyOperationTakesTheNewFields},
		{"10.1", "All operations, interfaces and lease files accept these fields.", both(everyOperationTakesTheNewFields, testedIn("internal/member", "TestEveryInterfaceHasEveryField"))},
		{"10.1", "In `input`, `id`, `name` and `tags`", theInputIsNormalized},
		{"10.1", "`input` contains these fields in normalized form", theInputIsNormalized},
		{"10.1", "Defaults are added within an object", theInputIsNormalized},
		{"10.1", "An error names the path of its field", engine("TestMethod12_1_ErrorsNameTheirPath", "TestMethod13_2_ErrorsNameTheirPath")},
		{"10.1", "If the request uses these fields, the result has", newFieldsOfTheResult},
		{"10.1", "Rows have `variableLeaseExpense`", newFieldsOfTheResult},
		{"10.1", "The schedule response also has `events`.", newFieldsOfTheResult},
		{"10.2", "A `where` condition or a deferred tax rate's `key`", portfolio("TestConditionsThatNoLeaseMeetsAreRejected")},
		{"10.2", "**Report response**", exact},
		{"10.2", "The figures of a lease also include", oracle("TestEngineEqualsOracleOverReports")},
		{"10.2", "If a request sets `concepts` to true", portfolio("TestMethod23_TaxonomyElements")},
		{"10.2", "**Verify response**", exact},
		{"10.2", "**Compare response**", exact},
		{"10.4", "`error.fields` is an array", testedIn("internal/service", "TestSpec10_4_EveryFaultHasItsPath")},

		{"11", "A lease can have `evidence`", testedIn("internal/export", "TestMethod24_EvidenceChangesNoFigure")},
		{"11", "The memo (PDF), the workbook (sheet `Evidence`)", testedIn("internal/export", "TestMethod24_PapersCarryEvidence")},
		{"11", "`standard` can also be `FRS_102` or `GASB_96`", both(method("TestMethod17_1_Citations", "TestMethod18_2_SubscriptionTerms"), testedIn("treatments", "TestMethod17_2_TreatmentsInTheOrderGiven"))},
		{"11", "By default, the response contains all six.", testedIn("treatments", "TestMethod17_2_TreatmentsInTheOrderGiven")},
		{"11", "A lease can have `grantElement`", method("TestMethod17_1_GrantElement")},
		{"11", "A lease can have `initialApplication`", method("TestMethod19_1_ExcludedInputsAreRejected", "TestMethod19_2_FirstMeasurement")},
		{"11", "A report's rollforwards contain `initialApplication`", oracle("TestMethod14_8_ReportsFoot")},
		{"11", "A lease can have `discountRateBasis`", engine("TestMethod20_1_TheFirstMatchingRowSelectsTheFamily", "TestMethod20_1_TheKindOfRateIsCarried")},
		{"11", "With a table, `discountRateAnnual` can be absent.", engine("TestMethod20_1_TheFirstMatchingRowSelectsTheFamily")},
		{"11", "A report request can have `discountRates`", portfolio("TestMethod20_1_TheReportTableAppliesToLeasesWithoutARate")},
		{"11", "The result and each lease in a report have `discountRates`", both(engine("TestMethod20_1_TheTermIsInWholeMonthsRoundedUp"), portfolio("TestMethod20_1_AReportNamesTheRatesUsed"))},
		{"11", "A lease can have `framework`", aNationalStandard},
		{"11", "Titles, citations and notes use the national name.", aNationalStandard},
		{"11", "A lease can have `at`", engine("TestMethod14_6_BalancesAtADate")},
		{"11", "Reports ignore `at`.", reportsIgnoreTheDate},
		{"11", "The compute result and the schedule response have `balances`", engine("TestMethod14_6_BalancesAtADate")},
		{"11", "A lease can have `components`", engine("TestMethod20_2_ComponentsDivideThePayments", "TestMethod20_2_ComponentsOfAModification", "TestMethod20_3_TaxIsAFraction")},
		{"11", "`subleaseIncome` and `subleases` are rejected under GASB_87 and GASB_96.", engine("TestMethod25_8_SubleasesAreChecked")},
		{"11", "Rows then have `nonLeaseExpense`", engine("TestMethod20_2_ComponentsDivideThePayments")},
		{"11", "In a report, `cost` and `cash` have `nonLease`", oracle("TestEngineEqualsOracleOverReports")},
		{"11", "If a lease has `subleases`", oracle("TestASublease", "TestEngineEqualsOracleOverReports")},
		{"11", "A lease can have `calendar`", engine("TestMethod20_4_ACalendarPlacesThePeriods", "TestMethod20_5_AListOfPayments")},
		{"11", "A lease can have `functionalCurrency`", portfolio("TestMethod21_1_FunctionalAmountsMayBeSupplied")},
		{"11", "A report request can have `exchangeRates`", portfolio("TestMethod21_2_OneErrorNamesAllMissingRates")},
		{"11", "In the response, leases with a functional currency", portfolio("TestMethod21_1_FunctionalAmountsMayBeSupplied")},
		{"11", "A report request can have `presentationCurrency`", portfolio("TestMethod21_4_PresentationCurrencyHasATotal")},
		{"11", "A lease without `currency` is then rejected", portfolio("TestMethod21_1_PresentationRequiresLeaseCurrencies")},
		{"11", "The rollforwards have `translation`", portfolio("TestMethod25_1_RollforwardsPrintEveryLine")},
	}
	for name := range strings.FieldsSeq(`standard commencementDate termMonths paymentAmount discountRateAnnual paymentFrequency paymentTiming classification annualEscalationPct
		initialDirectCosts leaseIncentives prepaidRent residualValueGuarantee purchaseOptionAmount transfersOwnership purchaseOptionReasonablyCertain assetFairValue
		assetEconomicLifeMonths specializedAsset`) {
		list = append(list, promise{"2.1", name, limits})
	}
	for row, schemas := range map[string][]string{
		"`liability`": {"LiabilityRollforward"}, "`rouAsset`": {"AssetRollforward"}, "`cost`": {"LeaseCost"}, "`cash`": {"LeaseCash"},
		"`nonCash`, `priorPeriodCorrections`": {"FunctionalFigures"}, "`maturity`": {"Maturity", "Band"},
		"`currentLiability`, `longTermLiability`, `accruedInterest`": {"FunctionalFigures"}, "`principal`, under GASB 87 and GASB 96": {"PrincipalRollforward"},
		"`assetCost` and `assetAmortization`, under GASB 87 and GASB 96": {"AssetCostRollforward", "AssetAmortizationRollforward"},
	} {
		list = append(list, promise{"10.2", row, lists(row, schemas...)})
	}
	return slices.Concat(list, described("2.2", "SchedulePeriod"), described("2.3", "Disclosures"), described("2.4", "LeaseResult"),
		described("2.5", "Classification"), described("2.6", "JournalEntry"), described("4.1", "ComputeResponse"))
}

// schemaOf returns the names of a schema's required fields, and of all its fields, in the OpenAPI
// description.
func schemaOf(name string) (required, all []string) {
	var document struct {
		Components struct {
			Schemas map[string]struct {
				Required   []string
				Properties map[string]json.RawMessage
			}
		}
	}
	if err := json.Unmarshal(api.JSON(""), &document); err != nil {
		panic(err)
	}
	schema := document.Components.Schemas[name]
	for field := range schema.Properties {
		all = append(all, field)
	}
	return schema.Required, all
}

// described returns a promise for each required field of a schema. With these promises,
// TestEverySentenceOfTheSpecHasATest compares the schema with the table's rows in SPEC.
func described(section, schema string) (list []promise) {
	required, _ := schemaOf(schema)
	for _, field := range required {
		list = append(list, promise{section, field, testedIn("api", "TestResponsesMatchTheSchemas")})
	}
	return list
}

var quotedName = regexp.MustCompile("`([A-Za-z]+)`")

// lists returns a test of one row of SPEC 10.2's figures table. The row's second cell must list the
// schemas' fields. If it lists no fields, the first cell must list fields of the schemas.
func lists(row string, schemas ...string) func(*testing.T) {
	return func(t *testing.T) {
		spec, err := os.ReadFile("../../docs/SPEC.md")
		if err != nil {
			t.Fatal(err)
		}
		_, cell, _ := strings.Cut(string(spec), "\n| "+row+" | ")
		cell, _, _ = strings.Cut(cell, "\n")
		var required, all []string
		for _, name := range schemas {
			r, a := schemaOf(name)
			required, all = append(required, r...), append(all, a...)
		}
		if !quotedName.MatchString(cell) {
			cell, required = row, nil
		}
		for _, name := range required {
			if !strings.Contains(cell, "`"+name+"`") {
				t.Errorf("the row does not list %s", name)
			}
		}
		for _, name := range quotedName.FindAllStringSubmatch(cell, -1) {
			if !slices.Contains(all, name[1]) {
				t.Errorf("the description has no %s in %v", name[1], schemas)
			}
		}
	}
}

// eventfulLease is a lease that uses many fields of METHOD 12.1.
const eventfulLease = `{"events":[{"date":"2025-10-01","type":"impairment","impairmentLoss":10},{"date":"2026-07-01","type":"termination","penalty":5}],` +
	`"specializedAsset":true,"id":"L-1","name":"Office","tags":{"site":"north"},"standard":"IFRS_16","commencementDate":"2025-01-01","termMonths":24,` +
	`"paymentAmount":1000,"discountRateAnnual":0.06,"rentSteps":[{"from":"2026-01-01","paymentAmount":1100}],"rentFree":[{"from":"2025-02-01","months":1}],` +
	`"otherPayments":[{"date":"2025-06-15","amount":5e1}],"basis":{"commencementPayment":"settled"},"restorationCost":20,"currency":"EUR"}`

// everyOperationTakesTheNewFields sends eventfulLease to every operation; the audit validates the
// responses.
func everyOperationTakesTheNewFields(t *testing.T) {
	for _, op := range append(slices.Clone(wire.Operations), "compare") {
		answer(t, op, eventfulLease)
	}
	answer(t, "report", `{"from":"2025-01-01","to":"2025-12-31","leases":[`+eventfulLease+`]}`)
	answer(t, "verify", `{"lease":`+eventfulLease+`,"theirs":{"totalUndiscountedPayments":1}}`)
}

func theInputIsNormalized(t *testing.T) {
	const want = `{"input":{"id":"L-1","name":"Office","tags":{"site":"north"},"standard":"IFRS_16","commencementDate":"2025-01-01","termMonths":24,` +
		`"paymentAmount":1000,"discountRateAnnual":0.06,"paymentFrequency":"monthly","paymentTiming":"advance","specializedAsset":true,` +
		`"rentSteps":[{"from":"2026-01-01","paymentAmount":1100}],"rentFree":[{"from":"2025-02-01","months":1,"share":1}],` +
		`"otherPayments":[{"date":"2025-06-15","amount":50,"kind":"payment"}],"basis":{"discounting":"nominal","commencementPayment":"settled"},` +
		`"restorationCost":20,"currency":"EUR",` +
		`"events":[{"date":"2025-10-01","type":"impairment","impairmentLoss":10},{"date":"2026-07-01","type":"termination","penalty":5}]},`
	if got := string(post(t, "compute", eventfulLease).Body); !strings.HasPrefix(got, want) {
		t.Errorf("got  %.900s\nwant %s", got, want)
	}
}

func newFieldsOfTheResult(t *testing.T) {
	const variable = `{"commencementDate":"2025-01-01","termMonths":24,"paymentAmount":1000,"discountRateAnnual":0.06,` +
		`"events":[{"date":"2026-01-01","type":"index","changePct":0.1}]}` // ASC 842 excludes index-based rent from the liability
	for _, c := range []struct{ operation, lease, fields string }{
		{"compute", eventfulLease, "basis currency commencementPayment events life from months liabilityOpen rouAssetOpen"},
		{"schedule", variable, "events variableLeaseExpense"},
		{"compute", lease("exemption", `"short_term"`), "exemption"},
	} {
		got := string(post(t, c.operation, c.lease).Body)
		_, result, _ := strings.Cut(got, `"result":`)
		if c.operation == "schedule" {
			result = got
		}
		for field := range strings.FieldsSeq(c.fields) {
			if !strings.Contains(result, `"`+field+`":`) {
				t.Errorf("%s: no %s in %s", c.operation, field, result)
			}
		}
	}
}

func aNationalStandard(t *testing.T) {
	plain := at(t, answer(t, "compute", lease("standard", `"IFRS_16"`)), "result")
	for _, name := range []string{"AASB 16", "Ind AS 116", "HKFRS 16", "NZ IFRS 16", "K-IFRS 1116"} {
		got := at(t, answer(t, "compute", lease("standard", `"IFRS_16"`, "framework", `"`+name+`"`)), "result")
		for _, list := range []string{"citations", "notes", "schedule"} {
			want := strings.ReplaceAll(fmt.Sprint(at(t, plain, list)), "IFRS 16", name)
			if fmt.Sprint(at(t, got, list)) != want || list == "citations" && !strings.Contains(want, name+".") {
				t.Errorf("%s: %v, want %s", name, at(t, got, list), want)
			}
		}
	}
	wantProblem(t, post(t, "compute", lease("standard", `"IFRS_16"`, "framework", `"IFRS 16"`)), 400, "invalid_request", "framework")
}

func reportsIgnoreTheDate(t *testing.T) {
	report := func(day string) string {
		got := answer(t, "report", `{"from":"2025-01-01","to":"2025-01-31","leases":[`+lease("id", `"A"`, "at", day)+`]}`)
		return fmt.Sprint(at(t, got, "leases"))
	}
	if report(`"2025-02-01"`) != report("") {
		t.Error("the report differs")
	}
}
