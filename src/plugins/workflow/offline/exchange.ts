import { personFirst, properNames, readPeople } from './read-people.js';
import { wantedActions } from './wanted-actions.js';
import type { Reading } from '../../../../samples/offline-model/kit.js';

/** What a sentence puts in the place of what: "48 hours instead of 24", "change Anna to Tomasz", "10 is too low, make it 15". */
export interface Exchange {
  now: Reading;
  old?: Reading;
  /** The words that say so, and how many of them turn something round: "not … but". */
  joined: { said: string; turned: number };
}

/** How a sentence says it: what divides both parts, which of them stands first, and what opens that one. */
interface Form {
  first: 'now' | 'old';
  opens?: RegExp;
  divides: RegExp;
}

/** The first that fits counts; each is matched with the words from one place on. */
const FORMS: readonly Form[] = [
  { first: 'now', divides: /^(instead of|rather than|in place of) / },
  { first: 'old', opens: /^not /, divides: /^(but|,) / },
  { first: 'now', divides: /^((and|,) )?not (?!yet )/ },
  {
    first: 'old',
    divides: /^(is|are|was|were) (far |way |much )?(too \p{L}+|not enough) [,;:.] /u,
  },
  {
    first: 'old',
    // "switch X off and rename Y to Z" exchanges nothing.
    opens: /^(change|replace|swap|exchange|from|switch(?! (?:\S+ ){0,4}(?:on|off) )) /,
    divides: /^(to|by|with|for|into) /,
  },
];

/** The parts of a sentence that name what is to be, and what it replaces; without the second, all of it is the first. */
export function exchanged(reading: Reading): Exchange {
  for (const { first, opens, divides } of FORMS) {
    const opening = opens ? find(reading, opens, 0) : { from: 0, to: 0 };
    const middle = opening && find(reading, divides, Math.max(opening.to, 1));
    if (opening === undefined || middle === undefined) continue;
    const before = reading.slice(opening.to, middle.from);
    const behind = reading.slice(middle.to, reading.tokens.length);
    const [now, old] = first === 'now' ? [before, behind] : [behind, before];
    const said = reading.words(middle.from, middle.to);
    const turns = `${reading.words(opening.from, opening.to)} ${said}`.match(/\b(not|but)\b/gi);
    return { now, old, joined: { said, turned: turns?.length ?? 0 } };
  }
  return { now: reading, joined: { said: '', turned: 0 } };
}

/** Where words stand, from a place on. */
function find({ tokens }: Reading, words: RegExp, start: number) {
  for (let from = start; from < tokens.length; from += 1) {
    const next = tokens.slice(from, from + 6).map(({ lower }) => `${lower} `);
    const found = words.exec(next.join(''))?.[0].trim();
    if (found) return { from, to: from + found.split(' ').length };
  }
  return undefined;
}

/** Another type of action that is to stand for one: "make it an email", "an email, not an alert". */
export function typeWanted(reading: Reading): string | undefined {
  const { now } = exchanged(reading);
  const tag = now.all('step.*').find(({ from }) => /^(an?|by)$/.test(now.lower(from - 1)));
  return tag?.concept.slice('step.'.length);
}

/** True where one type of action is to stand for another: never for one that is to be added. */
export function namesOther(reading: Reading): boolean {
  const corrects = exchanged(reading).old !== undefined || reading.says('it', 'that', 'no');
  return (
    corrects &&
    typeWanted(reading) !== undefined &&
    !reading.has('act.add|act.remove|frame.after|frame.when')
  );
}

/** True for a wish to put one person in the place of another. */
export function swapsPeople(reading: Reading): boolean {
  const { now, old } = exchanged(reading);
  const comesIn = readPeople(reading).length > 0 || properNames(now).length > 0;
  const isOther = reading.says('instead') && wantedActions(reading).length === 0;
  const goesOut = old === undefined ? isOther : personFirst(old) !== undefined;
  return goesOut && comesIn;
}
