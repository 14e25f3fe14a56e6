import { defined } from '../../../../foundation/defined.js';
import type { JsonObject } from '../../../../foundation/json.js';
import type { CredentialPlace } from '../../credentials.js';
import { mergedObject } from './file-fields.js';
import type { BodyResult } from './read-body.js';

const WITH_FIELDS = new Set(['json', 'form', 'multipart']);

/** A body without the fields that `auth` sets; it names them, for the server to fill when it is sent. */
export function fillCredentials(
  document: JsonObject,
  result: BodyResult,
  credentials: readonly CredentialPlace[],
): BodyResult {
  if (result.kind !== 'body' || !WITH_FIELDS.has(result.body.kind)) return result;
  const merged = mergedObject(document, result.schema);
  const names = credentials
    .filter(({ in: place, name }) => place === 'body' && hasField(merged?.properties, name))
    .map(({ name }) => name);
  if (merged === undefined || names.length === 0) return result;
  const rest = Object.entries(merged.properties).filter(([name]) => !names.includes(name));
  const required = merged.required.filter((name) => !names.includes(name));
  const { required: _all, ...whole } = merged.whole;
  return {
    ...result,
    // Nothing of it has to be written any more.
    body: {
      ...result.body,
      required: result.body.required && required.length > 0,
      credentials: names,
    },
    schema: {
      ...whole,
      properties: Object.fromEntries(rest),
      ...defined({ required: required.length === 0 ? undefined : required }),
    },
  };
}

function hasField(properties: JsonObject | undefined, name: string): boolean {
  return properties !== undefined && Object.hasOwn(properties, name);
}
