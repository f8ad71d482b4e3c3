package markup

import "testing"

// A line never breaks within a date, and other text is escaped.
func TestDatesAreNotWrapped(t *testing.T) {
	t.Parallel()
	if got, want := string(Days("<b> from 2026-01-01 to 2026-12-31")), `&lt;b&gt; from <span class="day">2026-01-01</span> to <span class="day">2026-12-31</span>`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
