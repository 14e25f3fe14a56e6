import { personFirst, properNames, readPeople } from './read-people.js';
import { wantedActions } from './wanted-actions.js';
import type { Reading, Tag } from '../../../../samples/offline-model/kit.js';

/** What a sentence puts in the place of what: "48 hours instead of 24", "change Anna to Tomasz", "10 is too low, make it 15". */
export interface Exchange {
  now: Reading;
  old?: Reading;
  /** The words that say so, and how many of them turn something round: "not … but". */
  joined: { said: readonly string[]; turned: number };
}

/** How a sentence says it: what divides both parts, which of them stands first, and what opens that one. */
interface Form {
  first: 'now' | 'old';
  opens?: RegExp;
  divides: RegExp;
  /** What goes must be somebody, and who comes takes that place: "… and put Elena on the alert" does not. */
  ofPeople?: true;
}

/** The first that fits counts; each is matched with the words from one place on. */
const FORMS: readonly Form[] = [
  { first: 'now', divides: /^(instead of|rather than|in place of|in lieu of) / },
  { first: 'old', opens: /^(doesn't|does not|don't) (have|need) to be /, divides: /^[,;] / },
  { first: 'old', opens: /^not /, divides: /^(but|,) / },
  {
    first: 'old',
    divides:
      /^(is|are|was|were) ((a|bit|far|just|little|much|really|still|way) ){0,3}(too \p{L}+|not enough) ([\p{L}']+ ){0,6}[,;:.] /u,
  },
  {
    first: 'old',
    divides: /^(isn't|aren't) (really |quite |still )?enough ([\p{L}']+ ){0,6}[,;:.] /u,
  },
  {
    first: 'now',
    divides: /^((and|but|,) )?(no longer|no more|not any ?more|not any longer) ((for|to|by) )?/,
  },
  { first: 'now', divides: /^((and|,) )?not (just |only )?(?!yet )/ },
  // "take Tomasz off the email and put Elena on it", but no further action.
  {
    first: 'old',
    opens: /^(remove|take|drop|delete|kick) /,
    divides: /^((and|,) )?(put|add|include) (?!(an?|the|another) )/,
    ofPeople: true,
  },
  {
    first: 'old',
    // "switch X off and rename Y to Z" exchanges nothing.
    opens: /^(change|replace|swap|exchange|from(?! now)|switch(?! (?:\S+ ){0,4}(?:on|off) )) /,
    divides: /^(to|by(?! \d)|with|for|into) /,
  },
];

/** The parts of a sentence that name what is to be, and what it replaces; without the second, all of it is the first. */
export function exchanged(reading: Reading): Exchange {
  for (const { first, opens, divides, ofPeople } of FORMS) {
    const opening = opens ? find(reading, opens, 0) : { from: 0, to: 0 };
    const middle = opening && find(reading, divides, Math.max(opening.to, 1));
    if (opening === undefined || middle === undefined) continue;
    const before = reading.slice(opens && first === 'old' ? opening.to : 0, middle.from);
    const behind = reading.slice(middle.to, reading.tokens.length);
    const [now, old] = first === 'now' ? [before, behind] : [behind, before];
    if (ofPeople && (personFirst(old) === undefined || now.has('step.*'))) continue;
    const words = `${reading.words(opening.from, opening.to)} ${reading.words(middle.from, middle.to)}`;
    const turned = words.match(/\b(not?|but)\b|n't/gi)?.length ?? 0;
    const said = [saidOf(reading, middle), reading.words(opening.from, opening.to)];
    return { now, old, joined: { said, turned } };
  }
  return { now: reading, joined: { said: [], turned: 0 } };
}

/** "is too late" of "is too late for us,": what it is so for must be taken in by itself. */
function saidOf(reading: Reading, { from, to }: { from: number; to: number }): string {
  const { tokens } = reading.slice(from, to);
  const too = tokens.findIndex(({ lower }) => lower === 'too') + 1;
  const enough = tokens.findIndex(({ lower }) => lower === 'enough');
  return reading.words(from, Math.max(too, enough) > 0 ? from + Math.max(too, enough) + 1 : to);
}

/** Where words stand, from a place on. */
function find({ tokens }: Reading, words: RegExp, start: number) {
  for (let from = start; from < tokens.length; from += 1) {
    const next = tokens.slice(from, from + 14).map(({ lower }) => `${lower} `);
    const found = words.exec(next.join(''))?.[0].trim();
    if (found) return { from, to: from + found.split(' ').length };
  }
  return undefined;
}

/** Another type of action that is to stand for one: "make it an email", "an email, not an alert". */
export function typeWanted({ now }: Exchange): string | undefined {
  const tag = now.all('step.*').find(({ from }) => /^(an?|by)$/.test(now.lower(from - 1)));
  return tag?.concept.slice('step.'.length);
}

/** What a sentence wants to be otherwise in a rule that is there, as facts. */
export function changesWanted(reading: Reading): Record<string, boolean> {
  const exchange = exchanged(reading);
  const { now, old } = exchange;
  // "send Anna the email, too" speaks of one that is there.
  const isDefinite = ({ from, to }: Tag) =>
    /^(send|give|get)$/.test(reading.lower(from)) &&
    /^(the|this|that)$/.test(reading.lower(to - 2));
  const isNew = wantedActions(reading).some((action) => !isDefinite(action));
  const hasName = properNames(now).length > 0;
  const isOther = old ? personFirst(old) !== undefined : reading.says('instead') && !isNew;
  const corrects =
    old !== undefined || reading.says('it', 'that', 'no') || /^(as|by|via)$/.test(reading.lower(0));
  const isThere = reading
    .all('step.*')
    .some(({ from }) => /^(the|this|that)$/.test(reading.lower(from - 1)));
  const isSomebody = properNames(reading).length > 0 || personFirst(reading) !== undefined;
  return {
    // "Sofia, not Maria"
    'has.swap': isOther && (hasName || readPeople(reading).length > 0),
    // "no, make it an email", but no further one.
    'has.retype':
      corrects &&
      typeWanted(exchange) !== undefined &&
      !reading.has('act.add|act.remove|frame.after|frame.when'),
    // "48 hours instead of 24"
    'has.exchange': hasValue(now) && old !== undefined && hasValue(old),
    // "add Emma to the alert", "Tomasz doesn't need the mail"
    'has.recipient': isThere && isSomebody && !isNew,
  };
}

function hasValue(part: Reading): boolean {
  return part.has('sev.*') || part.tokens.some(({ value }) => value !== undefined);
}
