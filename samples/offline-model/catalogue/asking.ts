import { join } from '../answers/words.js';
import type { Reading } from '../reading/reading.js';
import { wishesDeed } from './fit.js';

/** Asks for what a call must still know. */
export function askFor(
  title: string,
  fields: readonly string[],
  { all, having = '' }: { all: boolean; having?: string },
): string {
  return `For “${title}” ${NEED}${join(fields, all ? 'and' : 'or')}.${having} What shall it be?`;
}

const NEED = 'I still need ';

/** An answer to the question for one field is that field's value, whatever it says: "text: References checked". */
export function answeredField(
  earlier: Reading,
  answer: string,
  question: string,
): string | undefined {
  const from = question.lastIndexOf(NEED) + NEED.length;
  const asked = question.slice(from, question.indexOf('.', from));
  const field = asked.includes(' (') ? asked.slice(0, asked.indexOf(' (')) : asked;
  const isOne = from >= NEED.length && !/,| and | or /.test(field) && !asked.includes('), ');
  if (!isOne || /["“”]/.test(answer) || wishesDeed(earlier.again(answer))) return undefined;
  const value = answer.replace(/^(?:at|on|by|for|to|from|until|with|in|it is|it's|make it) /i, '');
  return `${earlier.text}, ${field}: ${value.includes(' ') ? `"${value}"` : value}`;
}
