import { isObject, type JsonObject } from '../../../../foundation/json.js';
import type { OperationParameter, ParameterPlace, ParameterStyle } from '../operation.js';

/** A parameter as the document has it; its argument is named once all are known. */
export interface ReadParameter extends Omit<OperationParameter, 'argument'> {
  schema: unknown;
  description: string;
}

/** A parameter, or why there is none to be filled. */
export type ParameterResult =
  | { kind: 'parameter'; parameter: ReadParameter }
  | { kind: 'left_out' }
  | { kind: 'unusable'; why: string };

const STYLES: Readonly<Record<ParameterPlace, readonly ParameterStyle[]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
};

/** Headers that the client sets, as the specification has it: their parameters do not count. */
const OWN_HEADERS = new Set(['accept', 'content-type', 'authorization', 'host', 'content-length']);

/** Reads one parameter object whose reference is already resolved. */
export function readParameter(parameter: JsonObject): ParameterResult {
  const { name, in: place } = parameter;
  if (typeof name !== 'string' || name === '' || typeof place !== 'string') {
    return { kind: 'unusable', why: 'a parameter without a name or place' };
  }
  const required = place === 'path' || parameter['required'] === true;
  if (place !== 'path' && place !== 'query' && place !== 'header') {
    return required
      ? {
          kind: 'unusable',
          why: `the required parameter "${name}" in "${place}", which is not sent`,
        }
      : { kind: 'left_out' };
  }
  if (place === 'header' && isOwnHeader(name)) return { kind: 'left_out' };
  const content = isObject(parameter['content'])
    ? Object.values(parameter['content'])[0]
    : undefined;
  return {
    kind: 'parameter',
    parameter: {
      name,
      place,
      required,
      ...styleOf(parameter, place),
      allowReserved: parameter['allowReserved'] === true,
      asJson: content !== undefined,
      schema: isObject(content) ? content['schema'] : parameter['schema'],
      description: typeof parameter['description'] === 'string' ? parameter['description'] : '',
    },
  };
}

/** A header with the caller's token, or one that steers the connection, is never the model's to fill. */
function isOwnHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return (
    OWN_HEADERS.has(lower) ||
    /^(?:proxy-|sec-|cookie$|connection$|transfer-encoding$|upgrade$|te$|trailer$|expect$)/.test(
      lower,
    )
  );
}

function styleOf(
  parameter: JsonObject,
  place: ParameterPlace,
): { style: ParameterStyle; explode: boolean } {
  const named = STYLES[place].find((one) => one === parameter['style']);
  const style = named ?? (place === 'query' ? 'form' : 'simple');
  const { explode } = parameter;
  return { style, explode: typeof explode === 'boolean' ? explode : style === 'form' };
}
