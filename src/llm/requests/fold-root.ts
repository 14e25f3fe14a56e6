import { defined } from '../../foundation/defined.js';
import { firstChars } from '../../foundation/first-chars.js';
import { isObject, type JsonObject } from '../../foundation/json.js';
import { alternativesOf, asArray, flatten, valuesOf, type FlatSchema } from './read-schema.js';

/** A root without a union. */
interface FoldedRoot {
  schema: JsonObject;
  refs: readonly string[];
  /** The alternatives in words. */
  forms?: string;
}

/** More alternatives than a description can tell, and deeper within each other than any tool's. */
const MAX_FORMS = 50;
const MAX_DEPTH = 8;
const MAX_TOLD = 1_000;

/**
 * The root of a tool's schema as one object, which is all that arguments can be: the properties of all
 * alternatives, required where all require it. Which go together is told.
 */
export function foldRoot(root: JsonObject): FoldedRoot {
  const { schema, refs } = flatten(root, root, []);
  const forms: JsonObject[] = [];
  collectForms({ schema, refs }, root, forms, 0);
  const { anyOf: _any, oneOf: _one, ...own } = schema;
  if (forms.length < 2) return { schema: forms[0] ?? own, refs };
  const names = new Set(forms.flatMap((form) => Object.keys(propertiesOf(form))));
  const properties = [...names].map((name) => [name, oneOfAll(forms, name)] as const);
  const [first = [], ...others] = forms.map((form) => asArray(form['required']));
  const required = first.filter((name) => others.every((list) => list.includes(name)));
  const { additionalProperties: _open, ...rest } = own;
  const folded = { ...rest, properties: Object.fromEntries(properties), required };
  return { schema: folded, refs, ...defined({ forms: inWords(forms, required) }) };
}

/** The alternatives, and theirs, each with all that holds for it. */
function collectForms(
  { schema, refs }: FlatSchema,
  root: JsonObject,
  forms: JsonObject[],
  depth: number,
): void {
  if (forms.length >= MAX_FORMS || depth > MAX_DEPTH || !canBeObject(schema)) return;
  const choices = alternativesOf(schema);
  if (choices === undefined) forms.push(schema);
  for (const choice of choices?.slice(0, MAX_FORMS) ?? [])
    collectForms(flatten(choice, root, refs), root, forms, depth + 1);
}

function canBeObject({ type }: JsonObject): boolean {
  return type === undefined || [type].flat().includes('object');
}

function propertiesOf({ properties }: JsonObject): JsonObject {
  return isObject(properties) ? properties : {};
}

function oneOfAll(forms: readonly JsonObject[], name: string): unknown {
  const schemas = forms
    .map(propertiesOf)
    .flatMap((given) => (Object.hasOwn(given, name) ? [given[name]] : []));
  const distinct = [...new Map(schemas.map((one) => [JSON.stringify(one), one])).values()];
  return distinct.length === 1 ? distinct[0] : { anyOf: distinct };
}

/** "1) kind "email", to; 2) kind "sms", number, if wanted text"; undefined where all are alike. */
function inWords(forms: readonly JsonObject[], common: readonly unknown[]): string | undefined {
  const texts = [...new Set(forms.map((form) => formInWords(form, forms, common)))];
  if (texts.length < 2) return undefined;
  const list = texts.map((text, at) => `${at + 1}) ${text}`).join('; ');
  const told = list.length <= MAX_TOLD ? list : `${firstChars(list, MAX_TOLD)}…`;
  return `The arguments take one of these forms: ${told}.`;
}

function formInWords(
  form: JsonObject,
  forms: readonly JsonObject[],
  common: readonly unknown[],
): string {
  const properties = propertiesOf(form);
  const required = [...new Set(asArray(form['required']).map(String))];
  const needed = required.map((name) => {
    const given = properties[name];
    const values = isObject(given) ? valuesOf(given) : undefined;
    return values?.length === 1 ? `${name} ${JSON.stringify(values[0])}` : name;
  });
  const isOwn = (name: string) => !forms.every((other) => Object.hasOwn(propertiesOf(other), name));
  const optional = Object.keys(properties).filter(
    (name) => isOwn(name) && !required.includes(name) && !common.includes(name),
  );
  const parts = [...needed, ...(optional.length > 0 ? [`if wanted ${optional.join(', ')}`] : [])];
  return parts.length === 0 ? 'nothing more' : parts.join(', ');
}
