package workbench

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

// A discount rate file in CSV, XLSX or JSON fills the form's rows. If the file is invalid, the page
// shows the error as a sentence.
func TestMethod20_1_AFileOfRatesFillsTheForm(t *testing.T) {
	t.Parallel()
	bench := newBench(t)
	book := excelize.NewFile()
	for cell, value := range map[string]any{
		"A1": "Valid from", "B1": "Term (months)", "C1": "Rate %", "D1": "Currency", "E1": "tag:entity", "F1": "Source",
		"A2": "2026-01-01", "B2": 36, "C2": 5.1, "D2": "EUR", "E2": "DE", "F2": "Treasury",
	} {
		if err := book.SetCellValue("Sheet1", cell, value); err != nil {
			t.Fatal(err)
		}
	}
	var workbook bytes.Buffer
	if err := book.Write(&workbook); err != nil {
		t.Fatal(err)
	}
	for name, file := range map[string]string{
		"csv":  "Valid from;Term (months);Rate %;Currency;tag:entity;Source\n1.1.2026;36;5,1;EUR;DE;Treasury\n",
		"xlsx": workbook.String(),
		"json": `[{"validFrom":"2026-01-01","termMonths":36,"discountRateAnnual":0.051,"currency":"EUR","tags":{"entity":"DE"},"source":"Treasury"}]`,
	} {
		w := ask(bench, http.MethodPost, "/workbench/discountRates", file)
		var reply struct{ Rows []map[string]string }
		if err := json.Unmarshal(w.Body.Bytes(), &reply); err != nil || w.Code != 200 || len(reply.Rows) != 1 {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
			continue
		}
		for input, want := range map[string]string{
			"validFrom": "2026-01-01", "termMonths": "36", "discountRatePercent": "5.1%", "currency": "EUR", "source": "Treasury", "tags": "entity=DE",
		} {
			if got := reply.Rows[0][input]; got != want {
				t.Errorf("%s: %s is %q, want %q", name, input, got, want)
			}
		}
		form := "commencementDate=2026-03-01&termMonths=36&paymentAmount=100&currency=EUR&tags[0].name=entity&tags[0].value=DE"
		for input, value := range reply.Rows[0] {
			form += "&discountRates[0]." + input + "=" + url.QueryEscape(value)
		}
		if w := ask(bench, http.MethodPost, "/workbench/results", form); w.Code != 200 || !strings.Contains(w.Body.String(), "source: Treasury") {
			t.Errorf("%s: %d %.300s", name, w.Code, w.Body)
		}
	}
	for file, want := range map[string]string{
		"": "The file is empty", "[]": "The rate file has no rows.", "Valid from;Term (months);Rate %\n1.1.2026;36;x\n": "x",
		`[{"validFrom":"2026-01-01","termMonths":36,"discountRateAnnual":5.1}]`: "1",
	} {
		w := ask(bench, http.MethodPost, "/workbench/discountRates", file)
		var reply struct{ Message string }
		if err := json.Unmarshal(w.Body.Bytes(), &reply); err != nil || w.Code != 400 || !strings.Contains(reply.Message, want) {
			t.Errorf("%q: %d %s", file, w.Code, w.Body)
		}
	}
}
