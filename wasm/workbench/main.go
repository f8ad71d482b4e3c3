//go:build js && wasm

// Command workbench is the engine for the console's workbench: a form in, the
// piece of the page that shows its lease out, as the server makes it.
// internal/console/inbrowser/pack builds it.
//
// It leaves an object named leasehold on the global object that it was started
// with:
//
//	show(form: string, publicURL: string): [status: number, body: string] | null
//
// The form is encoded as browsers send it. The status is 200, with HTML, or 400,
// with what is wrong as JSON. Where there is no answer, the server has one.
package main

import (
	"encoding/json"
	"net/url"
	"syscall/js"

	"github.com/leasehold-accounting/leasehold/internal/console/leaseform"
	"github.com/leasehold-accounting/leasehold/internal/console/leaseview"
)

// Statuses as the server has them. Package net/http is too large for browsers.
const (
	ok         = 200
	badRequest = 400
)

func main() {
	js.Global().Set("leasehold", map[string]any{"show": js.FuncOf(show)})
	select {} // the function above goes on being called
}

func show(_ js.Value, args []js.Value) any {
	form, err := url.ParseQuery(args[0].String())
	if err != nil {
		return nil
	}
	view, refusal, err := leaseview.Show(leaseform.FromForm(form), args[1].String())
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
