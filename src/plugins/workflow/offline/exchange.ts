import { personFirst, properNames, readPeople } from './read-people.js';
import { wantedActions } from './wanted-actions.js';
import type { Reading } from '../../../../samples/offline-model/kit.js';

/** What a sentence puts in the place of what: "48 hours instead of 24", "change Anna to Tomasz", "an email, not an alert". */
export interface Exchange {
  now: Reading;
  old?: Reading;
  /** How many words turn something round to say so: "not … but". */
  turned?: number;
}

const BEHIND = /^(to|by|with|for|into)$/;

/** The parts of a sentence that name what is to be, and what it replaces; without the second, all of it is the first. */
export function exchanged(reading: Reading): Exchange {
  const { tokens } = reading;
  const end = tokens.length;
  const part = (from: number, to: number) => reading.slice(from, to);
  const place = (test: (at: number) => boolean) => tokens.findIndex((_token, at) => test(at));
  const instead = place((at) =>
    /^(instead of|rather than)$/.test(reading.words(at, at + 2).toLowerCase()),
  );
  if (instead >= 0) return { now: part(0, instead), old: part(instead + 2, end) };
  const not = place(
    (at) => reading.lower(at) === 'not' && (at === 0 || reading.lower(at - 1) === ','),
  );
  const but = place((at) => not >= 0 && at > not && /^(but|,)$/.test(reading.lower(at)));
  if (not >= 0 && but > not) return { now: part(but + 1, end), old: part(not + 1, but), turned: 2 };
  if (not > 0) return { now: part(0, not), old: part(not + 1, end), turned: 1 };
  const from = place((at) =>
    /^(change|replace|swap|exchange|switch|from)$/.test(reading.lower(at)),
  );
  const to = place((at) => at > from && BEHIND.test(reading.lower(at)));
  return from >= 0 && to > from
    ? { now: part(to + 1, end), old: part(from + 1, to) }
    : { now: reading };
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
