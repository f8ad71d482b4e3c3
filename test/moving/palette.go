package main

import (
	"image"
	"image/color"
	"image/gif"
	"slices"
)

// moving combines frames into an animation. Each frame after the first contains only the area that
// changed, which keeps the file small.
func moving(frames []image.Image, delays []int) *gif.GIF {
	palette := paletteOf(frames)
	near := map[color.NRGBA]uint8{}
	out := &gif.GIF{Delay: delays}
	var before *image.Paletted
	for _, frame := range frames {
		b := frame.Bounds()
		whole := image.NewPaletted(image.Rect(0, 0, b.Dx(), b.Dy()), palette)
		for y := range b.Dy() {
			for x := range b.Dx() {
				c := at(frame, b.Min.X+x, b.Min.Y+y)
				i, known := near[c]
				if !known {
					i = uint8(palette.Index(c))
					near[c] = i
				}
				whole.SetColorIndex(x, y, i)
			}
		}
		out.Image = append(out.Image, changed(before, whole))
		out.Disposal = append(out.Disposal, gif.DisposalNone)
		before = whole
	}
	return out
}

// changed returns the area in which a frame differs from the preceding one.
func changed(before, frame *image.Paletted) *image.Paletted {
	if before == nil {
		return frame
	}
	box := image.Rectangle{}
	for y := range frame.Rect.Dy() {
		for x := range frame.Rect.Dx() {
			if frame.ColorIndexAt(x, y) != before.ColorIndexAt(x, y) {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	if box.Empty() {
		box = image.Rect(0, 0, 1, 1)
	}
	part, _ := frame.SubImage(box).(*image.Paletted) // SubImage of a paletted image returns a paletted image
	return part
}

func at(frame image.Image, x, y int) color.NRGBA {
	c, _ := color.NRGBAModel.Convert(frame.At(x, y)).(color.NRGBA) // NRGBAModel converts every color to this type
	return c
}

// paletteOf returns the most frequent colors of the frames. A page has few colors, and the shades
// of its letters lie between them.
func paletteOf(frames []image.Image) color.Palette {
	count := map[color.NRGBA]int{}
	for _, frame := range frames {
		b := frame.Bounds()
		for y := b.Min.Y; y < b.Max.Y; y++ {
			for x := b.Min.X; x < b.Max.X; x++ {
				c := at(frame, x, y)
				c.R, c.G, c.B = c.R&^3|c.R>>6, c.G&^3|c.G>>6, c.B&^3|c.B>>6 // similar shades become one color
				count[c]++
			}
		}
	}
	colours := make([]color.NRGBA, 0, len(count))
	for c := range count {
		colours = append(colours, c)
	}
	slices.SortFunc(colours, func(a, b color.NRGBA) int {
		if count[a] != count[b] {
			return count[b] - count[a]
		}
		return (int(a.R)<<16 | int(a.G)<<8 | int(a.B)) - (int(b.R)<<16 | int(b.G)<<8 | int(b.B))
	})
	var palette color.Palette
	for _, c := range colours[:min(len(colours), 256)] {
		palette = append(palette, c)
	}
	return palette
}
