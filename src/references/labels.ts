import type { Reference } from './reference.js';

const ANNEX_WORDS = ['Anlage', 'Anhang', 'Annex', 'Appendix', 'Schedule'];

/** How what a reference names may be labelled: "§ 12-104", "Art. 3", "Anlage 4" or "Annex 4", "Teil 2". */
export function labelsOf({ kind, number, unit }: Reference): string[] {
  if (kind === 'part') return [`${unit} ${number}`];
  if (kind === 'section') return [`§ ${number}`];
  if (kind === 'article') return [`Art. ${number}`];
  return ANNEX_WORDS.map((word) => `${word} ${number}`);
}
