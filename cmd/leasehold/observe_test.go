package main

import (
	"strings"
	"testing"
)

// What concerns the observers is read as the help says, and what is wrong is
// named by its flag, all at once.
func TestObserverSettings(t *testing.T) {
	t.Parallel()
	s := defaultSettings()
	s.MetricsAddr, s.OTLPEndpoint, s.Compress, s.MCPOrigins = ":9464", "http://127.0.0.1:4318", "true", "https://a.example, http://b.example:81"
	c, err := s.parse()
	if err != nil {
		t.Fatal(err)
	}
	if c.metricsAddr != "127.0.0.1:9464" { // a port alone is this machine's
		t.Errorf("metrics at %s", c.metricsAddr)
	}
	if c.otlpEndpoint != s.OTLPEndpoint || !c.compress || len(c.mcpOrigins) != 2 || c.mcpOrigins[1] != "http://b.example:81" {
		t.Errorf("config %+v", c)
	}

	s = defaultSettings()
	if c, err = s.parse(); err != nil || c.metricsAddr != "" || c.otlpEndpoint != "" || c.compress || c.mcpOrigins != nil {
		t.Errorf("by default %+v, %v", c, err)
	}

	s.MetricsAddr, s.OTLPEndpoint, s.Compress, s.MCPOrigins = "9464", "collector:4318", "often", "https://a.example/path"
	_, err = s.parse()
	if err == nil {
		t.Fatal("taken")
	}
	for _, want := range []string{"--metrics-addr: ", "--otlp-endpoint: ", "--compress: ", "--mcp-origins: "} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no %s in %v", want, err)
		}
	}
}
