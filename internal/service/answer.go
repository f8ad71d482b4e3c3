package service

import "sync"

// Answer is a success, whole and ready to be sent.
type Answer struct {
	// Body is the operation's JSON object with request_id and replay, or the
	// file that was asked for.
	Body   []byte
	Replay bool
	// MediaType and FileName are a file's, and empty for JSON.
	MediaType, FileName string

	object int // length of the engine's object, which ends where "}" became ","
	buffer *buffer
}

// Object returns a copy of the operation's object without request_id and
// replay, for callers that carry these elsewhere.
func (a *Answer) Object() []byte {
	if a.MediaType != "" {
		return append([]byte(nil), a.Body...)
	}
	object := make([]byte, a.object)
	copy(object, a.Body)
	object[a.object-1] = '}'
	return object
}

// Release gives the answer's memory back; Body must not be used afterwards. An
// answer that is not released is only garbage.
func (a *Answer) Release() {
	if a.buffer != nil {
		a.buffer.data = a.Body
		a.buffer.release()
	}
	*a = Answer{}
}

// seal makes the call's Answer of the object or the file in b.
func (c *Call) seal(b *buffer, replay bool) *Answer {
	if c.format == nil {
		return seal(b, c.RequestID, replay)
	}
	return &Answer{
		Body: b.data, Replay: replay, MediaType: c.format.MediaType,
		FileName: c.Operation.String() + c.format.Ext, buffer: b,
	}
}

// seal makes an Answer of the object in b.
func seal(b *buffer, requestID string, replay bool) *Answer {
	object := len(b.data)
	body := append(b.data[:object-1], `,"request_id":"`...)
	body = append(body, requestID...)
	if replay {
		body = append(body, `","replay":true}`...)
	} else {
		body = append(body, `","replay":false}`...)
	}
	return &Answer{Body: body, Replay: replay, object: object, buffer: b}
}

// buffer is pooled memory. It travels as a pointer so that giving it back costs
// no allocation.
type buffer struct{ data []byte }

// maxPooledLen keeps the rare very long schedule from staying in memory.
const maxPooledLen = 256 << 10

var buffers = sync.Pool{New: func() any { return &buffer{data: make([]byte, 0, 32<<10)} }}

func newBuffer() *buffer {
	b, _ := buffers.Get().(*buffer)
	b.data = b.data[:0]
	return b
}

func (b *buffer) release() {
	if cap(b.data) <= maxPooledLen {
		buffers.Put(b)
	}
}
