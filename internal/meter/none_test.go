package meter

import (
	"testing"
	"time"
)

// A plan with 0 requests per minute rejects every request and reports the longest wait.
func TestNoSlotsAtAll(t *testing.T) {
	t.Parallel()
	w := &window{}
	for now := range 3 {
		if wait := w.take(time.Duration(now)*time.Second, 0); wait != Window {
			t.Errorf("a wait of %v, want %v", wait, Window)
		}
	}
	w.push(0)
	if wait := w.take(time.Second, 0); wait != Window {
		t.Errorf("after a change to none: a wait of %v, want %v", wait, Window)
	}
}
