package addin

import (
	"bytes"
	"encoding/json"
	"image"
	"image/color"
	"image/png"

	"github.com/leasehold-accounting/leasehold/internal/worksheet"
)

// Types of the JSON metadata with which Excel registers a function.
type (
	described struct {
		Description string      `json:"description"`
		ID          string      `json:"id"`
		Name        string      `json:"name"`
		Parameters  []parameter `json:"parameters"`
		Result      *result     `json:"result,omitempty"`
	}
	parameter struct {
		Description    string `json:"description"`
		Name           string `json:"name"`
		Optional       bool   `json:"optional,omitempty"`
		Type           string `json:"type"`
		Dimensionality string `json:"dimensionality,omitempty"`
	}
	result struct {
		Dimensionality string `json:"dimensionality,omitempty"`
		Type           string `json:"type,omitempty"`
	}
)

const matrix = "matrix"

func metadata() []byte {
	list := []described{}
	for _, f := range worksheet.Functions() {
		d := described{Description: f.About, ID: f.Name, Name: f.Name, Result: &result{Type: "number"}}
		if f.Spills {
			d.Result = &result{Dimensionality: matrix}
		}
		for _, p := range f.Parameters {
			given := parameter{Description: p.About, Name: p.Name, Optional: p.Optional, Type: "any"}
			if p.Lease {
				given.Dimensionality = matrix
			}
			d.Parameters = append(d.Parameters, given)
		}
		list = append(list, d)
	}
	text, err := json.MarshalIndent(map[string]any{"allowCustomDataForDataTypeAny": true, "functions": list}, "", "  ")
	if err != nil {
		panic(err) // cannot happen: only constant names and sentences are encoded
	}
	return append(text, '\n')
}

// icons are the widths and heights, in pixels, of the icons that Excel loads.
var icons = []int{16, 32, 64, 80, 128}

// icon returns the program's logo as a PNG: two axes and three bars. size is its width and height
// in pixels.
func icon(size int) []byte {
	img := image.NewNRGBA(image.Rect(0, 0, size, size))
	ink := color.NRGBA{0x1d, 0x5c, 0x80, 0xff}
	const grid = 16
	box := func(left, top, right, bottom int) {
		for y := top * size / grid; y < bottom*size/grid; y++ {
			for x := left * size / grid; x < right*size/grid; x++ {
				img.SetNRGBA(x, y, ink)
			}
		}
	}
	box(2, 2, 4, 14)
	box(2, 12, 14, 14)
	box(5, 6, 7, 11)
	box(8, 4, 10, 11)
	box(11, 7, 13, 11)
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		panic(err) // cannot happen: writing to memory does not fail
	}
	return out.Bytes()
}
