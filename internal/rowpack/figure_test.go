package rowpack

import (
	"math/rand/v2"
	"testing"
)

// What is read as a figure is printed as it was, and read alike by the quick way
// and the thorough one.
func TestAFigureIsPrintedAsItWasRead(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 7))
	const alphabet = "00000123456789....--,\" }\x80\xff"
	for range 2_000_000 {
		text := make([]byte, r.IntN(30))
		for i := range text {
			text[i] = alphabet[r.IntN(len(alphabet)-r.IntN(8))]
		}
		f := parse(text)
		if f.length > len(text) || f.length == 0 && f.form != odd {
			t.Fatalf("%q: %+v", text, f)
		}
		if got := f.append(nil); f.form != odd && string(got) != string(text[:f.length]) {
			t.Fatalf("%q is printed as %q: %+v", text, got, f)
		}
		if thorough := parseAny(text); f.form != isDate && f != thorough {
			t.Fatalf("%q: %+v, thoroughly %+v", text, f, thorough)
		}
	}
}

func TestFormsOfFigures(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]figure{
		`0,`:                       {0, 1, 0},
		`60 and what follows it`:   {60, 2, 0},
		`7450.79,"liability`:       {745079, 7, 2},
		`0.00},{"account":"`:       {0, 4, 2},
		`0.05,`:                    {5, 4, 2},
		`-12.50`:                   {^uint64(1250) + 1, 6, 2},
		`0.0047500`:                {47500, 9, 7},
		`1234567.89,"rouAsset`:     {123456789, 10, 2},
		`123456789012345.67`:       {12345678901234567, 18, 2},
		`2026-02-15","payment":`:   {2026<<9 | 2<<5 | 15, 10, isDate},
		`2026-02-15T00:00:00Z",`:   {2026<<9 | 2<<5 | 15, 10, isDate},
		`2026-16-15","payment":`:   {0, 10, odd},
		`842-10-25-3(a): a lease`:  {0, 11, odd},
		`-0.00`:                    {0, 5, odd},
		`01`:                       {0, 2, odd},
		`1.`:                       {0, 2, odd},
		`123456789012345678`:       {123456789012345678, 18, 0},
		`1234567890123456789`:      {0, 19, odd},
		``:                         {0, 0, odd},
		`payment of nothing at 12`: {0, 0, odd},
	} {
		if got := parse([]byte(text)); got != want {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}
