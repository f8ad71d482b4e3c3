.PHONY: judge-workbooks bench-workbook

judge-workbooks: packages ## let LibreOffice recalculate the workbooks of 60 random leases, each also with changed inputs (minutes)
	$(GO) test ./internal/export/workbook -run LibreOffice -v -timeout 60m -args -leases 60

bench-workbook: ## time and memory of writing a workbook of 1,200 periods
	$(GO) test ./internal/export/workbook -run '^$$' -bench 1200 -benchmem
