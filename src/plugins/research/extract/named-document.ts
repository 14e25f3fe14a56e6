/** A document as it can be named in a text. */
export interface NameableDocument {
  id: string;
  title: string;
  fileName: string;
}

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/gesetz$/, 'g'],
  [/verordnung$/, 'v'],
  [/ordnung$/, 'o'],
  [/satzung$/, 's'],
  [/richtlinie$/, 'r'],
  [/gesetzbuch$/, 'b'],
];

/**
 * The document that a text means by a name: its title or file name, an abbreviation in the brackets of its
 * title ("… (StrlSchG)"), or a long name that such an abbreviation stands for ("Strahlenschutzgesetz").
 * `undefined` when none or more than one is meant.
 */
export function findNamedDocument<T extends NameableDocument>(
  name: string,
  documents: readonly T[],
): T | undefined {
  const wanted = nameOf(name);
  if (wanted === '') return undefined;
  const byName = documents.filter((document) => namesOf(document).includes(wanted));
  const found =
    byName.length > 0
      ? byName
      : documents.filter((document) =>
          namesOf(document).some((short) => abbreviates(short, wanted)),
        );
  return found.length === 1 ? found[0] : undefined;
}

/** All names of a document as they are compared: title, file, what stands in brackets; without years. */
function namesOf({ title, fileName }: NameableDocument): string[] {
  const inBrackets = [...title.matchAll(/\(([^()]{2,80})\)/g)].flatMap(([, inside = '']) =>
    inside.split(/[-–—,;]\s+/),
  );
  const names = [title, title.replace(/\([^()]*\)/g, ''), fileName.replace(/\.\w+$/, '')];
  return [...new Set([...names, ...inBrackets].map(nameOf).filter(({ length }) => length > 1))];
}

function nameOf(name: string): string {
  return name
    .toLowerCase()
    .trim()
    .replace(/^(?:the|das|die|der|des|dem)\s+/, '')
    .replace(/[_\s](?:19|20)\d\d$/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/**
 * Whether a short name is made of a long one's letters, in order, and ends as its kind of act does:
 * "strlschg" of "strahlenschutzgesetz", but not of "strahlenschutzverordnung".
 */
function abbreviates(short: string, long: string): boolean {
  const kind = KINDS.find(([pattern]) => pattern.test(long))?.[1];
  if (kind === undefined || short.length < 2 || short.length * 2 > long.length) return false;
  if (!short.endsWith(kind) || short[0] !== long[0]) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at === short.length;
}
