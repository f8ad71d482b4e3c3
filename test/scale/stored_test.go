package main

import (
	"bytes"
	"testing"

	"github.com/klauspost/compress/dict"
	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/rowpack"
	"github.com/leasehold-accounting/leasehold/test/internal/leases"
)

// answers returns what the operations answer to those leases that are sound.
func answers(tb testing.TB, texts []string) [][]byte {
	tb.Helper()
	var all [][]byte
	for _, text := range texts {
		l, err := leasehold.Decode([]byte(text))
		if err != nil {
			continue
		}
		r, err := leasehold.Compute(l)
		if err != nil {
			continue
		}
		all = append(all, r.AppendCompute(nil), r.AppendSchedule(nil), r.AppendJournal(nil), r.AppendClassify(nil))
	}
	if len(all) < 2*len(texts) {
		tb.Fatalf("%d answers to %d leases", len(all), len(texts))
	}
	return all
}

// Answers to random leases and lives are stored in half of the room that S2 takes,
// and come back.
func TestStoredAnswersComeBack(t *testing.T) {
	t.Parallel()
	for name, texts := range map[string][]string{"leases": leases.Some(5, 150), "lives": leases.Lives(7, 150)} {
		rows, blocks := 0, 0
		for _, body := range answers(t, texts) {
			packed := rowpack.Append(nil, body)
			if got, err := rowpack.Decode(nil, packed, len(body)); err != nil || !bytes.Equal(got, body) {
				t.Errorf("%d bytes came back of %d, %v: %.300s", len(got), len(body), err, body)
			}
			rows, blocks = rows+len(packed), blocks+len(s2.Encode(nil, body))
		}
		if 2*rows > blocks {
			t.Errorf("%s: %d bytes, %d with S2", name, rows, blocks)
		}
	}
}

// dictionaryOf trains a dictionary of zstd on answers to other leases and lives than
// those that the benchmark packs.
func dictionaryOf(b *testing.B) []byte {
	b.Helper()
	samples := answers(b, append(leases.Some(21, 300), leases.Lives(23, 300)...))
	for i, body := range samples {
		samples[i] = body[:min(len(body), 64<<10)] // of longer ones the trainer makes nothing
	}
	trained, err := dict.BuildZstdDict(samples, dict.Options{
		MaxDictSize: 112 << 10, HashBytes: 6, ZstdDictID: 1, ZstdLevel: zstd.SpeedFastest,
	})
	if err != nil {
		b.Fatal(err)
	}
	return trained
}

// BenchmarkStoredAnswers packs the answers to 3,000 random leases and to 3,000 lives,
// as they are kept for replay and as the common packers would.
func BenchmarkStoredAnswers(b *testing.B) {
	frames, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = frames.Close() })
	trained, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderDict(dictionaryOf(b)))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = trained.Close() })
	for name, texts := range map[string][]string{"leases": leases.Some(5, 3000), "lives": leases.Lives(7, 3000)} {
		bodies := answers(b, texts)
		size := 0
		for _, body := range bodies {
			size += len(body)
		}
		dst := make([]byte, 0, 8<<20)
		for packer, pack := range map[string]func([]byte) int{
			"rowpack": func(body []byte) int { return len(rowpack.Append(dst, body)) },
			"s2":      func(body []byte) int { return len(s2.Encode(dst[:cap(dst)], body)) },
			"zstd":    func(body []byte) int { return len(frames.EncodeAll(body, dst)) },
			"trained": func(body []byte) int { return len(trained.EncodeAll(body, dst)) },
		} {
			b.Run(name+"/"+packer, func(b *testing.B) {
				b.SetBytes(int64(size))
				packed := 0
				for b.Loop() {
					packed = 0
					for _, body := range bodies {
						packed += pack(body)
					}
				}
				b.ReportMetric(float64(packed)/1e6, "MB-packed")
			})
		}
	}
}
