import {
  isObject,
  type JsonObject,
  valueAt,
  asObject,
  asList,
  propertiesOf,
} from '../../foundation/json.js';
import type { SchemaType } from './api-rules.js';
import { defined } from '../../foundation/defined.js';
import { percentDecoded } from '../../foundation/parse-url.js';
import { shortened } from '../../foundation/text.js';

// JSON Schema as tools have it, of any draft: references followed, parts merged, types found.

interface FlatSchema {
  schema: JsonObject;
  refs: readonly string[];
}

/** With what its local `$ref` leads to and all of its `allOf` in one; a reference among `refs` has no end, and is told in words. */
export function flatten(given: unknown, root: JsonObject, refs: readonly string[]): FlatSchema {
  const followed = new Set<string>();
  const collect = (part: unknown): JsonObject => {
    const { $ref: ref, allOf, ...own } = asObject(part);
    let merged: JsonObject = {};
    if (typeof ref === 'string' && !followed.has(ref)) {
      followed.add(ref);
      const target = targetOf(root, ref);
      const name = ref.split('/').at(-1) ?? '';
      const place = name === '#' ? 'the arguments as a whole' : `"${name}" above`;
      const description = `With the same fields as ${place}.`;
      const { type = 'object' } = target;
      merged = refs.includes(ref) ? { type, description } : collect(target);
    }
    for (const one of asList(allOf)) merged = merge(merged, collect(one));
    return merge(merged, own);
  };
  const schema = collect(given);
  return { schema, refs: [...refs, ...followed] };
}

function targetOf(root: JsonObject, ref: string): JsonObject {
  const found = ref.startsWith('#') ? valueAt(root, percentDecoded(ref.slice(1))) : undefined;
  return asObject(found);
}

/** Both at once: the properties and what is required of both, and `b` where they differ. */
function merge(a: JsonObject, b: JsonObject): JsonObject {
  const merged = { ...a, ...b };
  const { properties: ours, anyOf, oneOf } = a;
  const theirs = b['properties'];
  if (isObject(ours) && isObject(theirs)) {
    const both = Object.keys(theirs).filter((name) => Object.hasOwn(ours, name));
    const joined = both.map((name) => [name, { allOf: [ours[name], theirs[name]] }] as const);
    merged['properties'] = { ...ours, ...theirs, ...Object.fromEntries(joined) };
  }
  const required = [...asList(a['required']), ...asList(b['required'])];
  if (required.length > 0) merged['required'] = required;
  // Two lists of alternatives, of which both hold: the second is asked for within the first.
  if (anyOf && b['anyOf'] && !merged['oneOf']) merged['oneOf'] = anyOf;
  if (oneOf && b['oneOf'] && !merged['anyOf']) merged['anyOf'] = oneOf;
  return merged;
}

/** The alternatives of `anyOf` or `oneOf`, each with what stands beside them; undefined where there are none. */
export function alternativesOf(schema: JsonObject): JsonObject[] | undefined {
  const key = ['anyOf', 'oneOf'].find((name) => asList(schema[name]).length > 0);
  if (key === undefined) return undefined;
  const { [key]: choices, title: _title, description: _text, default: _value, ...beside } = schema;
  const possible = asList(choices).filter((choice) => choice !== false);
  return possible.map((choice) => ({ allOf: [beside, choice] }));
}

export function isNull(schema: JsonObject): boolean {
  const { type, const: value, enum: values } = schema;
  const only = Array.isArray(values) && values.length > 0 && values.every((one) => one === null);
  return type === 'null' || value === null || only;
}

const ANYTHING: SchemaType[] = ['string', 'number', 'boolean', 'object', 'array'];
const NAMED: readonly string[] = [...ANYTHING, 'integer'];

/** The types that a value may have, besides null; guessed from the other keywords when none is named. */
export function typesOf(schema: JsonObject): { types: SchemaType[]; nullable: boolean } {
  const { type, nullable } = schema;
  const named = [type].flat().map((name) => String(name).toLowerCase());
  const types = NAMED.filter((name): name is SchemaType => named.includes(name));
  const isNullable =
    named.includes('null') || nullable === true || asList(schema['enum']).includes(null);
  return { types: types.length > 0 ? types : guessed(schema), nullable: isNullable };
}

const OF_OBJECTS = /^(?:properties|required|additionalProperties|patternProperties|propertyNames)$/;

function guessed(schema: JsonObject): SchemaType[] {
  if (Object.keys(schema).some((key) => OF_OBJECTS.test(key))) return ['object'];
  if (schema['items'] !== undefined || schema['prefixItems'] !== undefined) return ['array'];
  const values = valuesOf(schema) ?? [];
  const found = ANYTHING.filter((type) => values.some((value) => hasType(value, type)));
  const isWhole = !values.some((value) => typeof value === 'number' && !Number.isInteger(value));
  const types = found.map((type) => (type === 'number' && isWhole ? 'integer' : type));
  return types.length > 0 ? types : ANYTHING;
}

const MAX_VALUES = 1_000;

/** The values of `const` or `enum`, each once; undefined where any may come. */
export function valuesOf(schema: JsonObject): unknown[] | undefined {
  const { const: only, enum: values } = schema;
  const given: unknown = only === undefined ? values : [only];
  if (!Array.isArray(given)) return undefined;
  const some = (given as unknown[]).slice(0, MAX_VALUES);
  return [...new Map(some.map((value) => [JSON.stringify(value), value])).values()];
}

export function hasType(value: unknown, type: SchemaType): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  return typeof value === type;
}

/** More alternatives than a description can tell, and deeper within each other than any tool's. */
const MAX_FORMS = 50;
const MAX_DEPTH = 8;
const MAX_TOLD = 1_000;

/** One object with the properties of all alternatives, required where all require it. Which go together is told. */
export function foldRoot(root: JsonObject): FlatSchema & { forms?: string } {
  const { schema, refs } = flatten(root, root, []);
  const forms: JsonObject[] = [];
  collectForms({ schema, refs }, root, forms, 0);
  const { anyOf: _any, oneOf: _one, ...own } = schema;
  if (forms.length < 2) return { schema: forms[0] ?? own, refs };
  const names = new Set(forms.flatMap((form) => Object.keys(propertiesOf(form))));
  const properties = [...names].map((name) => [name, oneOfAll(forms, name)] as const);
  const [first = [], ...others] = forms.map((form) => asList(form['required']));
  const required = first.filter((name) => others.every((list) => list.includes(name)));
  const { additionalProperties: _open, ...rest } = own;
  const folded = { ...rest, properties: Object.fromEntries(properties), required };
  return { schema: folded, refs, ...defined({ forms: inWords(forms, required) }) };
}

function collectForms(
  { schema, refs }: FlatSchema,
  root: JsonObject,
  forms: JsonObject[],
  depth: number,
): void {
  const { type = 'object' } = schema;
  if (forms.length >= MAX_FORMS || depth > MAX_DEPTH || ![type].flat().includes('object')) return;
  const choices = alternativesOf(schema);
  if (choices === undefined) forms.push(schema);
  for (const choice of choices?.slice(0, MAX_FORMS) ?? [])
    collectForms(flatten(choice, root, refs), root, forms, depth + 1);
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
  return `The arguments take one of these forms: ${shortened(list, MAX_TOLD)}.`;
}

function formInWords(
  form: JsonObject,
  forms: readonly JsonObject[],
  common: readonly unknown[],
): string {
  const properties = propertiesOf(form);
  const required = [...new Set(asList(form['required']).map(String))];
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
