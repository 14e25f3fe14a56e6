import { createHash } from 'node:crypto';
import { AppError } from '../../../foundation/errors.js';
import type { StoredResearch } from '../research.model.js';
import { REPORT_STYLE } from '../sources/render-html.js';
import { expectedAt } from '../stages.js';
import type { Report } from '../state.js';

const STYLE_HASH = createHash('sha256').update(REPORT_STYLE).digest('base64');

/**
 * What a report as HTML may do when a browser opens it: show its own style. Its texts come from documents
 * and models; even one that was not escaped could run, load and send nothing.
 */
export const REPORT_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The report of a research; rejects with `conflict` while there is none. */
export function requireReport({ id, stage, state }: StoredResearch): Report {
  if (state.report !== undefined) return state.report;
  const expected = expectedAt(stage);
  throw new AppError(
    'conflict',
    `The research has no report yet: it is at "${stage}". Expected now: ${expected}. GET /v1/research/${id} shows what there is.`,
    [
      { path: 'step', message: stage },
      { path: 'expected', message: expected },
    ],
  );
}
