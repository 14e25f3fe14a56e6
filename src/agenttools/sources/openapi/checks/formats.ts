import type { Ajv2020, ErrorObject } from 'ajv/dist/2020.js';

/** A format that is checked here, and what is valid: what is refused can be no such value for any server. */
type CheckedFormat<Value> = { takes: (value: Value) => boolean; valid: string };

const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d\d:\d\d(?::\d\d(?:[.,]\d{1,12})?)?$/;
const OFFSET = /^(?:z|[+-]\d\d(?::?\d\d)?)$/i;

/** Date, time and offset of a date-time; those that are left out are empty. Undefined for another text. */
function partsOf(text: string): { date: string; time: string; offset: string } | undefined {
  if (text.length > 64) return undefined;
  const date = text.slice(0, 10);
  if (!isDay(date)) return undefined;
  if (text.length === 10) return { date, time: '', offset: '' };
  if (!/^[t ]$/i.test(text[10] ?? '')) return undefined;
  const rest = text.slice(11).trimEnd();
  const at = rest.search(/[z+ -]/i);
  const time = at < 0 ? rest : rest.slice(0, at);
  const offset = at < 0 ? '' : rest.slice(at).trim();
  if (!TIME.test(time) || (offset !== '' && !OFFSET.test(offset))) return undefined;
  const [hour = 0, minute = 0, second = 0] = time.split(':').map((one) => Number.parseInt(one, 10));
  return hour < 24 && minute < 60 && second <= 60 ? { date, time, offset } : undefined;
}

function isDay(text: string): boolean {
  if (!DATE.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** True for a date-time that does not say in which zone it is: RFC 3339 asks for it, many servers do not. */
export function hasNoOffset(text: string): boolean {
  return partsOf(text)?.offset === '';
}

/** Others, and a `pattern`, are only shown to the model: refusing what a server would take is worse than letting it answer. */
const TEXTS: Readonly<Record<string, CheckedFormat<string>>> = {
  date: { takes: isDay, valid: 'a date such as 2026-01-31' },
  'date-time': {
    takes: (text) => partsOf(text) !== undefined,
    valid: 'a date and time such as 2026-01-31T12:00:00Z',
  },
  uuid: {
    // With or without hyphens, in braces, as a URN: servers take all of these.
    takes: (text) =>
      /^(?:urn:uuid:)?\{?[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}\}?$/i.test(text),
    valid: 'a UUID such as 00000000-0000-4000-8000-000000000001',
  },
};

const NUMBERS: Readonly<Record<string, CheckedFormat<number>>> = {
  int32: {
    takes: (value) => Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31,
    valid: 'a whole number from -2147483648 to 2147483647',
  },
  int64: { takes: Number.isInteger, valid: 'a whole number' },
};

export function isCheckedFormat(format: string): boolean {
  return Object.hasOwn({ ...TEXTS, ...NUMBERS }, format);
}

export function addFormats(ajv: Ajv2020): void {
  for (const [name, { takes }] of Object.entries(TEXTS)) ajv.addFormat(name, takes);
  for (const [name, { takes: validate }] of Object.entries(NUMBERS))
    ajv.addFormat(name, { type: 'number', validate });
}

export function withValidFormat(error: ErrorObject): ErrorObject {
  if (error.keyword !== 'format') return error;
  const { format } = error.params as { format: string };
  const { valid } = TEXTS[format] ?? NUMBERS[format] ?? { valid: format };
  return { ...error, message: `must be ${valid}` };
}
