import { isObject, type JsonObject } from '../../../src/foundation/json.js';
import { isOperator, operatorWords } from '../lexicon.js';

/** The objects of a list in a result, whatever stands around it. */
export function objectsOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A field of a result as an object; empty when it is none. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The texts of a list in a result. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** A field as text; empty when it is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/** `a`, `a and b`, `a, b and c`. */
export function join(items: readonly string[], last = 'and'): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`;
}

/** `1 rule`, `3 rules`. */
export function count(number: number, noun: string, many = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : many}`;
}

/** A list with a dash before each item. */
export function bullets(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}

/** `sales.purchase_orders` → `purchase orders`. */
export function entityWords(entity: string): string {
  return (entity.split('.').at(-1) ?? entity).replaceAll('_', ' ');
}

/** The singular of {@link entityWords}. */
export function recordWords(entity: string): string {
  return singular(entityWords(entity));
}

/** The plural of a noun. */
export function plural(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

/** The singular of a noun. */
export function singular(noun: string): string {
  return noun.replace(/ies$/, 'y').replace(/(?:(?<=x|ch|sh|ss)es|(?<!s)s)$/, '');
}

const EVENTS: Readonly<Record<string, string>> = {
  on_create: 'is created',
  on_update: 'is updated',
  on_delete: 'is deleted',
  manual: 'is started by hand',
};

/** `when a purchase order is created`. */
export function triggerWords(trigger: string, entity: string): string {
  if (trigger === 'manual') return `by hand, on ${entityWords(entity)}`;
  const record = recordWords(entity);
  const article = /^[aeiou]/.test(record) ? 'an' : 'a';
  return `when ${article} ${record} ${EVENTS[trigger] ?? trigger}`;
}

/** `create_alert` → `create alert`. */
export function plain(name: string): string {
  return name.replaceAll('_', ' ');
}

/** A first letter in capitals. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A condition as tools tell it (`quantity less_than 10`, the value as JSON), in words. */
export function conditionWords(condition: string): string {
  const [, field = '', operator = '', value = ''] = /^(\S+) (\w+)\s*(.*)$/s.exec(condition) ?? [];
  if (field === '' || !isOperator(operator)) return condition;
  const words = value === '' ? '' : ` ${jsonWords(value)}`;
  return `${plain(field)} ${operatorWords(operator)}${words}`;
}

function jsonWords(text: string): string {
  try {
    return valueWords(JSON.parse(text) as unknown);
  } catch {
    return text;
  }
}

/** A flow outline with round brackets: braces are for machines. */
export function flowWords(flow: unknown): string {
  return textOf(flow).replaceAll('{ ', '(').replaceAll(' }', ')');
}

/** Any value in a word or two: never as JSON. */
export function valueWords(value: unknown): string {
  if (Array.isArray(value)) return join(value.map(valueWords));
  if (isObject(value)) {
    return Object.entries(value)
      .map(([key, item]) => `${plain(key)} ${valueWords(item)}`)
      .join(', ');
  }
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return textOf(value);
}

/** `2026-03-01T08:00:00.000Z` → `2026-03-01 08:00`. */
export function timeWords(value: unknown): string {
  return textOf(value).replace(/T(\d\d:\d\d)[^]*$/, ' $1');
}

/** How many of a list were left out, as a sentence; empty when none were. */
export function leftOut(total: number, shown: number): string {
  return total > shown ? ` ${total - shown} more are not shown.` : '';
}
