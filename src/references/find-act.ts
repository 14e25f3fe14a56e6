import { labelsOf, type Reference } from './reader.js';

export interface NamedAct {
  title: string;
  /** What its sections are cited with, "StrlSchG"; what stands in brackets in the title counts as one too. */
  abbreviation?: string;
  /** Of its file; the name of the file counts as one of its own. */
  path: string;
}

/** The act of a name in any case: title, file, abbreviation, part of a title, or what an abbreviation stands for. Undefined: none, or several. */
export function findAct<Act extends NamedAct>(name: string, acts: readonly Act[]): Act | undefined {
  const wanted = nameOf(name);
  if (wanted === '') return undefined;
  const ways = [
    (act: Act) => namesOf(act).includes(wanted),
    ({ title }: Act) => hasWords(title.toLowerCase(), name.trim().toLowerCase()),
    (act: Act) => namesOf(act).some((short) => abbreviates(short, wanted)),
  ];
  for (const means of ways) {
    const found = acts.filter(means);
    if (found.length > 0) return found.length === 1 ? found[0] : undefined;
  }
  return undefined;
}

/** A text with the abbreviations of these acts as they are written: "strlschg § 78" becomes "StrlSchG § 78". */
export function withAbbreviations(text: string, acts: readonly NamedAct[]): string {
  const written = new Map(
    acts
      .map(({ abbreviation = '' }) => abbreviation.replace(YEAR, ''))
      .map((one) => [one.toLowerCase(), one]),
  );
  return text.replace(/[\p{L}\p{N}-]+/gu, (word) => written.get(word.toLowerCase()) ?? word);
}

const COMPOUND = /(?:.gesetz|.gesetzbuch|.ordnung|.satzung)$/u;

/** The acts that a text names anywhere, in any case: "im Strahlenschutzgesetz", "strlschg", "the harbour ordinance". */
export function actsIn<Act extends NamedAct>(text: string, acts: readonly Act[]): Act[] {
  const lower = text.toLowerCase();
  const words = new Set(
    lower.split(/[^\p{L}\p{N}-]+/u).flatMap((word) => [word, word.replace(/e?s$/, '')]),
  );
  const named = acts.filter(
    (act) =>
      namesOf(act).some((name) => words.has(name)) ||
      hasWords(lower, plainTitle(act).toLowerCase()),
  );
  const compounds = [...words].filter((word) => COMPOUND.test(word));
  const meant = compounds.flatMap((word) => findAct(word, acts) ?? []);
  return [...new Set([...named, ...meant])];
}

const YEAR = /[_\s](?:19|20)\d\d$/;

/** All names of an act as they are compared: title, file, abbreviation, what stands in brackets. */
function namesOf(act: NamedAct): string[] {
  const { title, abbreviation = '', path } = act;
  const inBrackets = [...title.matchAll(/\(([^()]{2,80})\)/g)].flatMap(([, inside = '']) =>
    inside.split(/[-–—,;]\s+/),
  );
  const file = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '');
  const names = [title, plainTitle(act), abbreviation, file, ...inBrackets].map(nameOf);
  return [...new Set(names.filter(({ length }) => length > 1))];
}

function plainTitle({ title }: NamedAct): string {
  return title.replace(/\([^()]*\)/g, '').trim();
}

function nameOf(name: string): string {
  return name
    .toLowerCase()
    .trim()
    .replace(/^(?:the|das|die|der|des|dem)\s+/, '')
    .replace(YEAR, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

function hasWords(text: string, name: string): boolean {
  const at = text.indexOf(name);
  if (name.length < 2 || at < 0) return false;
  const around = [text[at - 1] ?? ' ', text[at + name.length] ?? ' '];
  return around.every((one) => /[^\p{L}\p{N}]/u.test(one));
}

/** How a long name ends, and how one that is short for it may. */
const KINDS: readonly (readonly [RegExp, RegExp])[] = [
  [/gesetzbuch$/, /g?b$/],
  [/gesetz$/, /g$/],
  [/verordnung$/, /(?:v|vo)$/],
  [/ordnung$/, /(?:o|ordn)$/],
  [/satzung$/, /s$/],
  [/richtlinie$/, /(?:r|rl)$/],
];

/** "strlschg" of "strahlenschutzgesetz", but not of "strahlenschutzverordnung": the last kind has to agree. */
function abbreviates(short: string, long: string): boolean {
  const end = KINDS.find(([pattern]) => pattern.test(long))?.[1];
  if (end === undefined || !end.test(short) || short.length + 4 > long.length) return false;
  if (short[0] !== long[0]) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at === short.length;
}

/** True where the number is the provision's own and the law that is named with it, if one is, is its law. */
export function isCited(
  reference: Reference,
  { sourceId, document }: { sourceId: string; document: string },
): boolean {
  const label = labelsOf(reference).find((one) => endsWith(sourceId, one));
  if (label === undefined || reference.document === undefined) return label !== undefined;
  const abbreviation = sourceId.slice(0, -label.length).trim();
  const act = { title: document, abbreviation, path: '' };
  return findAct(reference.document, [act]) !== undefined;
}

function endsWith(sourceId: string, label: string): boolean {
  const before = sourceId.at(-label.length - 1);
  return sourceId.endsWith(label) && (before === undefined || before === ' ');
}
