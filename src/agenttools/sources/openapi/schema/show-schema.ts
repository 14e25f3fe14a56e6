import { EXACT, withDigits } from '../../../../foundation/exact-json.js';
import { isObject, type JsonObject, asList } from '../../../../foundation/json.js';
import { cutText } from '../text/clean-text.js';
import { ELSEWHERE } from './convert-schema.js';
import type { Schema } from './schema.js';

export interface ShowOptions {
  definitions: ReadonlyMap<string, Schema>;
  budget: number;
  /** Lists of values are shown whole where there is room. */
  allValues?: boolean;
}

/** How much detail is shown; the first step that fits the budget is taken. */
interface Detail {
  depth: number;
  text: number;
  choices: number;
  optional: number;
}

const ALL = Number.MAX_SAFE_INTEGER;
const STEPS: readonly Detail[] = [
  { depth: 8, text: 400, choices: 60, optional: ALL },
  { depth: 6, text: 160, choices: 60, optional: ALL },
  { depth: 4, text: 100, choices: 40, optional: ALL },
  { depth: 3, text: 80, choices: 30, optional: ALL },
  { depth: 3, text: 40, choices: 20, optional: 24 },
  { depth: 2, text: 40, choices: 20, optional: 24 },
  { depth: 2, text: 0, choices: 12, optional: 16 },
  { depth: 1, text: 40, choices: 8, optional: 24 },
  { depth: 1, text: 0, choices: 6, optional: 16 },
  { depth: 1, text: 0, choices: 4, optional: 4 },
  { depth: 1, text: 0, choices: 0, optional: 0 },
];

const LONG_LISTS: Detail = { depth: 8, text: 400, choices: ALL, optional: ALL };

/** Whole in itself, with as much detail as fits: texts get shorter, then parts are left out (`folded`), deep ones first. */
export function showSchema(schema: Schema, options: ShowOptions) {
  let shown: { schema: JsonObject; folded: boolean } = { schema: { type: 'object' }, folded: true };
  for (const detail of options.allValues === true ? [LONG_LISTS, ...STEPS] : STEPS) {
    const writer = new SchemaWriter(options, detail);
    const written = writer.write(schema);
    if (written === undefined) continue;
    shown = { schema: written, folded: writer.folded };
    if (JSON.stringify(written).length <= options.budget) return shown;
  }
  return shown;
}

interface SchemaPosition {
  depth: number;
  path: ReadonlySet<string>;
}

/** Writes one schema with one amount of detail, and stops once it is longer than the budget can be. */
class SchemaWriter {
  folded = false;
  private spent = 0;

  constructor(
    private readonly options: ShowOptions,
    private readonly detail: Detail,
  ) {}

  /** Undefined when it came out far too long. */
  write(schema: Schema): JsonObject | undefined {
    const written = this.part(schema, { depth: 0, path: new Set() });
    return this.spent > this.options.budget ? undefined : written;
  }

  /** What is counted as spent is less than what is written, so the budget is never too strict. */
  private part(schema: Schema, place: SchemaPosition): JsonObject {
    if (this.spent > this.options.budget || schema === true) return {};
    if (schema === false) return { not: {} };
    const key = schema['$ref'];
    if (typeof key === 'string') return this.reference(schema, key, place);
    this.spent += 10;
    return { ...this.plain(schema), ...this.inner(schema, place) };
  }

  private reference(schema: JsonObject, key: string, place: SchemaPosition): JsonObject {
    const target = this.options.definitions.get(key);
    const { $ref: _reference, ...beside } = schema;
    const own = this.part(beside, place);
    if (target === undefined || target === true) return own;
    if (place.path.has(key)) return { ...this.fold(target), ...this.text(schema) };
    const written = this.part(target, { ...place, path: new Set([...place.path, key]) });
    // What is said where it is used tells more than what is said of all.
    if (NESTED.every((keyword) => own[keyword] === undefined)) return { ...written, ...own };
    return { allOf: [written, own] };
  }

  private plain(schema: JsonObject): JsonObject {
    const kept: JsonObject = {};
    for (const keyword of SHOWN) {
      if (schema[keyword] !== undefined && !isCarried(schema[keyword]))
        kept[keyword] = schema[keyword];
    }
    const format = schema['format'] ?? schema['x-format'];
    if (typeof format === 'string' && format.length <= 24) kept['format'] = format;
    const pattern = schema['x-pattern'];
    if (typeof pattern === 'string' && pattern.length <= 60 && this.detail.text > 40)
      kept['pattern'] = pattern;
    const initial = schema['default'];
    const isShown = initial !== undefined && !isCarried(initial);
    if (isShown && JSON.stringify(initial).length <= 60) kept['default'] = initial;
    const { enum: choices } = schema;
    const isList = Array.isArray(choices) && !isCarried(choices);
    if (isList && choices.length <= this.detail.choices) kept['enum'] = choices;
    else if (isList) this.folded = true;
    Object.assign(kept, this.text(schema));
    this.spent += JSON.stringify(kept).length;
    return kept;
  }

