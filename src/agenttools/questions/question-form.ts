import { invalidRequest } from '../../foundation/errors.js';
import { defined } from '../../foundation/defined.js';
import {
  isObject,
  type JsonObject,
  asList,
  asObject,
  propertiesOf,
  requiredOf,
  closedObject,
} from '../../foundation/json.js';
import { compileAlone, compileArguments, faultsOf } from '../arguments.js';
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
  const number = (key: string) =>
    Number.isFinite(value[key]) ? (value[key] as number) : undefined;
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
  const given = Object.entries(content).filter(([, value]) => value !== null && value !== '');
  const properties = Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)]));
  const needed = fields.filter(({ required }) => required).map(({ name }) => name);
  const inputSchema = closedObject(needed, properties);
  const values = Object.fromEntries(given);
  const check = compileArguments({ name: 'the form', inputSchema }, compileAlone);
  const faults = faultsOf(() => check(values));
  if (faults.length === 0) return values as FormValues;
  const said = faults.map(({ message }) => message).join('; ');
  const details = faults.map(({ path = '', message }) => ({ path: `content.${path}`, message }));
  throw invalidRequest(`The form cannot be sent: ${said}.`, details);
}

function schemaOf({ type, format, options = [], min, max }: QuestionField): JsonObject {
  const most = Math.min(count(max) ?? MAX_TEXT, MAX_TEXT);
  const choice = { enum: options.map(({ value }) => value) };
  // Its zone is often left out.
  const known = format === 'date-time' ? 'iso-date-time' : format;
  switch (type) {
    case 'yes_no':
      return { type: 'boolean' };
    case 'choice':
      return choice;
    case 'choices':
      return defined({ type: 'array', items: choice, minItems: count(min), maxItems: count(max) });
    case 'text':
      return defined({ type: 'string', format: known, minLength: count(min), maxLength: most });
    default:
      return defined({ type, minimum: min, maximum: max });
  }
}

function count(size: number | undefined): number | undefined {
  return size === undefined ? undefined : Math.min(Math.max(Math.ceil(size), 0), 1e9);
}

/** What nobody should type into a form of a chat: these are found inside of other words too. */
const INSIDE = (
  'password passphrase passcode passwort kennwort credential mnemonic contraseña ' +
  'contrasena geheimnis accesskey privatekey secretkey apikey accesstoken authtoken ' +
  'refreshtoken bearertoken sessiontoken apitoken'
).split(' ');
/** These are words of their own, or two that stand side by side: "credit card". */
const WORDS: ReadonlySet<string> = new Set(
  (
    'secret secrets passwd pwd motdepasse senha seedphrase recoveryphrase creditcard ' +
    'cardnumber socialsecurity securitycode verificationcode onetime'
  ).split(' '),
);
/** Too short or too common for a sentence: only as the name of a field. */
const FIELD_WORDS: ReadonlySet<string> = new Set(
  'pin otp tan cvv cvc ssn token totp mfa'.split(' '),
);

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
