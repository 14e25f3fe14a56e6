import { stem } from '../language/english-stem.js';
import type { Reading } from '../reading/reading.js';
import { NAMED_BY } from './new-names.js';
import { isId, nounOfId, shapeOf, stemsOf, type Property } from './tools.js';

const SEARCHED = /^(q|query|search|question|term|keyword)s?$/;
export const NAMING = /name|title|subject|label|summary/i;

/** What the words for an argument look like. */
export type Kind =
  | 'choice'
  | 'flag'
  | 'search'
  | 'days'
  | 'email'
  | 'date'
  | 'time'
  | 'phone'
  | 'id'
  | 'number'
  | 'text';

export function kindOf(property: Property): Kind {
  const { name, schema } = property;
  const { type, format, values } = shapeOf(schema);
  if (values.length > 0) return 'choice';
  if (type === 'boolean') return 'flag';
  if (SEARCHED.test(name) && type === 'string') return 'search';
  if (stemsOf(name).has('day') && type !== 'string') return 'days';
  if (format === 'email') return 'email';
  if (format.includes('date')) return 'date';
  if (type === 'string' && (format === 'time' || stemsOf(name).has('time'))) return 'time';
  if (type === 'string' && /phone|mobile|^(tel|fax)$/i.test(name)) return 'phone';
  if (isId(property)) return 'id';
  return type === 'integer' || type === 'number' ? 'number' : 'text';
}

/** Whether an argument takes any text. */
export const isPlainText = (property: Property): boolean =>
  kindOf(property) === 'text' &&
  shapeOf(property.schema).type === 'string' &&
  shapeOf(property.schema).format === '';

/** Whether an argument takes words to search by. */
export const isSearch = (property: Property): boolean => kindOf(property) === 'search';

/** Whether all words of an argument's name are said. */
export function isNamedIn(name: string, reading: Reading): boolean {
  const { tokens } = reading;
  const said = new Set(tokens.map(({ text }) => stem(text)));
  const calls = reading.has('act.rename') || tokens.some(({ lower }) => NAMED_BY.test(lower));
  return (
    (NAMING.test(name) && calls) || [...stemsOf(nounOfId(name))].every((word) => said.has(word))
  );
}
