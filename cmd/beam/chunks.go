package beam

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
)

// ChunkBytes is the default chunk length in bytes.
const ChunkBytes = 16 << 20

// Chunk contains the lines of a file that start in a range of bytes.
type Chunk struct {
	File       string
	Number     int64 // index of the chunk among the chunks of all files
	Start, End int64
}

func encodeChunk(c Chunk) ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(c)
	return b.Bytes(), err
}

func decodeChunk(b []byte) (c Chunk, err error) {
	err = gob.NewDecoder(bytes.NewReader(b)).Decode(&c)
	return c, err
}

// Chunks splits files into chunks of the given length in bytes, without reading the files.
func Chunks(files []string, length int64) (list []Chunk, err error) {
	if length <= 0 {
		return nil, fmt.Errorf("the chunk length is %d bytes; it must be greater than 0", length)
	}
	for _, name := range files {
		info, err := os.Stat(name)
		if err != nil {
			return nil, err
		}
		for start := int64(0); start < info.Size(); start += length {
			list = append(list, Chunk{name, int64(len(list)), start, min(start+length, info.Size())})
		}
	}
	return list, nil
}

// lines opens the lines that start in a chunk. The caller must close the file.
func (c Chunk) lines() (io.Reader, io.Closer, error) {
	file, err := os.Open(c.File)
	if err != nil {
		return nil, nil, err
	}
	start, err := lineStart(file, c.Start)
	end, failed := lineStart(file, c.End)
	if err := errors.Join(err, failed); err != nil {
		return nil, nil, errors.Join(err, file.Close())
	}
	return io.NewSectionReader(file, start, max(end-start, 0)), file, nil
}

// lineStart returns the position of the first line start at or after an offset, or the end of the file.
func lineStart(file io.ReaderAt, at int64) (int64, error) {
	if at == 0 {
		return 0, nil
	}
	at-- // a line may start exactly at this offset
	buf := make([]byte, 64<<10)
	for {
		n, err := file.ReadAt(buf, at)
		if i := bytes.IndexByte(buf[:n], '\n'); i >= 0 {
			return at + int64(i) + 1, nil
		}
		at += int64(n)
		if errors.Is(err, io.EOF) {
			return at, nil
		}
		if err != nil {
			return 0, err
		}
	}
}
