package console

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/meter"
)

// benchPage is the workbench with a form filled in.
type benchPage struct {
	frame

	Samples []sample
	Groups  []groupView
	Trouble string // what belongs to no field
	Answer  *answer
}

// groupView is a group of the form with what was typed into it.
type groupView struct {
	Title  string
	Folded bool
	Fields []fieldView
}

// fieldView is an input with what was typed into it and what is wrong with that.
type fieldView struct {
	*input

	Value string
	Fault string
}

func viewOf(v values, faults map[string]string) []groupView {
	views := make([]groupView, len(groups))
	for i := range groups {
		views[i] = groupView{Title: groups[i].Title, Folded: groups[i].Folded}
		for j := range groups[i].Inputs {
			in := &groups[i].Inputs[j]
			views[i].Fields = append(views[i].Fields, fieldView{in, v[in.Name], faults[in.Name]})
		}
	}
	return views
}

// compute accounts for a lease and prepares what the page shows of it.
func (c *Console) compute(lease *leasehold.Lease, v values) (*answer, error) {
	r, err := leasehold.Compute(lease)
	if err != nil {
		return nil, err
	}
	a, err := newAnswer(r, c.PublicURL)
	if err != nil {
		return nil, err
	}
	a.Inputs = v.entered()
	return a, nil
}

// serveWorkbench answers the page, its questions and its downloads.
func (c *Console) serveWorkbench(w http.ResponseWriter, r *http.Request) {
	user, err := c.user(r)
	if err != nil {
		c.fail(w, r, err)
		return
	}
	asked := strings.TrimPrefix(r.URL.Path, "/workbench/")
	switch {
	case c.Workbench == SignedIn && user == nil && asked == "answer":
		c.tell(w, r, http.StatusUnauthorized, map[string]any{"message": "Your session has ended. Sign in again; nothing you typed is lost."})
	case c.Workbench == SignedIn && user == nil:
		// Browsers carry the fragment, and the lease in it, through redirects.
		http.Redirect(w, r, "/account/sign-in?next="+url.QueryEscape("/"), http.StatusSeeOther)
	case r.Method == http.MethodGet || r.Method == http.MethodHead:
		c.showSample(w, r, user)
	case r.Method == http.MethodPost:
		c.answer(w, r, user, asked)
	default:
		w.Header().Set("Allow", "GET, HEAD, POST")
		c.refuse(w, r, http.StatusMethodNotAllowed, "The method must be GET or POST.")
	}
}

// showSample shows the page with a sample, the first one unless another is
// asked for.
func (c *Console) showSample(w http.ResponseWriter, r *http.Request, user *account.Account) {
	if r.URL.Path != "/" {
		c.refuse(w, r, http.StatusNotFound, "Nothing stands at this path.")
		return
	}
	s := &c.samples[0]
	for i := range c.samples {
		if c.samples[i].ID == r.URL.Query().Get("sample") {
			s = &c.samples[i]
		}
	}
	c.showBench(w, r, http.StatusOK, user, benchPage{Groups: viewOf(s.Values, nil), Answer: s.answer})
}

func (c *Console) showBench(w http.ResponseWriter, r *http.Request, status int, user *account.Account, page benchPage) {
	page.frame, page.Samples = c.frame("Workbench", "workbench", user), c.samples
	c.render(w, r, status, "workbench", "layout.html", page, true)
}

// answer computes the lease of a form. Asked for by the page's script it
// answers with the part of the page below the form, else with a whole page or
// a file.
func (c *Console) answer(w http.ResponseWriter, r *http.Request, user *account.Account, asked string) {
	scripted := asked == "answer"
	if !sameOrigin(r) {
		c.refuse(w, r, http.StatusForbidden, "The workbench answers its own page only. Programs use the API.")
		return
	}
	v, err := formValues(r)
	if err != nil {
		c.refuse(w, r, http.StatusBadRequest, "The form could not be read.")
		return
	}
	if wait := c.limiter.take(c.ClientAddr(r)); wait > 0 {
		c.tooMany(w, r, user, v, meter.RetryAfter(wait), scripted)
		return
	}
	lease, err := leasehold.Decode(v.body())
	if invalid, ok := errors.AsType[*leasehold.InvalidError](err); ok {
		faults := faultsOf(invalid)
		if scripted {
			c.tell(w, r, http.StatusBadRequest, map[string]any{"faults": faults})
			return
		}
		c.showBench(w, r, http.StatusBadRequest, user, benchPage{Groups: viewOf(v, faults), Trouble: faults[""]})
		return
	}
	if file, ok := downloads[asked]; ok {
		c.download(w, r, lease, asked, file)
		return
	}
	a, err := c.compute(lease, v)
	switch {
	case err != nil:
		c.fail(w, r, err)
	case scripted:
		c.render(w, r, http.StatusOK, "workbench", "answer", a, true)
	case r.URL.Path == "/":
		c.showBench(w, r, http.StatusOK, user, benchPage{Groups: viewOf(v, nil), Answer: a})
	default:
		c.refuse(w, r, http.StatusNotFound, "Nothing stands at this path.")
	}
}

// tooMany says when the next computation will be possible, and loses nothing
// typed.
func (c *Console) tooMany(w http.ResponseWriter, r *http.Request, user *account.Account, v values, seconds int, scripted bool) {
	w.Header().Set("Retry-After", strconv.Itoa(seconds))
	words := fmt.Sprintf("More than %d computations within a minute from your address. The figures follow in %d s; nothing you typed is lost.",
		c.PerMinute, seconds)
	if scripted {
		c.tell(w, r, http.StatusTooManyRequests, map[string]any{"message": words, "retryAfter": seconds})
		return
	}
	c.showBench(w, r, http.StatusTooManyRequests, user, benchPage{Groups: viewOf(v, nil), Trouble: words})
}

// tell answers the page's script.
func (c *Console) tell(w http.ResponseWriter, r *http.Request, status int, told map[string]any) {
	body, err := json.Marshal(told)
	if err != nil {
		c.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	c.send(w, r, status, body, nil)
}

// sameOrigin reports whether a browser says that a page of this server asks.
// Without a word from the browser it is no page that asks.
func sameOrigin(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" {
		return site == "same-origin"
	}
	origin, err := url.Parse(r.Header.Get("Origin"))
	return err == nil && origin.Host != "" && origin.Host == r.Host
}

// formValues reads the inputs of a form. What is no input of the form is
// passed over.
func formValues(r *http.Request) (values, error) {
	if err := r.ParseForm(); err != nil {
		return nil, err
	}
	v := values{}
	for i := range groups {
		for _, in := range groups[i].Inputs {
			if typed := r.PostForm.Get(in.Name); typed != "" {
				v[in.Name] = typed
			}
		}
	}
	return v, nil
}

// entry is an input for the print.
type entry struct{ Label, Value string }

// entered lists what was typed, in words.
func (v values) entered() (list []entry) {
	for i := range groups {
		for _, in := range groups[i].Inputs {
			value := strings.TrimSpace(v[in.Name])
			for _, o := range in.Options {
				if o.Value == value {
					value = o.Label
				}
			}
			if value == "" {
				continue
			}
			switch in.Unit {
			case "", "amount", "per period":
			default:
				value += " " + in.Unit
			}
			list = append(list, entry{in.Label, value})
		}
	}
	return list
}
