/** The ERP's requests that only read although their method is not GET: questions, checks and dry runs. */
export const erpReads = [
  'POST /v1/data/configs/query',
  'POST /v1/data/configs/summarize',
  'POST /v1/data/configs/validate',
  'POST /v1/config/forms/preview',
  'POST /v1/config/page-configs/preview',
  'POST /v1/workflow/rules/simulate',
  'POST /v1/workflow/rules/*/simulate',
  'POST /v1/workflow/rules/*/estimate',
  'POST /v1/workflow/rules/full?dry_run=true',
  'PUT /v1/workflow/rules/*/full?dry_run=true',
] as const;
