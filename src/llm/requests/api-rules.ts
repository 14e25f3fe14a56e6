import { defined } from '../../foundation/defined.js';
import { firstChars } from '../../foundation/text.js';
import { isObject, type JsonObject } from '../../foundation/json.js';

/** What one model API takes; docs/providers.md has the source of each rule. */
export interface ApiRules {
  schema: SchemaRules;
  /** A call's id in the history; any other goes as a hash of nine letters and digits, which every API takes. */
  callId: RegExp;
  maxDescription: number;
}

export type SchemaType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';

export interface SchemaRules {
  keywords: Readonly<Record<SchemaType, readonly string[]>>;
  formats?: Readonly<Partial<Record<SchemaType, readonly string[]>>>;
  nulls: 'nullable' | 'type';
  /** `texts`: of texts that are not empty, and nothing else. */
  enums: 'texts' | 'any';
  bareUnions: boolean;
  /** Schemas within schemas; deeper ones are told in words. */
  maxDepth: number;
}

const texts = ['title', 'description', 'default'];
const limits = ['format', 'minimum', 'maximum'];
const sizes = (of: string) => [`min${of}`, `max${of}`];
const keywords = (numbers: string[], list: string[] = [], object: string[] = []) => ({
  string: [...texts, 'format', ...sizes('Length')],
  number: [...texts, ...numbers],
  integer: [...texts, ...numbers],
  boolean: texts,
  array: [...texts, ...sizes('Items'), ...list],
  object: [...texts, ...sizes('Properties'), ...object],
});

/** JSON Schema 2020-12, as far as the servers read it that make grammars of schemas. */
const jsonSchema: SchemaRules = {
  keywords: keywords(
    [...limits, 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
    ['uniqueItems'],
    ['additionalProperties'],
  ),
  nulls: 'type',
  enums: 'any',
  bareUnions: false,
  maxDepth: 8,
};

/** Gemini's subset of OpenAPI 3.0; one unknown keyword fails the whole request. */
const openApiSubset: SchemaRules = {
  keywords: keywords(limits),
  formats: { string: ['date-time'], number: ['float', 'double'], integer: ['int32', 'int64'] },
  nulls: 'nullable',
  enums: 'texts',
  bareUnions: true,
  maxDepth: 6,
};

const NO_LIMIT = Number.MAX_SAFE_INTEGER;

export const apiRules = {
  gemini: { schema: openApiSubset, callId: /^[^]+$/, maxDescription: NO_LIMIT },
  anthropic: { schema: jsonSchema, callId: /^[\w-]{1,64}$/, maxDescription: NO_LIMIT },
  // Mistral takes nine letters and digits; Kimi's models want back the form that they were trained on.
  openai: {
    schema: jsonSchema,
    callId: /^(?:[A-Za-z0-9]{9}|functions\.\w{1,24}:\d{1,4})$/,
    maxDescription: 1024,
  },
  ollama: { schema: jsonSchema, callId: /^[^]+$/, maxDescription: NO_LIMIT },
} as const satisfies Record<string, ApiRules>;

const isText = (value: unknown) => typeof value === 'string';
const isNumber = (value: unknown) => typeof value === 'number';
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;

const of = (keywords: string, holds: (value: unknown) => boolean) =>
  keywords.split(' ').map((keyword) => [keyword, holds] as const);

const holds = new Map([
  ...of('title description format', isText),
  ...of('minimum maximum exclusiveMinimum exclusiveMaximum', isNumber),
  ...of('minLength maxLength minItems maxItems minProperties maxProperties', isCount),
  ...of('default', () => true),
  ...of('multipleOf', (value) => Number(value) > 0 && isNumber(value)),
  ...of('uniqueItems', (value) => typeof value === 'boolean'),
  ...of('additionalProperties', (value) => typeof value === 'boolean' || isObject(value)),
]);

/** Servers that make grammars of schemas refuse longer repetitions. */
const MAX_COUNT = 1_000;
const MAX_PATTERN = 200;

/** The keywords of one type, and in words what the API does not take or not every server of it can read. */
export function keywordsOf(schema: JsonObject, type: SchemaType, rules: SchemaRules) {
  const kept: JsonObject = {};
  const told: string[] = [];
  const given = withNewLimits(schema, type, rules);
  for (const keyword of rules.keywords[type]) {
    const value = given[keyword];
    if (value === undefined || !holds.get(keyword)?.(value)) continue;
    if (holds.get(keyword) === isCount && Number(value) > MAX_COUNT) {
      told.push(`${keyword}: ${Number(value)}.`);
    } else kept[keyword] = value;
  }
  const { pattern } = schema;
  if (type === 'string' && typeof pattern === 'string')
    told.push(`Pattern: ${firstChars(pattern, MAX_PATTERN)}`);
  const { format, ...rest } = kept;
  if (typeof format !== 'string' || !rules.formats || rules.formats[type]?.includes(format))
    return { kept, told };
  return { kept: rest, told: [...told, `Format: ${format}.`] };
}

/**
 * Limits that exclude their value, as numbers (draft 4 has `true` beside the limit); where the API has none,
 * `exclusiveMinimum: 0` of whole numbers is `minimum: 1`, and of others 0 itself is the nearest there is.
 */
function withNewLimits(schema: JsonObject, type: SchemaType, rules: SchemaRules): JsonObject {
  const { exclusiveMinimum: above, exclusiveMaximum: below, minimum, maximum, ...rest } = schema;
  const least = above === true ? minimum : above;
  const most = below === true ? maximum : below;
  if (rules.keywords[type].includes('exclusiveMinimum')) {
    return {
      ...rest,
      ...defined({
        minimum: above === true ? undefined : minimum,
        maximum: below === true ? undefined : maximum,
        exclusiveMinimum: least,
        exclusiveMaximum: most,
      }),
    };
  }
  const step = type === 'integer' ? 1 : 0;
  return {
    ...rest,
    minimum: typeof least === 'number' ? least + step : minimum,
    maximum: typeof most === 'number' ? most - step : maximum,
  };
}
