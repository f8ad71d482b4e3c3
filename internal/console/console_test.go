package console

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/admission"
)

func newConsole(tb testing.TB, set ...func(*Options)) *Console {
	tb.Helper()
	options := Options{Clock: time.Now, Log: slog.New(slog.DiscardHandler), PublicURL: "https://leases.example", Workbench: Public}
	for _, s := range set {
		s(&options)
	}
	c, err := New(options)
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

// ask sends a request to a console as a same-origin page does.
func ask(c *Console, method, target, body string, headers ...string) *httptest.ResponseRecorder {
	mux := http.NewServeMux()
	for pattern, handler := range c.Handlers() {
		mux.Handle(pattern, handler)
	}
	r := httptest.NewRequestWithContext(context.Background(), method, target, strings.NewReader(body))
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Sec-Fetch-Site", "same-origin")
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, r)
	return w
}

const plainForm = "commencementDate=2026-01-01&termMonths=60&paymentAmount=10000&discountRatePercent=6"

// assetsOf returns the paths of the assets that a page loads, including the scripts that these assets
// import.
func assetsOf(t *testing.T, c *Console, path string) []string {
	t.Helper()
	address := regexp.MustCompile(`(?:href|src)="(/assets/[^"]+)"`)
	imported := regexp.MustCompile(`from "\./([^"]+)"`)
	var list []string
	for _, m := range address.FindAllStringSubmatch(ask(c, http.MethodGet, path, "").Body.String(), -1) {
		list = append(list, m[1])
		base := m[1][:strings.LastIndexByte(m[1], '/')+1]
		for _, i := range imported.FindAllStringSubmatch(ask(c, http.MethodGet, m[1], "").Body.String(), -1) {
			list = append(list, base+i[1])
		}
	}
	return list
}

// The workbench page and its assets together are less than 400 KB before compression, and browsers
// cache the assets without a time limit.
func TestThePageIsSmall(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	total := ask(c, http.MethodGet, "/", "").Body.Len()
	list := assetsOf(t, c, "/")
	if len(list) < 7 {
		t.Fatalf("the page loads %v", list)
	}
	for _, address := range list {
		total += ask(c, http.MethodGet, address, "").Body.Len()
		w := ask(c, http.MethodGet, address, "", "Accept-Encoding", "gzip")
		if w.Code != 200 || w.Header().Get("Content-Encoding") != "gzip" || !strings.Contains(w.Header().Get("Cache-Control"), "immutable") {
			t.Errorf("%s: %d %v", address, w.Code, w.Header())
		}
	}
	if total >= 400_000 {
		t.Errorf("the page weighs %d bytes", total)
	}
	t.Logf("%d bytes uncompressed", total)
}

// Every response has a content security policy that allows only what the page needs.
func TestResponsesCarryTheirPolicy(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	for _, path := range append(assetsOf(t, c, "/"), "/", "/assets/x", "/workbench/x") {
		h := ask(c, http.MethodGet, path, "").Header()
		policy := h.Get("Content-Security-Policy")
		if path == "/" { // only the workbench page may run WebAssembly
			policy = strings.Replace(policy, "'wasm-unsafe-eval'", "", 1)
		}
		if !strings.Contains(policy, "default-src 'none'") || !strings.Contains(policy, "frame-ancestors 'none'") || strings.Contains(policy, "unsafe") ||
			h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Referrer-Policy") != "same-origin" {
			t.Errorf("%s: %v", path, h)
		}
	}
}

// No template has inline scripts or styles, because the content security policy forbids them.
func TestTemplatesHaveNothingInline(t *testing.T) {
	t.Parallel()
	inline := regexp.MustCompile(`(?i)<style|\sstyle=|\son[a-z]+=|<script>|javascript:|https?://`)
	folder := os.DirFS(".")
	names, err := fs.Glob(folder, "*/templates/*.html")
	if err != nil || len(names) < 10 {
		t.Fatalf("%v, %v", names, err)
	}
	for _, name := range names {
		body, err := fs.ReadFile(folder, name)
		if err != nil {
			t.Fatal(err)
		}
		if found := inline.Find(body); found != nil {
			t.Errorf("%s: %s", name, found)
		}
	}
}

// Computations are limited per client address. All IPv6 addresses in a /64 network count as one client.
func TestComputationsAreLimitedByAddress(t *testing.T) {
	t.Parallel()
	from := ""
	c := newConsole(t, func(o *Options) {
		o.PerMinute = 2
		o.ClientAddr = func(*http.Request) netip.Addr { return netip.MustParseAddr(from) }
	})
	for _, tt := range []struct {
		from   string
		status int
	}{
		{"192.0.2.1", 200},
		{"192.0.2.1", 200},
		{"192.0.2.1", 429},
		{"::ffff:192.0.2.1", 429},
		{"192.0.2.2", 200},
		{"2001:db8::1", 200},
		{"2001:db8::2", 200},
		{"2001:db8::3", 429},
		{"2001:db8:0:1::1", 200},
	} {
		from = tt.from
		w := ask(c, http.MethodPost, "/workbench/results", plainForm)
		if w.Code != tt.status {
			t.Errorf("from %s: status %d, want %d", from, w.Code, tt.status)
		}
		if w.Code == 429 && (w.Header().Get("Retry-After") == "" || !strings.Contains(w.Body.String(), "our entries are kept")) {
			t.Errorf("a refusal says %q", w.Body.String())
		}
	}
}

// Assets are served only in response to GET and HEAD requests.
func TestAssetsAreReadOnly(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	for _, address := range assetsOf(t, c, "/") {
		if w := ask(c, http.MethodPatch, address, ""); w.Code != 405 || w.Header().Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: %d %v", address, w.Code, w.Header())
		}
	}
}

