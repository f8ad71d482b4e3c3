package console

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"log/slog"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"path"
	"strings"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

//go:embed assets templates
var files embed.FS

// Access says who may use the workbench.
type Access string

// Who may.
const (
	Public   Access = "public"    // everybody who reaches the server
	SignedIn Access = "signed-in" // those who have an account
	Off      Access = "off"       // nobody
)

// ParseAccess reads an Access.
func ParseAccess(name string) (Access, error) {
	switch a := Access(name); a {
	case Public, SignedIn, Off:
		return a, nil
	default:
		return "", fmt.Errorf("%q is not allowed; allowed are %s, %s and %s", name, Public, SignedIn, Off)
	}
}

// Options say how a [Console] works.
type Options struct {
	// Accounts holds the accounts; without them there are no settings, and
	// the workbench is public or off.
	Accounts *account.Accounts
	Clock    func() time.Time
	Log      *slog.Logger
	// PublicURL is the base of the commands that pages show, without a slash
	// at its end.
	PublicURL string
	// Reference is the path of the API's reference page, if there is one.
	Reference string
	Workbench Access
	// PerMinute bounds the computations of the workbench for each client
	// address: 30.
	PerMinute int
	// ClientAddr returns the address that a request comes from; without it,
	// that of the connection.
	ClientAddr func(*http.Request) netip.Addr
	// TLS says that browsers come by TLS, so that the cookie may insist on it.
	TLS bool
	// Version is the program's, for files to say.
	Version string
}

// Console is the pages and what they need. It is safe for concurrent use.
type Console struct {
	Options

	pages   map[string]*template.Template
	assets  map[string]asset
	base    string // under which the assets stand, with their digest
	limiter *addressLimiter
	samples []sample
	cross   *http.CrossOriginProtection
}

// asset is a file as it is sent.
type asset struct {
	kind   string
	plain  []byte
	zipped []byte
}

const defaultPerMinute = 30

// New returns a Console.
func New(options Options) (*Console, error) {
	if options.PerMinute == 0 {
		options.PerMinute = defaultPerMinute
	}
	if options.ClientAddr == nil {
		options.ClientAddr = connectionAddr
	}
	if options.Accounts == nil && options.Workbench == SignedIn {
		return nil, fmt.Errorf("workbench: %s needs accounts", SignedIn)
	}
	c := &Console{
		Options: options, limiter: newAddressLimiter(meter.NewLimiter(options.Clock), options.PerMinute),
		cross: http.NewCrossOriginProtection(),
	}
	if err := c.loadAssets(); err != nil {
		return nil, fmt.Errorf("console assets: %w", err)
	}
	if err := c.loadPages(); err != nil {
		return nil, fmt.Errorf("console pages: %w", err)
	}
	if err := c.loadSamples(); err != nil {
		return nil, fmt.Errorf("console samples: %w", err)
	}
	return c, nil
}

// loadAssets compresses the assets and takes their digest into their address,
// so that browsers may keep them for good.
func (c *Console) loadAssets() error {
	c.assets = map[string]asset{}
	digest := sha256.New()
	err := fs.WalkDir(files, "assets", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := files.ReadFile(name)
		if err != nil {
			return err
		}
		digest.Write(text) // a hash never fails to write
		zipped, err := zip(text)
		if err != nil {
			return err
		}
		kind := mime.TypeByExtension(path.Ext(name))
		if strings.HasSuffix(name, ".js") {
			kind = "text/javascript; charset=utf-8" // whatever the machine's table says
		}
		c.assets[strings.TrimPrefix(name, "assets/")] = asset{kind, text, zipped}
		return nil
	})
	c.base = "/assets/" + hex.EncodeToString(digest.Sum(nil))[:12] + "/"
	return err
}

