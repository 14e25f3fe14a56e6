import { numberIn } from './number-words.js';
import type { WantedCall } from '../../../../samples/offline-model/kit.js';
import { asksFor, periods } from './lexicon.js';

/** What a question asks of the user's own cases, deadlines and documents. */
export type OwnQuestion =
  | { wants: 'lists'; calls: readonly WantedCall[] }
  /** Something is to be written down or changed, which no tool here can. */
  | { wants: 'write' };

/** Reads a question; undefined for one about the law. */
export function ownQuestion(text: string): OwnQuestion | undefined {
  if (/§/.test(text)) return undefined;
  const number = /\b(?:[A-Z]{1,5}|[a-z]{1,3})-\d{2,6}\b(?!-)/.exec(text)?.[0].toUpperCase();
  const isNamed = number !== undefined || /\b(?:deadline|case|frist|fall)\b/i.test(text);
  if (asksFor('writes', text) && isNamed) return { wants: 'write' };
  const calls: WantedCall[] = [];
  const isDue = asksFor('deadlines', text);
  if (isDue || (number !== undefined && asksFor('todo', text))) {
    const ofCase = number === undefined ? {} : { case_number: number };
    calls.push({ name: 'get_deadlines', arguments: { ...ofCase, ...daysIn(text) } });
  } else if (number !== undefined || asksFor('cases', text)) {
    const search = number === undefined ? statusIn(text) : { search: number };
    calls.push({ name: 'get_cases', arguments: search });
  }
  if (asksFor('documents', text)) calls.push({ name: 'get_documents', arguments: {} });
  return calls.length === 0 ? undefined : { wants: 'lists', calls };
}

const COUNTED = /\b(\d{1,4}|\p{L}{2,8}) (days?|weeks?|months?|tagen?|wochen?|monaten?)\b/iu;
const MOST_DAYS = 3650;

/** The days that words of time stand for. */
function daysIn(text: string): { within_days?: number } {
  const [, count = '', unit = ''] = COUNTED.exec(text) ?? [];
  const units = Number(count) || (numberIn(count, 'en') ?? numberIn(count, 'de'));
  if (units !== undefined) {
    const days = /^w/i.test(unit) ? 7 : /^m/i.test(unit) ? 31 : 1;
    return { within_days: Math.min(MOST_DAYS, units * days) };
  }
  const known = periods.find(({ words }) => words.test(text));
  return known === undefined ? {} : { within_days: known.days };
}

function statusIn(text: string): { status?: 'open' | 'closed' } {
  if (asksFor('open', text)) return { status: 'open' };
  return asksFor('closed', text) ? { status: 'closed' } : {};
}