  /** The description, of values that are not shown how many there are, and examples: no model API refuses words. */
  private text(schema: JsonObject): JsonObject {
    const { description, enum: values, examples } = schema;
    const digits = SAID.flatMap(([keyword, words]) => saidOf(words, schema[keyword]));
    const { choices, text: room } = this.detail;
    const isHidden = Array.isArray(values) && choices > 0 && values.length > choices;
    const hasExamples = Array.isArray(examples) && room > 0;
    const said = [
      typeof description === 'string' && room > 0 ? cutText(description, room) : '',
      ...digits,
      isHidden ? `One of ${(values as unknown[]).length} values.` : '',
      hasExamples ? `For example ${examples.map(digitsOf).join(', ')}.` : '',
    ];
    const text = said.filter((one) => one !== '').join(' ');
    return text === '' ? {} : { description: text };
  }

  private inner(schema: JsonObject, place: SchemaPosition): JsonObject {
    const below = { ...place, depth: place.depth + 1 };
    const has = (keyword: string): boolean => schema[keyword] !== undefined;
    if (NESTED.some(has) && place.depth >= this.detail.depth) {
      this.folded = true;
      if ([schema['type']].flat().includes('array')) return { items: {} };
      return schema['type'] === undefined && schema['properties'] ? { type: 'object' } : {};
    }
    const written: JsonObject = this.fields(schema, below);
    const items = this.items(schema, place);
    if (items !== undefined) written['items'] = items;
    // Alternatives are a level of their own only where they nest: a union of scalars is none.
    for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const)
      if (Array.isArray(schema[keyword]))
        written[keyword] = schema[keyword].map((part) => this.part(part as Schema, below));
    return flattened(written);
  }

  /** OpenAI and Gemini refuse every request that has a list without `items`. */
  private items(schema: JsonObject, place: SchemaPosition): JsonObject | undefined {
    if (isObject(schema['items'])) return this.part(schema['items'], place);
    const { prefixItems, type } = schema;
    if (Array.isArray(prefixItems))
      return { anyOf: prefixItems.map((item) => this.part(item as Schema, place)) };
    return [type].flat().includes('array') ? {} : undefined;
  }

  private fields(schema: JsonObject, below: SchemaPosition): JsonObject {
    const written: JsonObject = {};
    const required = new Set(asList(schema['required']));
    if (isObject(schema['properties'])) {
      const all = Object.entries(schema['properties']).filter(([, one]) => !isElsewhere(one));
      let left = this.detail.optional;
      const shown = all.filter(([name]) => required.has(name) || left-- > 0);
      if (shown.length < all.length) this.folded = true;
      this.spent += shown.reduce((sum, [name]) => sum + name.length + 5, 0);
      written['properties'] = Object.fromEntries(
        shown.map(([name, one]) => [name, this.part(one as Schema, below)]),
      );
    }
    if (required.size > 0) written['required'] = [...required];
    const others = schema['additionalProperties'];
    // A part that is closed for the whole it belongs to would look as if it ruled out the other parts.
    if (others === false && Object.values(schema['properties'] ?? {}).some(isElsewhere))
      return written;
    if (others === false) written['additionalProperties'] = false;
    else if (isObject(others)) written['additionalProperties'] = this.part(others, below);
    return written;
  }

  private fold(target: Schema): JsonObject {
    this.folded = true;
    const type = isObject(target) ? (target['type'] ?? 'object') : 'object';
    return [type].flat().includes('array') ? { type, items: {} } : { type };
  }
}

/** Numbers that no double has are said in words: model APIs would round them, or refuse the schema. */
const SAID = [
  ['minimum', 'At least'],
  ['maximum', 'At most'],
  ['exclusiveMinimum', 'More than'],
  ['exclusiveMaximum', 'Less than'],
  ['multipleOf', 'A multiple of'],
  ['const', 'Always'],
  ['enum', 'One of'],
  ['default', 'Without it'],
] as const;

function saidOf(words: string, value: unknown): string[] {
  if (!isCarried(value)) return [];
  const shown = (Array.isArray(value) ? value : [value]).slice(0, MAX_SAID).map(digitsOf);
  return [`${words} ${shown.join(', ')}${shown.length === MAX_SAID ? ' …' : ''}.`];
}

const MAX_SAID = 20;

function digitsOf(value: unknown): string {
  return withDigits(JSON.stringify(value));
}

function isCarried(value: unknown): boolean {
  return typeof value === 'object' && JSON.stringify(value).includes(EXACT);
}

/** Keywords that are shown as they are, where there is room for the schema at all. */
const SHOWN = (
  'type const minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength ' +
  'maxLength minItems maxItems minProperties maxProperties'
).split(' ');

const NESTED = ['properties', 'allOf', 'anyOf', 'oneOf'] as const;

function isElsewhere(property: unknown): boolean {
  return isObject(property) && property[ELSEWHERE] === true;
}

/** An `allOf` of one part is that part; providers read a plain schema best. */
function flattened(written: JsonObject): JsonObject {
  const parts = written['allOf'];
  if (!Array.isArray(parts) || parts.length !== 1) return written;
  const { allOf: _all, ...rest } = written;
  const [only] = parts as JsonObject[];
  const isAlone = rest['properties'] === undefined && rest['required'] === undefined;
  return isAlone ? { ...only, ...rest } : written;
}
