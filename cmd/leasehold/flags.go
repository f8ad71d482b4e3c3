package main

import (
	"encoding"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// flagError adds a flag's name to an error from its parse function.
func flagError(_ *cobra.Command, err error) error {
	invalid, ok := errors.AsType[*pflag.InvalidValueError](err)
	if !ok || invalid.GetFlag().Value.Type() != "func" {
		return err
	}
	return fmt.Errorf("--%s: %w", invalid.GetFlag().Name, invalid.Unwrap())
}

func needFlag(cmd *cobra.Command, needed string, names ...string) error {
	for _, name := range names {
		if cmd.Flags().Changed(name) && !cmd.Flags().Changed(needed) {
			return usageError{fmt.Errorf("--%s requires --%s", name, needed)}
		}
	}
	return nil
}

// parsed returns a function that parses a setting's text and stores the value in *to.
func parsed[T any](to *T, parse func(string) (T, error)) func(string) error {
	return func(text string) (err error) {
		*to, err = parse(text)
		return err
	}
}

func text(to *string) func(string) error {
	return parsed(to, func(text string) (string, error) { return text, nil })
}

func boolean(to *bool) func(string) error {
	return func(text string) (err error) {
		if *to, err = strconv.ParseBool(text); err != nil {
			return fmt.Errorf("%q is neither true nor false", text)
		}
		return nil
	}
}

func number(to *int, least, most int) func(string) error {
	return func(text string) (err error) {
		if *to, err = strconv.Atoi(text); err != nil || *to < least || *to > most {
			return fmt.Errorf("%q is not a whole number from %d to %d", text, least, most)
		}
		return nil
	}
}

func span(to *time.Duration, least time.Duration) func(string) error {
	return func(text string) (err error) {
		if *to, err = time.ParseDuration(text); err != nil || *to < least {
			return fmt.Errorf("%q is not a duration of at least %v, such as 90s or 24h", text, least)
		}
		return nil
	}
}

func each[T any](to *[]T, parse func(string) (T, error)) func(string) error {
	return func(text string) error {
		value, err := parse(text)
		*to = append(*to, value)
		return err
	}
}

func list[T any](to *[]T, parse func(string) (T, error)) func(string) error {
	return func(text string) error {
		var errs []error
		for item := range strings.SplitSeq(text, ",") {
			if item = strings.TrimSpace(item); item != "" {
				errs = append(errs, each(to, parse)(item))
			}
		}
		return errors.Join(errs...)
	}
}

func choice[T any](to *T, names []string, values ...T) func(string) error {
	return func(name string) error {
		i := slices.Index(names, name)
		if i < 0 {
			return errors.New(strict.NotAllowed(strconv.Quote(name), names))
		}
		*to = values[i]
		return nil
	}
}

// quoted returns a function that calls parse and adds the text to any error.
func quoted[T any](format string, parse func(string) (T, error)) func(string) (T, error) {
	return func(text string) (T, error) {
		value, err := parse(text)
		if err != nil {
			err = fmt.Errorf(format, text, err)
		}
		return value, err
	}
}

func unmarshal(to encoding.TextUnmarshaler) func(string) error {
	return func(text string) error { return to.UnmarshalText([]byte(text)) }
}

func parseDate(text string) (civil.Date, error) {
	d, err := civil.Parse(text)
	if err != nil {
		return d, fmt.Errorf("%q is not a date; %suse the form yyyy-mm-dd", text, strict.DaysOfMonth(text))
	}
	return d, nil
}
