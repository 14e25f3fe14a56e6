import { isObject } from '../../../src/foundation/json.js';
import { t } from '../texts/core.js';

/** One parameter of a tool as people read it. */
export interface Parameter {
  /** Its name behind those of what holds it: `filter.value`, `columns[].name`. */
  path: string;
  /** `text`, `number`, `list of text`, … */
  type: string;
  required: boolean;
  description: string;
  /** The only values it takes. */
  allowed: readonly string[];
}

const MAX_DEPTH = 4;

/** The parameters of an input schema in its order, what is inside a parameter behind it. */
export function parametersOf(schema: unknown, prefix = '', depth = 0): Parameter[] {
  if (!isObject(schema) || !isObject(schema['properties']) || depth > MAX_DEPTH) return [];
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(schema['properties']).flatMap(([name, given]) => {
    const property = isObject(given) ? given : {};
    const path = `${prefix}${name}`;
    const own = {
      path,
      type: typeOf(property),
      required: required.includes(name),
      description: typeof property['description'] === 'string' ? property['description'] : '',
      allowed: allowedOf(property),
    };
    return [
      own,
      ...parametersOf(property, `${path}.`, depth + 1),
      ...parametersOf(property['items'], `${path}[].`, depth + 1),
    ];
  });
}

const WORDS = (): Readonly<Record<string, string>> => ({
  string: t('text'),
  integer: t('whole number'),
  boolean: t('yes or no'),
  null: t('nothing'),
  array: t('list'),
});

function typeOf(property: Readonly<Record<string, unknown>>): string {
  const { type, items } = property;
  const types = [type].flat().filter((one) => typeof one === 'string');
  if (types.length === 0) {
    const choices = [property['anyOf'], property['oneOf']].find(Array.isArray);
    const inside = choices?.filter(isObject).map(typeOf) ?? [];
    return inside.length > 0 ? [...new Set(inside)].reduce(either) : t('anything');
  }
  const words = types.map((one) =>
    one === 'array' && isObject(items)
      ? t('list of {items}', { items: typeOf(items) })
      : (WORDS()[one] ?? one),
  );
  return words.reduce(either);
}

function either(name: string, other: string): string {
  return t('{name} or {other}', { name, other });
}

function allowedOf(property: Readonly<Record<string, unknown>>): string[] {
  const items = isObject(property['items']) ? property['items'] : {};
  const values = [property['enum'], items['enum']].find(Array.isArray);
  const one = 'const' in property ? [property['const']] : [];
  return (values ?? one).map((value) =>
    typeof value === 'string' ? value : JSON.stringify(value),
  );
}
