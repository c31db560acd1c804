/* json_report.h - `report --json` and `check --json`, schema 1: assets/report-schema.md. */
#ifndef SYNCSTEP_EXPORT_JSON_REPORT_H
#define SYNCSTEP_EXPORT_JSON_REPORT_H

#include "analysis/analysis.h"
#include "base/error.h"

#include <stdbool.h>
#include <stdio.h>

enum { JSON_REPORT_SCHEMA = 1 };

/* Writes one JSON object and a newline. `findings_only`: without stdout, lines, totals and times,
 * as `check --json` does. -1 when writing failed. */
int json_report_write(struct analysis *analysis, bool findings_only, FILE *out, struct error *err);

#endif
