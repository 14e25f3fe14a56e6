import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WordGroup } from '../../src/language/thesaurus/thesaurus-file.js';

/** Longer phrases are hardly found in a text as they stand. */
const MOST_WORDS = 3;

/** A sense before what cannot be searched is left out: its words, and where broader ones are to be found. */
interface Sense<Id> {
  id: Id;
  words: string[];
  broader: Id[];
}

/** The groups of OpenThesaurus' file for LibreOffice (`th_de_DE_v2.dat`). */
export function openThesaurus(file: string): WordGroup[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  const senses = [...new Set(lines.filter((line) => line.startsWith('-|')))].map((line) =>
    line.slice(2).split('|'),
  );
  const own = senses.map((entries) => entries.filter((entry) => !entry.includes(BROADER)));
  const firstOf = new Map<string, string[]>();
  const ids = own.map((entries) => entries.join('|'));
  own.forEach((entries, at) => {
    for (const entry of entries) firstOf.set(entry, [...(firstOf.get(entry) ?? []), ids[at]!]);
  });
  const known = new Map(ids.map((id, at) => [id, own[at]!]));
  return toGroups(
    senses.map((entries, at): Sense<string> => {
      const above = new Set(
        entries
          .filter((entry) => entry.includes(BROADER))
          .map((entry) => entry.replace(BROADER, '')),
      );
      const candidates = new Set([...above].flatMap((entry) => firstOf.get(entry) ?? []));
      const broader = [...candidates].filter((id) =>
        known.get(id)!.every((each) => above.has(each)),
      );
      return { id: ids[at]!, words: own[at]!.flatMap(plainPhrase), broader };
    }),
  );
}

const BROADER = ' (Oberbegriff)';

/** Without remarks; nothing where letters stand in parentheses ("Dieberei(en)") or are left out. */
function plainPhrase(entry: string): string[] {
  const phrase = entry
    .replace(/(?<!\S)\([^()]*\)(?!\S)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return /^[\p{L}\p{N}'-]+(?: [\p{L}\p{N}'-]+)*$/u.test(phrase) ? [phrase] : [];
}

/** The groups of WordNet's database, in a folder with `data.noun` and the others. */
export function wordNet(folder: string): WordGroup[] {
  return toGroups(['noun', 'verb', 'adj', 'adv'].flatMap((kind) => sensesIn(folder, kind)));
}

function sensesIn(folder: string, kind: string): Sense<string>[] {
  const lines = readFileSync(join(folder, `data.${kind}`), 'utf8').split('\n');
  return lines
    .filter((line) => /^\d/.test(line))
    .map((line): Sense<string> => {
      const [offset, , type, count = '', ...rest] = line.split(' ');
      const words = Array.from({ length: parseInt(count, 16) }, (_, at) => rest[2 * at] ?? '');
      const pointers = rest.slice(2 * words.length + 1);
      const broader = pointers.flatMap((sign, at) =>
        sign === '@' ? [`${pointers[at + 2]}${pointers[at + 1]}`] : [],
      );
      return { id: `${type}${offset}`, words: words.flatMap(wordNetPhrase), broader };
    });
}

/** No names: they are searched as they are. */
function wordNetPhrase(lemma: string): string[] {
  const phrase = lemma.replace(/\([a-z]+\)$/, '').replaceAll('_', ' ');
  return /^[a-z\d'-]+(?: [a-z\d'-]+)*$/.test(phrase) ? [phrase] : [];
}

/** Groups that lead from one word to another: of several words, or with broader ones. */
function toGroups<Id>(senses: readonly Sense<Id>[]): WordGroup[] {
  const found = senses
    .map(({ words, ...sense }) => {
      const short = words.filter((word) => word.split(' ').length <= MOST_WORDS);
      return { ...sense, words: [...new Set(short)] };
    })
    .filter(({ words }) => words.length > 0);
  const kept = found.filter(({ words, broader }) => words.length > 1 || broader.length > 0);
  const used = new Set(kept.flatMap(({ broader }) => broader));
  const all = found.filter(
    (sense) => sense.words.length > 1 || sense.broader.length > 0 || used.has(sense.id),
  );
  const numbers = new Map(all.map(({ id }, at) => [id, at]));
  return all.map(({ words, broader }) => ({
    words,
    broader: broader.flatMap((id) => numbers.get(id) ?? []),
  }));
}
