import { defined } from '../../foundation/defined.js';
import { firstChars } from '../../foundation/first-chars.js';
import { isObject, type JsonObject } from '../../foundation/json.js';
import type { SchemaRules, SchemaType } from './api-rules.js';

const isText = (value: unknown) => typeof value === 'string';
const isNumber = (value: unknown) => typeof value === 'number';
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;

/** What a keyword must hold; an API refuses the whole request for another value. */
const holds: Readonly<Record<string, (value: unknown) => boolean>> = {
  title: isText,
  description: isText,
  default: () => true,
  format: isText,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: (value) => Number(value) > 0 && isNumber(value),
  minLength: isCount,
  maxLength: isCount,
  minItems: isCount,
  maxItems: isCount,
  uniqueItems: (value) => typeof value === 'boolean',
  minProperties: isCount,
  maxProperties: isCount,
  additionalProperties: (value) => typeof value === 'boolean' || isObject(value),
};

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
    if (value === undefined || !holds[keyword]?.(value)) continue;
    if (holds[keyword] === isCount && Number(value) > MAX_COUNT) {
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
