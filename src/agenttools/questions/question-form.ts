import { type ErrorDetail, invalidRequest } from '../../foundation/errors.js';
import { defined } from '../../foundation/defined.js';
import {
  isObject,
  type JsonObject,
  asList,
  asObject,
  propertiesOf,
  requiredOf,
} from '../../foundation/json.js';
import { parseUrl } from '../../foundation/parse-url.js';
import { cleanText } from '../sources/openapi/text/clean-text.js';

/** One field of a form that a user is asked to fill in; in wire names, as pages draw it. */
export interface QuestionField {
  name: string;
  title: string;
  description?: string;
  type: 'text' | 'number' | 'integer' | 'yes_no' | 'choice' | 'choices';
  format?: 'email' | 'uri' | 'date' | 'date-time';
  required: boolean;
  default?: string | number | boolean | readonly string[];
  options?: readonly { value: string; title: string }[];
  min?: number;
  max?: number;
}

export type Question = { source: string; message: string } & (
  { mode: 'form'; fields: readonly QuestionField[] } | { mode: 'url'; url: string; host: string }
);

export type FormValues = Record<string, string | number | boolean | string[]>;

/** How a question ended. `content` are the values of a form. */
export type QuestionEnd =
  { state: 'answered'; content?: FormValues } | { state: 'declined' | 'expired' | 'cancelled' };

const MAX_FIELDS = 20;
const MAX_OPTIONS = 100;
const MAX_NAME = 100;
const MAX_TITLE = 120;
const MAX_DESCRIPTION = 300;
const MAX_TEXT = 4_000;

/** The fields of a flat JSON Schema; a text says why it is no form. No `pattern` is taken over: it is foreign. */
export function formFields(schema: unknown): QuestionField[] | string {
  const entries = Object.entries(propertiesOf(asObject(schema)));
  if (entries.length === 0) return 'its schema has no properties';
  if (entries.length > MAX_FIELDS) return `its form has more than ${MAX_FIELDS} fields`;
  const required = requiredOf(asObject(schema));
  const fields = entries.map(([name, value]) => fieldOf(name, value, required.includes(name)));
  const [odd] = entries.filter((_, at) => fields[at] === undefined).map(([name]) => name);
  if (odd !== undefined) return `its field "${odd.slice(0, 40)}" is of a kind that no form has`;
  return fields.filter((field) => field !== undefined);
}

function fieldOf(name: string, value: unknown, required: boolean): QuestionField | undefined {
  if (!isObject(value) || name.length > MAX_NAME) return undefined;
  const kind = kindOf(value);
  if (kind === undefined) return undefined;
  const description = cleanText(value['description'], MAX_DESCRIPTION);
  return {
    name,
    title: cleanText(value['title'], MAX_TITLE) || cleanText(name, MAX_TITLE),
    required,
    description: description === '' ? undefined : description,
    ...kind,
    default: defaultOf(value['default']),
  };
}

function kindOf(
  value: JsonObject,
): Pick<QuestionField, 'type' | 'format' | 'options' | 'min' | 'max'> | undefined {
  const number = (key: string) => (typeof value[key] === 'number' ? value[key] : undefined);
  const items = value['items'];
  if (value['type'] === 'array') {
    const options = isObject(items) ? optionsOf(items) : undefined;
    const bounds = defined({ min: number('minItems'), max: number('maxItems') });
    return options === undefined ? undefined : { type: 'choices', options, ...bounds };
  }
  const options = optionsOf(value);
  if (options !== undefined) return { type: 'choice', options };
  switch (value['type']) {
    case 'string':
      return {
        type: 'text',
        format: FORMATS.find((format) => format === value['format']),
        min: number('minLength'),
        max: number('maxLength'),
      };
    case 'number':
    case 'integer':
      return { type: value['type'], min: number('minimum'), max: number('maximum') };
    case 'boolean':
      return { type: 'yes_no' };
    default:
      return undefined;
  }
}

const FORMATS = ['email', 'uri', 'date', 'date-time'] as const;

function optionsOf(schema: JsonObject): QuestionField['options'] | undefined {
  const { oneOf, anyOf, enum: values, enumNames: names } = schema;
  const titled = asList(oneOf ?? anyOf).map(asObject);
  const given = Array.isArray(oneOf ?? anyOf)
    ? titled.map((one) => ({ value: one['const'], title: one['title'] }))
    : asList(values).map((value, at) => ({ value, title: asList(names)[at] }));
  if (given.length === 0 || given.length > MAX_OPTIONS) return undefined;
  const options = given.flatMap(({ value, title }) =>
    typeof value === 'string'
      ? [{ value, title: cleanText(title, MAX_TITLE) || cleanText(value, MAX_TITLE) }]
      : [],
  );
  return options.length === given.length ? options : undefined;
}

function defaultOf(value: unknown): QuestionField['default'] | undefined {
  if (typeof value === 'string') return value.slice(0, MAX_TEXT);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (!Array.isArray(value)) return undefined;
  return value.filter((one) => typeof one === 'string').slice(0, MAX_OPTIONS);
}

