import type { Reference } from '../../references/reference.js';

/** What a text says about a reference in it: it names the place, changes it, or was changed by it. */
export type Role = 'cites' | 'amends' | 'amended_by';

/** How far a verb may stand from the reference it is about, within one sentence. */
const REACH = 160;

const CHANGES =
  /^[^.;\n]{0,150}?(?:\b(?:is|are)\s(?:hereby\s)?(?:amended|repealed|replaced|deleted|renumbered|added)\b|\bwird\b[^.;\n]{0,100}?\b(?:geändert|gefasst|aufgehoben|ersetzt|eingefügt|angefügt|gestrichen)\b)/u;
const CHANGED_BY =
  /\b(?:amended|repealed|replaced|added|enacted)\sby(?:\sthe)?\s?$|\b(?:geändert|gefasst|aufgehoben|eingefügt)\s(?:durch|mit)\s?$/u;

/**
 * Tells amendments from mere mentions: "Section 4 of … is amended", "§ 5 wird wie folgt geändert" amend;
 * "as amended by § 3" names what amended. Only the first reference of a sentence is amended by its verb:
 * what comes after ("… is amended as in § 9 provided") is cited.
 */
export function roleOf(text: string, reference: Reference, previous: Reference | undefined): Role {
  const before = text.slice(Math.max(0, reference.start - 40), reference.start);
  if (CHANGED_BY.test(before)) return 'amended_by';
  const after = text.slice(reference.end, reference.end + REACH);
  if (!CHANGES.test(after)) return 'cites';
  const sinceLast = previous ? text.slice(previous.end, reference.start) : '.';
  return isNewSentence(sinceLast) || isList(sinceLast) ? 'amends' : 'cites';
}

function isNewSentence(between: string): boolean {
  return between.length > REACH || /[.;:\n]/.test(between);
}

/** "§ 4 and § 5 are amended" changes both. */
function isList(between: string): boolean {
  return /^\s*(?:(?:,|and|und|or|oder)\s*)?(?:(?:and|und)\s*)?(?:the\s)?$/.test(between);
}
