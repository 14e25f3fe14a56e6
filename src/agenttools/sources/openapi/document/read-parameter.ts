import { isObject, type JsonObject, asObject, asList } from '../../../../foundation/json.js';
import { followReferences, followedObject } from './pointer.js';
import { defined } from '../../../../foundation/defined.js';
import type { OperationParameter, ParameterPlace, ParameterStyle } from '../operation.js';
import { ITEM_STYLES } from './swagger-parameters.js';

const MAX_EXAMPLES = 3;
/** Characters of JSON: a longer value would crowd out what tells more. */
const MAX_LENGTH = 100;

/** The values that a document gives as examples of a parameter or body: its own, else those of its schema. */
export function parameterExamples(
  document: JsonObject,
  parameter: JsonObject,
  maxLength = MAX_LENGTH,
): unknown[] {
  const content = asObject(parameter['content']);
  const [media] = Object.values(content);
  const schema = followReferences(document, (isObject(media) ? media : parameter)['schema']);
  for (const holder of [parameter, media, schema]) {
    const found = isObject(holder) ? valuesOf(document, holder) : [];
    const short = found.filter((value) => (JSON.stringify(value) ?? '').length <= maxLength);
    if (short.length > 0) return short.slice(0, MAX_EXAMPLES);
  }
  return [];
}

/** `example`, `examples` as a list (schemas) or by name (parameters), and what 2.0 writes. */
function valuesOf(document: JsonObject, holder: JsonObject): unknown[] {
  const { example = holder['x-example'], examples } = holder;
  const named = Object.values(asObject(examples)).map((entry) => {
    const { value, dataValue } = followedObject(document, entry);
    return value ?? dataValue;
  });
  const values = [example, ...named, ...asList(examples)];
  return values.filter((value) => value !== undefined && value !== null);
}

/** A parameter as the document has it; its argument is named once all are known. */
export interface ReadParameter extends Omit<OperationParameter, 'argument'> {
  schema: unknown;
  description: string;
  examples?: readonly unknown[];
}

/** Why an operation is not offered; it becomes a finding. */
export class NotOffered extends Error {}

/** Beside those of the specification what `collectionFormat` of 2.0 becomes. */
const STYLES: Readonly<Record<ParameterPlace, readonly ParameterStyle[]>> = {
  path: ['simple', 'label', 'matrix', 'spaceDelimited', 'pipeDelimited', 'tabDelimited'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'tabDelimited', 'deepObject'],
  querystring: [],
  header: ['simple', 'spaceDelimited', 'pipeDelimited', 'tabDelimited'],
};
const PLACES = Object.keys(STYLES) as ParameterPlace[];

/** Reads a parameter whose reference is already resolved; undefined for one that is left out, throws {@link NotOffered}. */
export function readParameter(root: JsonObject, parameter: JsonObject): ReadParameter | undefined {
  const { name, in: declared } = parameter;
  if (typeof name !== 'string' || name === '' || typeof declared !== 'string')
    throw new NotOffered('it takes a parameter without a name or place');
  const required = declared === 'path' || parameter['required'] === true;
  const place = PLACES.find((one) => one === declared);
  const unsent = `it takes the required parameter "${name}" in "${declared}", which is not sent`;
  if (place === undefined && required) throw new NotOffered(unsent);
  if (place === undefined || (place === 'header' && isOwnHeader(name))) return undefined;
  const [[type, entry] = []] = Object.entries(asObject(parameter['content']));
  const media = followReferences(root, entry);
  const schema = isObject(media) ? media['schema'] : parameter['schema'];
  const { description, allowEmptyValue } = parameter;
  const allowEmpty = place === 'query' && allowEmptyValue === true ? true : undefined;
  return {
    name,
    place,
    required,
    ...styleOf(parameter, place),
    allowReserved: parameter['allowReserved'] === true,
    ...defined({ content: type, allowEmpty }),
    schema,
    description: typeof description === 'string' ? description : '',
  };
}

const CONNECTION =
  /^(?:proxy-|sec-|cookie$|connection$|transfer-encoding$|upgrade$|te$|trailer$|expect$)/;
/** As the specification has it, their parameters do not count. */
const CLIENTS_OWN = /^(?:accept|content-type|authorization|host|content-length)$/;

/** A header with the caller's token, or one that steers the connection, is never the model's to fill. */
function isOwnHeader(name: string): boolean {
  return [CLIENTS_OWN, CONNECTION].some((one) => one.test(name.toLowerCase()));
}

/** How a parameter or a field of a form is written; lists in a list as an upgraded document of 2.0 says. */
export function styleOf(
  { style: named, explode, [ITEM_STYLES]: items }: JsonObject,
  place: ParameterPlace,
): Pick<ReadParameter, 'style' | 'explode' | 'itemStyles'> {
  const usual = place === 'query' ? 'form' : 'simple';
  const style = STYLES[place].find((one) => one === named) ?? usual;
  const known = [...STYLES.path, ...STYLES.query];
  const nested = asList(items).flatMap((item) => known.find((one) => one === item) ?? []);
  return {
    style,
    explode: typeof explode === 'boolean' ? explode : style === 'form',
    ...(Array.isArray(items) && { itemStyles: nested }),
  };
}