func zip(text []byte) ([]byte, error) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// loadPages parses every page with the layout around it.
func (c *Console) loadPages() error {
	functions := template.FuncMap{
		"asset":    func(name string) string { return c.base + name },
		"count":    count[int64],
		"date":     func(t time.Time) string { return t.UTC().Format(time.DateOnly) },
		"moment":   func(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05") + " UTC" },
		"isZero":   time.Time.IsZero,
		"percent":  share100,
		"plural":   plural[int64],
		"readable": readable,
	}
	layout, err := template.New("layout.html").Funcs(functions).ParseFS(files, "templates/layout.html")
	if err != nil {
		return err
	}
	names, err := fs.Glob(files, "templates/*.html")
	if err != nil {
		return err
	}
	c.pages = map[string]*template.Template{}
	for _, name := range names {
		page, err := layout.Clone()
		if err != nil {
			return err
		}
		if page, err = page.ParseFS(files, name); err != nil {
			return err
		}
		c.pages[strings.TrimSuffix(path.Base(name), ".html")] = page
	}
	return nil
}

// Handlers returns the console's handlers by the pattern under which each
// stands, without a method.
func (c *Console) Handlers() map[string]http.Handler {
	handlers := map[string]http.Handler{"/assets/": c.guard(http.HandlerFunc(c.serveAsset))}
	if c.Workbench != Off {
		handlers["/{$}"] = c.guard(http.HandlerFunc(c.serveWorkbench))
		handlers["/workbench/"] = c.guard(http.HandlerFunc(c.serveWorkbench))
	} else if c.Accounts != nil {
		handlers["/{$}"] = c.guard(http.RedirectHandler("/account", http.StatusSeeOther))
	}
	if c.Accounts != nil {
		settings := c.guard(c.accountHandler())
		handlers["/account"] = settings
		handlers["/account/"] = settings
	}
	return handlers
}

// policy lets pages use what this server sends, and nothing inline.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// guard sets the headers of every answer and refuses changes that another
// origin's page asks for.
func (c *Console) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if err := c.cross.Check(r); err != nil {
			c.refuse(w, r, http.StatusForbidden, "The request came from another site's page, and nothing was done.")
			return
		}
		if r.Body != nil {
			r.Body = http.MaxBytesReader(w, r.Body, maxFormLen)
		}
		next.ServeHTTP(w, r)
	})
}

// maxFormLen is the length of the longest form that is read.
const maxFormLen = 64 << 10

func (c *Console) serveAsset(w http.ResponseWriter, r *http.Request) {
	name, current := strings.CutPrefix(r.URL.Path, c.base)
	a, known := c.assets[name]
	if !current || !known {
		c.refuse(w, r, http.StatusNotFound, "Nothing stands at this path.")
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		c.refuse(w, r, http.StatusMethodNotAllowed, "The method must be GET.")
		return
	}
	h := w.Header()
	h.Set("Content-Type", a.kind)
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	c.send(w, r, http.StatusOK, a.plain, a.zipped)
}

// send writes a body, compressed where the browser takes that and a compressed
// one is at hand.
func (c *Console) send(w http.ResponseWriter, r *http.Request, status int, plain, zipped []byte) {
	h := w.Header()
	h.Add("Vary", "Accept-Encoding")
	body := plain
	if zipped != nil && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		body = zipped
	}
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // the client may be gone
	}
}

// frame is what the layout shows around a page.
type frame struct {
	Title     string
	Class     string
	Script    string
	Workbench bool
	Account   bool
	Reference string
	User      *account.Account
}

func (c *Console) frame(title, class string, user *account.Account) frame {
	return frame{
		Title: title, Class: class, Script: class + ".js", Workbench: c.Workbench != Off, Account: c.Accounts != nil,
		Reference: c.Reference, User: user,
	}
}

// render writes a page. Only what holds no secret is compressed: the length of
// a compressed page tells of its content.
func (c *Console) render(w http.ResponseWriter, r *http.Request, status int, page, name string, data any, compress bool) {
	var b bytes.Buffer
	if err := c.pages[page].ExecuteTemplate(&b, name, data); err != nil {
		c.fail(w, r, fmt.Errorf("page %s: %w", page, err))
		return
	}
	var zipped []byte
	if compress {
		var err error
		if zipped, err = zip(b.Bytes()); err != nil {
			c.fail(w, r, err)
			return
		}
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	c.send(w, r, status, b.Bytes(), zipped)
}

// refuse answers with a page of one sentence.
func (c *Console) refuse(w http.ResponseWriter, r *http.Request, status int, words string) {
	data := struct {
		frame

		Words string
	}{c.frame(http.StatusText(status), "account", nil), words}
	c.render(w, r, status, "refused", "layout.html", data, false)
}

// fail answers a failure, of which only the log tells more.
func (c *Console) fail(w http.ResponseWriter, r *http.Request, err error) {
	c.Log.Log(r.Context(), failureLevel(r), "console", "path", r.URL.Path, "request_id", w.Header().Get("X-Request-Id"), "error", err.Error())
	words := "Something failed on the server. Nothing was changed; try again."
	if errors.Is(err, service.ErrUncertain) {
		words = "The database did not confirm the change: it may have been made, and it may not. " +
			"Look at the page that would show it before you try again."
	}
	http.Error(w, words, http.StatusInternalServerError)
}

// failureLevel is how loudly a failure is logged: softly where the client has
// gone, which is a failure of nobody's.
func failureLevel(r *http.Request) slog.Level {
	if r.Context().Err() != nil {
		return slog.LevelDebug
	}
	return slog.LevelError
}

// connectionAddr is the address at the other end of the connection.
func connectionAddr(r *http.Request) netip.Addr {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	addr, err := netip.ParseAddr(host)
	if err != nil {
		return netip.Addr{}
	}
	return addr
}
