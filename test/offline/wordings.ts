import type { Run } from './judge.js';
import type { Talk } from './talk.js';

/** Requests that mean the same (`say`, the plainest first), or, as `twists`, what `base` does not mean. */
export interface WordingCase {
  id: string;
  context_type: 'workflow' | 'tables';
  /** The name of the rule or table that the page shows. */
  open: string | null;
  say?: string[];
  base?: string;
  twists?: string[];
}

/** `same`: leads to what the first leads to; `asked`: neither preview nor answer; `other`: to something else. */
export type Outcome = 'same' | 'asked' | 'other';

export interface Wording {
  id: string;
  said: string;
  outcome: Outcome;
  run: Run;
}

/** What each wording of a case leads to, against its first one or its base. */
export async function compareWordings(talk: Talk, wanted: WordingCase): Promise<Wording[]> {
  const { id, context_type: on, open, base, say = [], twists = [] } = wanted;
  const [first = '', ...others] = base === undefined ? say : [base, ...twists];
  const said = (text: string) => talk.converse(on, open ?? undefined, [text]);
  const expected = await said(first);
  const found: Wording[] = [{ id: `${id}-0`, said: first, outcome: 'same', run: expected }];
  for (const [at, text] of others.entries()) {
    const run = await said(text);
    found.push({ id: `${id}-${at + 1}`, said: text, outcome: outcomeOf(run, expected), run });
  }
  return found;
}

const NOT_DONE = /[?]\s*$|not understand|[Ww]hich one|[Ww]hat is the filter|changed nothing/;

function outcomeOf(run: Run, expected: Run): Outcome {
  if (run.previews.length === 0 && NOT_DONE.test(run.text)) return 'asked';
  if (shown(run) === shown(expected)) return 'same';
  return run.calls.length === 0 || run.previews.length < expected.previews.length
    ? 'asked'
    : 'other';
}

/** The preview without the names that come from the wording; else what was looked up last, whatever of it is told. */
function shown({ previews, calls, text }: Run): string {
  const last = calls.at(-1);
  const found = previews.length > 0 ? previews : last && { name: last.name, ...last.input };
  if (found === undefined) return text;
  const fromWording = previews.length > 0 ? NAMES : LOOKS;
  return JSON.stringify(found, (key, value: unknown) => (fromWording.has(key) ? undefined : value));
}

const NAMES = new Set(['name', 'description', 'id']);
const LOOKS = new Set(['columns', 'rows']);
