import { readDetail } from './details.js';
import { findReferences } from './find-references.js';
import { Reader } from './reader.js';

/** A place that a provision's text refers to: in itself ("Satz 2"), or in another provision ("§ 5 Absatz 31"). */
export interface InnerReference {
  /** As it stands there. */
  raw: string;
  start: number;
  /** The place inside the provision, one alone: "Satz 2"; absent where the whole provision is meant. */
  detail?: string;
  /** The other provision; absent where the place is in the text's own. */
  section?: { number: string; document?: string };
}

/** What names a place in the text's own provision; behind a section's number it belongs to that. */
const BARE =
  /(?<![\p{L}\p{N}])(?:Absatz(?:es)?|Absätzen?|Satz(?:es)?|Sätzen?|Nummern?|Buchstaben?|subsections?|sentences?|items?)(?=\s(?:\d|\(|[a-z](?!\p{L})))/giu;
/** Several values of the last level: "Sätze 2 und 3". */
const SEVERAL = /^(.*?)(\d{1,3}[a-z]?(?:(?:, |,? (?:und|oder|and|or) )\d{1,3}[a-z]?){1,6})$/u;

/** The places that a text refers to, in its own provision and in others, in the order of the text. */
export function innerReferences(text: string): InnerReference[] {
  const cited = findReferences(text).filter(({ kind }) => kind === 'section');
  const others = cited.flatMap(({ raw, start, number, detail, document }): InnerReference[] => {
    const section = document === undefined ? { number } : { number, document };
    if (detail === undefined) return [{ raw, start, section }];
    return eachOf(detail).map((one) => ({ raw, start, section, detail: one }));
  });
  const own: InnerReference[] = [];
  // A level is read behind a blank.
  const padded = ` ${text}`;
  let end = 0;
  let next = 0;
  for (const { index } of text.matchAll(BARE)) {
    while (next < cited.length && (cited[next]?.end ?? 0) <= index) next += 1;
    const isTaken = (cited[next]?.start ?? text.length) <= index;
    if (isTaken || index < end) continue;
    const reader = new Reader(padded, index);
    const detail = readDetail(reader, undefined);
    if (detail === undefined) continue;
    end = reader.at - 1;
    const raw = text.slice(index, end);
    own.push(...eachOf(detail).map((one) => ({ raw, start: index, detail: one })));
  }
  return [...others, ...own].toSorted((a, b) => a.start - b.start);
}

function eachOf(detail: string): string[] {
  const [, lead = '', list] = SEVERAL.exec(detail) ?? [];
  if (list === undefined) return [detail];
  return (list.match(/\d{1,3}[a-z]?/g) ?? []).map((value) => `${lead}${value}`);
}
