package oracle

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
)

// Member is a field of the normalized request. Name is the field's path, such as
// `basis.discounting` or `rentSteps.0.from`. Value is the field's value as JSON text, with `[]` for
// an empty list and `{}` for an empty object.
type Member struct{ Name, Value string }

// printed lists the normalized fields of the value at the given path, with default values filled
// in.
func printed(path string, value any) []Member {
	var fields []Member
	switch v := value.(type) {
	case nil:
		return nil
	case json.Number:
		exact, _ := new(big.Rat).SetString(v.String())
		return []Member{{path, plain(exact)}}
	case []any:
		for i, item := range v {
			fields = append(fields, printed(fmt.Sprintf("%s.%d", path, i), item)...)
		}
		if len(v) == 0 {
			return []Member{{path, "[]"}}
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			fields = append(fields, printed(strings.TrimPrefix(path+"."+name, "."), v[name])...)
		}
		if len(v) == 0 {
			return []Member{{path, "{}"}}
		}
	default:
		return []Member{{path, quote(v)}}
	}
	return fields
}

// quote returns a string or a boolean as JSON, with as few escapes as possible.
func quote(v any) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		panic(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func plain(v *big.Rat) string {
	decimals, exact := v.FloatPrec()
	if !exact {
		panic("oracle: not a decimal fraction: " + v.String())
	}
	return strings.TrimPrefix(v.FloatString(decimals), "+")
}
