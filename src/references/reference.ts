/** What a reference points to; `document` is a whole act named by its number ("Directive 2013/59/Euratom"). */
export type ReferenceKind = 'section' | 'article' | 'part' | 'annex' | 'document';

/** One reference found in a text. The references of a range ("§§ 5 bis 7") share one place in it. */
export interface Reference {
  /** The text from `start` to `end`, as it stands there. */
  raw: string;
  /** Offsets in UTF-16 code units; `end` is exclusive. */
  start: number;
  end: number;
  kind: ReferenceKind;
  /** As written, without the word before it: "70", "9b", "2.2-3700", "II". */
  number: string;
  /** For parts: what kind of part, in the singular: "Teil", "Kapitel", "Part", "Chapter". */
  unit?: string;
  /** The place inside, blanks made one: "Abs. 1 Satz 2", "(b)(1)", "Kapitel 1". */
  detail?: string;
  /** The act named with it, in the nominative: "StrlSchG", "Strahlenschutzgesetz". None: the text's own. */
  document?: string;
}

const ANNEX_WORDS = ['Anlage', 'Anhang', 'Annex', 'Appendix', 'Schedule'];

/** How what a reference names may be labelled: "§ 12-104", "Art. 3", "Anlage 4" or "Annex 4", "Teil 2". */
export function labelsOf({ kind, number, unit }: Reference): string[] {
  if (kind === 'part') return [`${unit} ${number}`];
  if (kind === 'section') return [`§ ${number}`];
  if (kind === 'article') return [`Art. ${number}`];
  return ANNEX_WORDS.map((word) => `${word} ${number}`);
}
