//go:build js && wasm

// Command workbench is the engine for the console's workbench: a form in, the
// piece of the page that shows its lease out, as the server makes it.
// internal/console/inbrowser/pack builds it.
//
// It leaves an object named leasehold on the global object that it was started
// with:
//
//	show(form: string, publicURL: string): [status: number, body: string] | null
//	call(name: string, arguments: string): string
//
// The form is encoded as browsers send it. The status is 200, with HTML, or 400,
// with what is wrong as JSON. Where there is no answer, the server has one. A call is
// that of a function of package worksheet, in JSON.
package main

import (
	"context"
	"encoding/json"
	"net/url"
	"syscall/js"

	"github.com/leasehold-accounting/leasehold/internal/console/leaseform"
	"github.com/leasehold-accounting/leasehold/internal/console/leaseview"
	"github.com/leasehold-accounting/leasehold/internal/worksheet"
)

// Statuses as the server has them. Package net/http is too large for browsers.
const (
	ok         = 200
	badRequest = 400
)

func main() {
	js.Global().Set("leasehold", map[string]any{"show": js.FuncOf(show), "call": js.FuncOf(call)})
	select {} // the functions above go on being called
}

func call(_ js.Value, args []js.Value) any {
	return string(worksheet.Answer(args[0].String(), []byte(args[1].String())))
}

func show(_ js.Value, args []js.Value) any {
	form, err := url.ParseQuery(args[0].String())
	if err != nil {
		return nil
	}
	view, refusal, err := leaseview.Show(context.Background(), leaseform.FromForm(form), args[1].String())
	switch {
	case err != nil:
		return nil
	case refusal != nil:
		body, err := json.Marshal(refusal)
		if err != nil {
			return nil
		}
		return []any{badRequest, string(body)}
	}
	shown, err := view.HTML()
	if err != nil {
		return nil
	}
	return []any{ok, string(shown)}
}
