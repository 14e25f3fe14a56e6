/** What a law, an ordinance or a statute can be known by. */
export interface NamedAct {
  title: string;
  /** What its sections are cited with, "StrlSchG"; may be empty. */
  abbreviation: string;
  /** Of its file; the name of the file counts as one of its own. */
  path: string;
}

/** The act of this name, in lower case: by abbreviation, title, a part of the title, or a German abbreviation of the name. Undefined where none or several have it. */
export function findAct<Act extends NamedAct>(name: string, acts: readonly Act[]): Act | undefined {
  const exact = acts.filter((act) => namesOf(act).includes(name));
  if (exact.length > 0) return exact.length === 1 ? exact[0] : undefined;
  const inside = acts.filter(({ title }) => hasWords(title.toLowerCase(), name));
  if (inside.length > 0) return inside.length === 1 ? inside[0] : undefined;
  const abbreviated = acts.filter(({ abbreviation }) => abbreviates(abbreviation, name));
  return abbreviated.length === 1 ? abbreviated[0] : undefined;
}

/** A text with the abbreviations of these acts as they are written: "strlschg § 78" becomes "StrlSchG § 78". */
export function withAbbreviations(text: string, acts: readonly NamedAct[]): string {
  const written = new Map(
    acts
      .map(({ abbreviation }) => withoutYear(abbreviation))
      .map((one) => [one.toLowerCase(), one]),
  );
  return text.replace(/[\p{L}\p{N}-]+/gu, (word) => written.get(word.toLowerCase()) ?? word);
}

const COMPOUND = /(?:.gesetz|.gesetzbuch|.verordnung|.ordnung|.satzung)$/u;

/** The acts that a text names anywhere, in any case: "im Strahlenschutzgesetz", "strlschg", "the harbour ordinance". */
export function actsIn<Act extends NamedAct>(text: string, acts: readonly Act[]): Act[] {
  const lower = text.toLowerCase();
  const words = lower.split(/[^\p{L}\p{N}-]+/u).flatMap((word) => [word, word.replace(/e?s$/, '')]);
  const named = acts.filter((act) =>
    namesOf(act).some((name) =>
      name.includes(' ') ? hasWords(lower, name) : words.includes(name),
    ),
  );
  const compounds = words.filter((word) => COMPOUND.test(word)).map((word) => findAct(word, acts));
  return [...new Set([...named, ...compounds.filter((act) => act !== undefined)])];
}

function namesOf({ title, abbreviation, path }: NamedAct): string[] {
  const plain = title.replace(/\([^()]*\)$/, '').trimEnd();
  const file = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '');
  const names = [title, plain, abbreviation, withoutYear(abbreviation), file];
  return names.filter((name) => name !== '').map((name) => name.toLowerCase());
}

function withoutYear(abbreviation: string): string {
  return abbreviation.replace(/\s\d{4}$/, '');
}

function hasWords(title: string, name: string): boolean {
  const at = title.indexOf(name);
  if (name.length < 2 || at < 0) return false;
  const around = [title[at - 1] ?? ' ', title[at + name.length] ?? ' '];
  return around.every((one) => /[^\p{L}\p{N}]/u.test(one));
}

const GERMAN_ENDS: readonly [RegExp, RegExp][] = [
  [/g$/, /gesetz$/],
  [/(?:v|vo)$/, /verordnung$/],
  [/(?:o|ordn)$/, /ordnung$/],
  [/gb$/, /gesetzbuch$/],
];

/** "StrlSchG" is short for "Strahlenschutzgesetz": its letters in order, with the fitting end. */
function abbreviates(abbreviation: string, name: string): boolean {
  const short = withoutYear(abbreviation).toLowerCase();
  if (short.length < 3 || short[0] !== name[0]) return false;
  if (!GERMAN_ENDS.some(([end, word]) => end.test(short) && word.test(name))) return false;
  let at = 0;
  for (const letter of name) if (letter === short[at]) at += 1;
  return at === short.length;
}
