import type { ErrorDetail } from '../../../src/foundation/errors.js';
import { title } from './value-words.js';

/** A finding's words without the path that stands before them: the place is shown by where they stand. */
export function findingWords({ path, message }: ErrorDetail): string {
  const bare =
    path !== undefined && message.startsWith(path) ? message.slice(path.length) : message;
  return bare.replace(/^[\s:]+/, '');
}

/** The fields on the way to a finding: `/body/rows/0/due` and `body.rows[0].due` alike. */
export function stepsTo(path = ''): string[] {
  return path
    .replace(/^\/?payload(?=[./[])/, '')
    .split(/[./[\]]+/)
    .filter((step) => step !== '');
}

/** Where a finding is, by the names of its fields: `body.rows[0].due_date` is `Rows › 1 › Due date:`. */
export function placeWords(path: string | undefined): string {
  const [first = '', ...rest] = stepsTo(path);
  const steps = ENVELOPES.has(first) ? rest : [first, ...rest];
  const words = steps.map((step) => (/^\d+$/.test(step) ? `${Number(step) + 1}` : title(step)));
  return words.filter(Boolean).length === 0 ? '' : `${words.join(' › ')}:`;
}

const ENVELOPES: ReadonlySet<string> = new Set(['body', 'arguments']);
