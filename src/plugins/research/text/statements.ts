import { sentencesOf } from '../../../language/sentences.js';
import { openingOf } from '../../../references/list-openings.js';
import type { ResearchLanguage } from '../state.js';
import { MAX_CHUNK_CHARS } from './place.js';

/** What stands between the parts of a text of which something in the middle is left out. */
export const LEFT_OUT = ' … ';

/** What a text says in one piece: a sentence, or the words before a list with items of it. */
export interface Statement {
  /** As it stands there; between parts that do not follow each other stands {@link LEFT_OUT}. */
  text: string;
  /** Whether it begins and ends where a sentence or an item does. */
  isWhole: boolean;
}

/** How a text is read. */
interface Reading {
  language: ResearchLanguage;
  /** The longest statement. */
  most: number;
  /** How much is to be had from a text: which items of a list that is too long are taken. */
  worth: (text: string) => number;
}

/** The statements of a text, in its order. An item of a list says nothing without the words before the list. */
export function statementsOf(text: string, reading: Reading): Statement[] {
  const lines = text.split('\n').map((line) => line.trim());
  const lists = new Map<number, number[]>();
  lines.forEach((_, at) => {
    const [opening] = openingOf(lines, at);
    if (opening !== undefined) lists.set(opening, [...(lists.get(opening) ?? []), at]);
  });
  const items = new Set([...lists.values()].flat());
  return lines.flatMap((line, at) => {
    if (items.has(at)) return [];
    const sentences = sentencesOf(line, reading.language);
    const list = lists.get(at);
    const isCut = text.length >= MAX_CHUNK_CHARS && at === lines.length - 1;
    if (list === undefined) {
      return sentences.map((sentence, which) => {
        const isLast = isCut && which === sentences.length - 1;
        return { text: sentence, isWhole: isWhole(sentence) && !isLast };
      });
    }
    const before = sentences.slice(0, -1).map((each) => ({ text: each, isWhole: isWhole(each) }));
    const opening = { at, text: sentences.at(-1) ?? line };
    return [...before, { text: listed(opening, list, { lines, ...reading }), isWhole: true }];
  });
}

/** The words before a list with its items; where they are too many, with those that are worth most. */
function listed(
  opening: { at: number; text: string },
  items: readonly number[],
  { lines, most, worth }: Reading & { lines: readonly string[] },
): string {
  const textOf = (at: number) => (at === opening.at ? opening.text : (lines[at] ?? ''));
  const taken = new Set([opening.at]);
  let left = most - opening.text.length;
  const ranked = items
    .map((at) => ({ at, worth: worth(textOf(at)) }))
    .toSorted((a, b) => b.worth - a.worth || a.at - b.at);
  for (const { at } of ranked) {
    // An item of an item comes with the one it stands in.
    const needed = [...openingOf(lines, at), at].filter((each) => !taken.has(each));
    const chars = needed.reduce((sum, each) => sum + textOf(each).length + LEFT_OUT.length, 0);
    if (chars > left) continue;
    left -= chars;
    for (const each of needed) taken.add(each);
  }
  const inOrder = [...taken].sort((a, b) => a - b);
  return inOrder
    .map((at, which) => {
      const next = inOrder[which + 1];
      if (next === at + 1) return `${textOf(at)}\n`;
      const text = at === opening.at ? opening.text : withoutJoint(textOf(at));
      return next === undefined ? text : `${text}${LEFT_OUT}`;
    })
    .join('');
}

/** An item without what joins it to the next one: ", or". */
export function withoutJoint(item: string): string {
  return item.replace(/(?:,? (?:und|oder|and|or)|[,;])$/, '');
}

function isWhole(sentence: string): boolean {
  return /[.!?:]["“”)\]]?$/.test(sentence.slice(-3)) && !/^\p{Ll}/u.test(sentence);
}
