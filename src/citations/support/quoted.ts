import { withoutEnd } from '../../foundation/without-end.js';
import { holdsWords } from '../quotes.js';
import { Alignment, SAID, SAME } from './alignment.js';
import type { Mode } from './modes.js';
import type { Claim, SourceText } from './verdict.js';

/** What stands between quotation marks. */
export const QUOTED = /[„“"»]([^„“”"«»]{12,2000})[”“"«]/g;

/** Whether texts hold what is quoted, and what stands around it turns nothing into its opposite. */
export function isQuoted({ text, quotes, around }: Claim, sources: readonly SourceText[]): boolean {
  const whole = sources.map((source) => source.text).join('\n');
  const parts = text.split(' … ');
  if (parts.every((part) => holdsWords(whole, withoutEnd(part.replace(/^["„“]/, ''), /["“”.]/))))
    return true;
  if (quotes.length === 0 || !quotes.every((quote) => holdsWords(whole, quote))) return false;
  const headings = sources.map(({ context }) => context).join('\n');
  // A heading that is only repeated turns nothing, whatever it denies.
  const outside = withoutEnd(text.replaceAll(QUOTED, ' ').trim(), /[\s:.]/);
  if (outside !== '' && holdsWords(headings, outside)) return true;
  const known = new Set(`${whole} ${headings}`.match(/\d+/g));
  return (
    around.every(({ clauses }) => clauses.every(({ mode }) => !NEGATED.has(mode))) &&
    (outside.match(/\d+/g) ?? []).every((digits) => known.has(digits))
  );
}

const NEGATED: ReadonlySet<Mode> = new Set(['never', 'optional', 'rather not', 'not']);

/** The words around quotes that neither a text nor its headings have; what is denied a heading does not say. */
export function addedAround({ around }: Claim, sources: readonly SourceText[]): string[] {
  const said = sources.flatMap(({ sentences }) => sentences.flatMap(({ words }) => words));
  const all = [...said, ...sources.flatMap(({ contextWords }) => contextWords)];
  const alignment = new Alignment();
  return around
    .flatMap(({ clauses }) => clauses)
    .flatMap(({ words, mode }) => {
      const known = NEGATED.has(mode) ? said : all;
      return words.filter((word) => alignment.best(word, known).strength < SAME);
    })
    .map(({ word }) => word);
}

/** Whether what stands around the quotes says of its own who acts, or must or may; what a heading says it only repeats. */
export function claimsAround({ around }: Claim, sources: readonly SourceText[]): boolean {
  const context = sources.flatMap(({ contextWords }) => contextWords);
  const alignment = new Alignment();
  return around.some(({ clauses }) =>
    clauses.some(
      ({ words, mode }) =>
        !words.every((word) => alignment.best(word, context).strength >= SAID) &&
        (mode !== 'fact' || words.some(({ isActor }) => isActor)),
    ),
  );
}