/** The values of a filled form, those of its fields only; throws `invalid_request` that names each wrong one. */
export function filledForm(fields: readonly QuestionField[], content: JsonObject): FormValues {
  const faults: ErrorDetail[] = [];
  const values: [string, FormValues[string]][] = [];
  for (const field of fields) {
    const value = Object.hasOwn(content, field.name) ? content[field.name] : undefined;
    const isEmpty = value === undefined || value === null || value === '';
    const fault = isEmpty ? (field.required ? 'is missing' : undefined) : faultOf(field, value);
    if (fault !== undefined) faults.push({ path: `content.${field.name}`, message: fault });
    else if (!isEmpty) values.push([field.name, value as FormValues[string]]);
  }
  const known = new Set(fields.map(({ name }) => name));
  for (const name of Object.keys(content))
    if (!known.has(name))
      faults.push({ path: `content.${name}`, message: 'is no field of the form' });
  if (faults.length === 0) return Object.fromEntries(values);
  const names = faults.map(({ path, message }) => `${path} ${message}`).join('; ');
  throw invalidRequest(`The form cannot be sent: ${names}.`, faults);
}

function faultOf(field: QuestionField, value: unknown): string | undefined {
  const { type, options = [] } = field;
  const isOption = (one: unknown) => options.some((option) => option.value === one);
  switch (type) {
    case 'yes_no':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'number':
      return typeof value === 'number' ? outside(field, value, '') : 'must be a number';
    case 'integer':
      return Number.isInteger(value) ? outside(field, Number(value), '') : 'must be a whole number';
    case 'choice':
      return isOption(value) ? undefined : 'must be one of its options';
    case 'choices':
      if (!Array.isArray(value) || !value.every(isOption)) return 'must be a list of its options';
      return outside(field, value.length, ' options');
    case 'text':
      return typeof value === 'string' ? textFault(field, value) : 'must be a text';
  }
}

function textFault(field: QuestionField, value: string): string | undefined {
  if (value.length > MAX_TEXT) return `must be at most ${MAX_TEXT} characters`;
  const { format } = field;
  if (format !== undefined && !hasFormat(format, value)) return `must be of the form ${format}`;
  return outside(field, value.length, ' characters');
}

function outside({ min, max }: QuestionField, size: number, what: string): string | undefined {
  if (size >= (min ?? -Infinity) && size <= (max ?? Infinity)) return undefined;
  const least = min === undefined ? '' : `at least ${min}`;
  const most = max === undefined ? '' : `at most ${max}`;
  return `must be ${[least, most].filter((part) => part !== '').join(' and ')}${what}`;
}

function hasFormat(format: NonNullable<QuestionField['format']>, value: string): boolean {
  switch (format) {
    case 'email': {
      const at = value.indexOf('@');
      return at > 0 && at < value.length - 1 && !/\s/.test(value) && at === value.lastIndexOf('@');
    }
    case 'uri':
      return parseUrl(value) !== undefined;
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
    case 'date-time':
      return /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value));
  }
}

/** What nobody should type into a form of a chat: these are found inside of other words too. */
const INSIDE = [
  ...['password', 'passphrase', 'passcode', 'passwort', 'kennwort', 'credential', 'mnemonic'],
  ...['contraseña', 'contrasena', 'geheimnis', 'accesskey', 'privatekey', 'secretkey', 'apikey'],
  ...['accesstoken', 'authtoken', 'refreshtoken', 'bearertoken', 'sessiontoken', 'apitoken'],
];
/** These are words of their own, or two that stand side by side: "credit card". */
const WORDS: ReadonlySet<string> = new Set([
  ...['secret', 'secrets', 'passwd', 'pwd', 'motdepasse', 'senha', 'seedphrase', 'recoveryphrase'],
  ...['creditcard', 'cardnumber', 'socialsecurity', 'securitycode', 'verificationcode', 'onetime'],
]);
/** Too short or too common for a sentence: only as the name of a field. */
const FIELD_WORDS: ReadonlySet<string> = new Set([
  ...['pin', 'otp', 'tan', 'cvv', 'cvc', 'ssn', 'token', 'totp', 'mfa'],
]);

/** By its words. A server has to ask for secrets at an address of its own. */
export function asksForSecret(question: Question): boolean {
  if (question.mode !== 'form') return false;
  const names = question.fields.flatMap(({ name, title }) => [name, title]);
  const texts = question.fields.flatMap(({ description = '' }) => description);
  const isSecret = (word: string) =>
    WORDS.has(word) || INSIDE.some((secret) => word.includes(secret));
  const namesSecret = (text: string) => {
    const words = wordsIn(text);
    const pairs = words.slice(1).map((word, at) => `${words[at]}${word}`);
    return [...words, ...pairs].some(isSecret);
  };
  return (
    [question.message, ...texts, ...names].some(namesSecret) ||
    names.some((name) => wordsIn(name).some((word) => FIELD_WORDS.has(word)))
  );
}

function wordsIn(text: string): string[] {
  const spaced = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  return spaced.toLowerCase().split(/[^\p{L}]+/u);
}
