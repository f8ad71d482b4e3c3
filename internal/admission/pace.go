package admission

import "time"

const (
	// Chunk is the number of bytes that a client must send or take in each [Patience].
	Chunk = 256 << 10
	// Patience is the time that a client has to send or take a [Chunk].
	Patience = 10 * time.Second
	// BodyTime is the time that a client has to send a request.
	BodyTime = 15 * time.Second
	// SendTime is the time that a client has to take a response.
	SendTime = 60 * time.Second
)

// now returns the time by the clock of the network connections.
func now() time.Time { return time.Now() } //nolint:forbidigo // deadlines of connections use this clock

// pace measures how fast a client sends or takes bytes.
type pace struct {
	started time.Time // zero before the first deadline
	marked  time.Time // start of the current chunk
	since   int       // bytes of the current chunk
}

// deadline returns the time at which the client must have sent or taken the current chunk, or
// everything if total ends earlier.
func (p *pace) deadline(total time.Duration) time.Time {
	at := now()
	if p.started.IsZero() {
		p.started = at
	}
	if p.since == 0 {
		p.marked = at
	}
	chunk, end := p.marked.Add(Patience), p.started.Add(total)
	if end.Before(chunk) {
		return end
	}
	return chunk
}

func (p *pace) add(n int) {
	if p.since += n; p.since >= Chunk {
		p.since = 0
	}
}
