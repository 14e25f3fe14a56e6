import { isObject, type JsonObject } from '../../../../foundation/json.js';
import { followReferences } from '../document/pointer.js';

const MAX_EXAMPLES = 3;
/** Characters of JSON: a longer value would crowd out what tells more. */
const MAX_LENGTH = 100;

/** The values that a document gives as examples of a parameter: its own, else those of its schema. */
export function parameterExamples(document: JsonObject, parameter: JsonObject): unknown[] {
  const content: JsonObject = isObject(parameter['content']) ? parameter['content'] : {};
  const [media] = Object.values(content);
  const schema = followReferences(document, (isObject(media) ? media : parameter)['schema']);
  for (const holder of [parameter, media, schema]) {
    const found = isObject(holder) ? valuesOf(document, holder) : [];
    const short = found.filter((value) => (JSON.stringify(value) ?? '').length <= MAX_LENGTH);
    if (short.length > 0) return short.slice(0, MAX_EXAMPLES);
  }
  return [];
}

/** `example`, `examples` as a list (schemas) or by name (parameters), and what 2.0 writes. */
function valuesOf(document: JsonObject, holder: JsonObject): unknown[] {
  const { example = holder['x-example'], examples } = holder;
  const named = isObject(examples)
    ? Object.values(examples).map((entry) => followReferences(document, entry))
    : [];
  const values = named.map((entry) =>
    isObject(entry) ? (entry['value'] ?? entry['dataValue']) : undefined,
  );
  const listed: unknown[] = Array.isArray(examples) ? examples : [];
  return [example, ...values, ...listed].filter((value) => value !== undefined && value !== null);
}
