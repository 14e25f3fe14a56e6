import { isObject, type JsonObject } from '../../../../src/foundation/json.js';
import type { ToolInfo } from '../../api/types.js';
import { fieldsOf, type FormField } from '../../../../packages/client/src/forms/form-fields.js';

/** What of a payload people may change, and the schema that it has to fit where one is known. */
interface EditablePart {
  name: string;
  schema: JsonObject;
}

/**
 * The fields in which a change can be edited. Of a request only its body, of a call its arguments; of
 * any other kind all of the payload. Empty where it can be edited as JSON alone.
 */
export function editableFields(
  payload: JsonObject,
  source: unknown,
  tools: readonly ToolInfo[],
): FormField[] {
  const parts = editableParts(payload, source, tools);
  if (parts === undefined) return fieldsOf(payload);
  return parts.flatMap(({ name, schema }) => {
    const value = payload[name];
    return fieldsOf(isObject(value) ? value : {}, schema, [name]);
  });
}

function editableParts(
  payload: JsonObject,
  source: unknown,
  tools: readonly ToolInfo[],
): EditablePart[] | undefined {
  const { method, path, path_template: template, tool: called } = payload;
  if (typeof called === 'string' && 'arguments' in payload) {
    const tool = tools.find(
      ({ source: from, operation }) =>
        from === source && operation && 'tool' in operation && operation.tool === called,
    );
    return [{ name: 'arguments', schema: tool?.input_schema ?? {} }];
  }
  if (typeof method !== 'string' || typeof (path ?? template) !== 'string') return undefined;
  const tool = tools.find(
    ({ source: from, operation }) =>
      from === source &&
      operation !== undefined &&
      'method' in operation &&
      operation.method.toUpperCase() === method.toUpperCase() &&
      operation.path === template,
  );
  const properties = tool?.input_schema['properties'];
  const body = isObject(properties) ? properties['body'] : undefined;
  if (!isObject(payload['body'])) return [];
  return [{ name: 'body', schema: isObject(body) ? body : {} }];
}
