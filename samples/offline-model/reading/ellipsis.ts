import type { Reading } from './reading.js';
import { withoutEnd } from '../../../src/foundation/without-end.js';

/** Changes whose verb a follow-up may leave out: "hide the status" – "and the sku too". */
const REPEATABLE =
  'act.hide|act.unhide|act.sort|act.remove|act.align|act.filter|act.move|act.resize';

/** Values that a follow-up may exchange: "the 5 newest orders" – "now the oldest". */
const SLOTS = ['dir', 'sev', 'entity', 'alertstatus', 'active', 'align', 'trig', 'step'];

const LONGEST = 8;

/** Words that lead in another value. */
const LEADS = /^(and|now|what about|how about|or|then|no|rather|better|instead|sorry)\b/i;

/**
 * A follow-up that leaves out what was said before, completed from it; `undefined` when it stands
 * alone.
 */
export function completed(alone: Reading, before: Reading): string | undefined {
  const says = alone.tokens.filter((token) => token.kind !== 'mark').length;
  // "Who gets the email?" – "and the alert?"
  const asks = before.has('q.who|q.what') && /^(?:and|what about) the\b/i.test(alone.text.trim());
  const deeds = asks ? '' : 'action.*|step.*|';
  if (says === 0 || says > LONGEST || alone.has(`${deeds}cmp.*|frame.when|noun.capability`))
    return undefined;
  return withVerb(alone, before) ?? withSlots(alone, before);
}

/** "add the phone" – "no, the e-mail": the same for another one, instead. */
export function instead(alone: Reading, before: Reading): string | undefined {
  const said = /^no,\s*(.+)$/is.exec(alone.text.trim())?.[1];
  const tag = before.first('act.hide|act.add|act.remove');
  const acts = alone.tags.some(({ concept }) => concept.startsWith('act.'));
  if (said === undefined || tag === undefined || acts) return undefined;
  const bare = withoutEnd(said, /[.!]/);
  const rest = bare.toLowerCase().endsWith(' instead') ? bare.slice(0, -' instead'.length) : bare;
  return `no, ${before.words(tag.from, tag.to)} ${rest} instead`;
}

/** "make that 3": the sentence before with its only number exchanged. */
export function withNumber(alone: Reading, before: Reading): string | undefined {
  const numbers = (reading: Reading) => reading.tokens.filter((token) => token.kind === 'number');
  const [now, more] = numbers(alone);
  const [old, others] = numbers(before);
  const points = alone.says('that', 'it') && alone.tokens.length <= 6;
  if (!now || more || !old || others || !points) return undefined;
  return `${before.text.slice(0, old.start)}${now.text}${before.text.slice(old.end)} instead`;
}

function withVerb(alone: Reading, before: Reading): string | undefined {
  const by = /^(?:no[,.]?\s+)?(?:and\s+)?(?:then\s+)?by\s+(.+)$/i.exec(alone.text.trim())?.[1];
  if (by !== undefined && before.has('act.sort')) return `sort by ${by}`;
  const text = alone.text.trim().replace(/,? (?:please|pls|thanks)[.!]?$/i, '');
  const goesOn = /^(and|also|same|as well)\b|\b(too|as well)[.!]?$/i.test(text);
  const tag = before.first(REPEATABLE);
  const rest = text.replace(/^(and|also|same for|same with|as well)\s+/i, '');
  // "the date as well" is no date "as" something, and a verb behind an article is none: "the change date".
  const named = alone.again(rest.replace(/ (?:too|as well)[.!]?$/i, ''));
  const acts = named.tags.some(
    ({ concept, from }) =>
      concept.startsWith('act.') &&
      concept !== 'act.add' &&
      !/^(an?|the|its|their|our)$/.test(named.lower(from - 1)),
  );
  return acts || !goesOn || tag === undefined
    ? undefined
    : `${before.words(tag.from, tag.to)} ${rest}`;
}

/** The sentence before with the values exchanged that this one names. */
function withSlots(alone: Reading, before: Reading): string | undefined {
  const slots = SLOTS.filter((family) => alone.has(`${family}.*`) && before.has(`${family}.*`));
  const filling = new Set(
    slots.flatMap((family) => alone.all(`${family}.*`)).flatMap(({ covers }) => covers),
  );
  const known = alone.tags.filter(
    ({ concept }) => !/^(polite|frame|cmp|negation|bool|pos|q|trig|act\.sort)/.test(concept),
  );
  const only = known.every(({ covers }) => covers.every((at) => filling.has(at)));
  const leads = LEADS.test(alone.text.trim());
  if (slots.length === 0 || !only || !(leads || alone.tokens.length <= 3)) return undefined;
  const gone = new Set(
    slots.flatMap((family) => before.all(`${family}.*`)).flatMap((tag) => tag.covers),
  );
  const kept = before.tokens
    .filter((token, at) => !gone.has(at) && token.lower !== '?')
    .map((token) => token.text);
  const said = alone.text
    .trim()
    .replace(LEADS, '')
    .replace(/^[\s,]+/, '');
  const rest = withoutEnd(said, /[?.!]/);
  return `${kept.join(' ')} ${rest}`;
}