// The default limit is 30 computations per minute. [Options].PerMinute changes or removes the
// limit.
func TestTheLimitIsASetting(t *testing.T) {
	t.Parallel()
	const form = "commencementDate=2026-01-01&termMonths=1&paymentAmount=10000&discountRatePercent=6"
	for setting, want := range map[int]int{0: 30, 3: 3, NoLimit: 35} {
		c := newConsole(t, func(o *Options) { o.PerMinute = setting })
		done := 0
		for range 35 {
			if ask(c, http.MethodPost, "/workbench/results", form).Code == http.StatusOK {
				done++
			}
		}
		if done != want {
			t.Errorf("a limit of %d allows %d of 35 computations, want %d", setting, done, want)
		}
	}
}

// Every computation for a page occupies a worker slot. Workbooks, PDFs, reports and verifications occupy a slot
// for long work. If no slot is free, the page shows a message. Each computation frees its slot.
func TestPagesWorkOnASlotOfTheServer(t *testing.T) {
	t.Parallel()
	limits := admission.New(admission.Options{ShortSlots: 1, LongestWait: 10 * time.Millisecond})
	c := newConsole(t, func(o *Options) { o.PerMinute, o.Limits = NoLimit, limits })
	const lease = "commencementDate=2026-01-01&termMonths=12&paymentAmount=10000&discountRatePercent=6"
	check := map[string]string{
		"standard": "ASC_842", "commencementDate": "2026-01-01", "termMonths": "12", "paymentAmount": "10000", "discountRatePercent": "6",
		"file-theirs": "Period\tInterest\n1\t0.00\n",
	}
	portfolio := map[string]string{"from": "2026-01-01", "to": "2026-12-31"}
	const leases = "id,commencementDate,termMonths,paymentAmount,discountRateAnnual\na,2026-01-01,12,10000,6%\n"
	send := func(path string) *httptest.ResponseRecorder {
		kind, body := "application/x-www-form-urlencoded", lease
		switch {
		case strings.HasPrefix(path, "/check"):
			kind, body = multipartOf(t, check, "")
		case strings.HasPrefix(path, "/portfolio"):
			kind, body = multipartOf(t, portfolio, leases)
		}
		return ask(c, http.MethodPost, path, body, "Content-Type", kind, "Sec-Fetch-Site", "same-origin", "Accept", "application/json")
	}
	short, long := "short", "long"
	for path, class := range map[string]string{
		"/workbench/results":    short,
		"/workbench/lease.xlsx": long, "/workbench/lease.pdf": long, "/workbench/comparison.xlsx": long,
		"/workbench/schedule.csv": short,
		"/check/check.xlsx":       long, "/check/check.pdf": long, "/check/check.csv": long, "/check/results": long,
		"/portfolio/disclosures.xlsx": long, "/portfolio/leases.csv": long, "/portfolio/results": long,
	} {
		if w := send(path); w.Code != http.StatusOK || limits.States()["memory"].Held != 0 {
			t.Errorf("%s with room: %d, %+v; %.300s", path, w.Code, limits.States(), w.Body)
		}
		limits.Deadline = 10 * time.Millisecond
		var give []func()
		for owner, of := range map[int64]admission.Class{1: admission.Short, 2: admission.Long, 3: admission.Long} {
			if (of == admission.Short) == (class == short) {
				done, err := limits.Slot(t.Context(), owner, of, time.Second)
				if err != nil {
					t.Fatal(err)
				}
				give = append(give, done)
			}
		}
		if w := send(path); w.Code != http.StatusServiceUnavailable || !strings.Contains(w.Body.String(), "busy with other work") || w.Header().Get("Retry-After") != "1" {
			t.Errorf("%s without room: %d %.300s", path, w.Code, w.Body)
		}
		for _, done := range give {
			done()
		}
		limits.Deadline = time.Minute
	}
}

// The portfolio page reports on a file of the maximum length even if doing so exceeds the client's rate limit.
// The client's next requests must then wait.
func TestTheLongestFileIsReportedOn(t *testing.T) {
	t.Parallel()
	c := newConsole(t, func(o *Options) { o.Limits = admission.New(admission.Options{}) })
	var file strings.Builder
	file.WriteString("id,commencementDate,termMonths,paymentAmount,discountRateAnnual,note\n")
	for id := range 8 {
		fmt.Fprintf(&file, "L-%d,2026-01-01,12,10000,6%%,%s\n", id, strings.Repeat(" ", 990_000))
	}
	kind, body := multipartOf(t, map[string]string{"from": "2026-01-01", "to": "2026-12-31"}, file.String())
	for _, want := range []int{http.StatusOK, http.StatusTooManyRequests} {
		w := ask(c, http.MethodPost, "/portfolio/results", body, "Content-Type", kind, "Sec-Fetch-Site", "same-origin", "Accept", "application/json")
		if w.Code != want {
			t.Errorf("%d, want %d: %.300s", w.Code, want, w.Body)
		}
	}
}

// multipartOf returns the body of a multipart form and its media type. If the file is "", the form contains
// no file.
func multipartOf(t *testing.T, fields map[string]string, file string) (mediaType, body string) {
	t.Helper()
	var b strings.Builder
	form := multipart.NewWriter(&b)
	for name, value := range fields {
		if err := form.WriteField(name, value); err != nil {
			t.Fatal(err)
		}
	}
	if file != "" {
		part, err := form.CreateFormFile("file", "leases.csv")
		if err == nil {
			_, err = part.Write([]byte(file))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	return form.FormDataContentType(), b.String()
}
