import { isObject } from '../../../src/foundation/json.js';
import { stem } from '../language/english-stem.js';
import { meaningOf } from '../language/word-meaning.js';
import { join, textOf, valueWords } from '../answers/words.js';
import { quoteWords } from '../audit/refusal.js';
import { wordSet } from '../data.js';
import { besideFields } from '../lexicon.js';
import type { Reading } from '../reading/reading.js';
import type { Call } from './call.js';
import { toldBy } from './fit.js';
import { isSearch } from './kinds.js';
import { ownName } from './names.js';
import { fieldsOf, narrowed, otherValue, rowsIn, valuesOf } from './narrowed.js';
import { lostWords } from './rest.js';
import { nounOfId, plainName } from './tools.js';

/** What a read's answer tells of a question. */
interface Weighed {
  /** Of a list only what the question speaks of: so many rows of all. */
  told: unknown;
  kept: number;
  of: number;
  /** Words of the question that it leaves out. */
  lost: string[];
  /** "Is it closed?": the field that says so, or says something else. */
  judged?: string | undefined;
  /** By what the rows were chosen, and what they do not say. */
  note: string;
}

/** From here on a word is a form of another: "rented" of "rental". */
const SAME = 0.7;

/** Weighs what was read against the words that the call leaves over: they may be its fields, or values of some of its rows. */
export function weighAnswer(data: unknown, unread: readonly string[], call: Call): Weighed {
  const { tool, world } = call;
  const { reading, tools } = world;
  const fields = fieldsOf(data);
  const own = `${[...fields].join(' ')} ${toldBy(tool, tools)}`;
  const rest = unread.filter(
    (word) => meaningOf(word, 'en')(own) < SAME && !isBeside(word, fields, reading),
  );
  const isAsked = /^(is|are|was|has)$/.test(reading.lower(0));
  const [word = '', ...more] = rest;
  const judged = isAsked && more.length === 0 ? otherValue(data, word, tools) : undefined;
  const sought = searchedIn(call);
  const { data: told, by, kept, of } = narrowed(data, [...rest, ...sought]);
  const inText = JSON.stringify(told).toLowerCase();
  const lost = [
    ...rest.filter((each) => !by.includes(each)),
    ...lostWords(textOf(call.values['query']), inText, reading),
    ...missed(sought, inText, call),
  ];
  const chosen =
    kept < of
      ? `Only those with ${quoteWords(by, reading)}, ${kept} of ${of} that were listed.\n`
      : '';
  return {
    told,
    kept,
    of,
    lost,
    judged,
    note: `${filters(call)}${chosen}${withoutWho(told, reading)}`,
  };
}

/** Whether a word only stands beside the name of a field; "his number" asks for one. */
function isBeside(word: string, fields: ReadonlySet<string>, reading: Reading): boolean {
  if (!besideFields.has(word.toLowerCase())) return false;
  const at = reading.tokens.findIndex(({ text }) => text === word);
  const isPhone = /^numbers?$/i.test(word) && fields.has(stem('phone'));
  return isPhone || !/^(his|her|their|its)$/.test(reading.lower(at - 1));
}

/** Words that were searched for. */
function searchedIn({ properties, values }: Call): string[] {
  const search = properties.find((each) => isSearch(each) && each.name in values);
  return [...wordSet(textOf(values[search?.name ?? '']).toLowerCase())];
}

/** Words that were searched for, where nothing that was found holds any of them. */
function missed(sought: readonly string[], told: string, { world }: Call): string[] {
  const { linked = [], reading } = world;
  const isFound = sought.some((word) => told.includes(stem(word)));
  if (linked.length > 0 || isFound) return [];
  return reading.tokens.filter(({ lower }) => sought.includes(lower)).map(({ text }) => text);
}

/** What a list was asked for with: without it "there are none" would be said of all. */
function filters(call: Call): string {
  const { properties, values } = call;
  const told = properties
    .filter(({ name, isRequired }) => !isRequired && values[name] !== undefined)
    .map((each) => {
      const value = values[each.name];
      const said = call.nameOf(value) ?? valueWords(value);
      const noun = plainName(nounOfId(each.name) || each.name).join(' ');
      return isSearch(each) ? `“${said}”` : `${noun} “${said}”`;
    });
  return told.length === 0 ? '' : `Only those with ${join(told)}.\n`;
}

const PERSON = /^\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*)+$/u;

/** "Who is in the garden flat?": a flat tells nobody's name. */
function withoutWho(told: unknown, reading: Reading): string {
  if (!/^who(?:se|m|'s)?$/.test(reading.lower(0))) return '';
  const rows = [told, ...rowsIn(told)];
  const said = reading.text.toLowerCase();
  const isPerson = (text: string) => PERSON.test(text) && !said.includes(text.toLowerCase());
  const isTold = rows.some(
    (row) => isObject(row) && (ownName(row) !== undefined || valuesOf(row).some(isPerson)),
  );
  return isTold ? '' : 'Nothing of this says who.\n';
}
