import { readFileSync } from 'node:fs';
import { Get } from '@nestjs/common';
import { isObject, type JsonObject } from '../../../src/foundation/json.js';
import type { Surface } from '../../../src/platform/types.js';
import { ErpController } from '../shared/fields.js';
import { readData } from '../shared/seeder.js';

export interface OpenApiDocument extends JsonObject {
  paths: Record<string, Record<string, JsonObject>>;
  components: { schemas: Record<string, JsonObject> } & JsonObject;
}

/** The ERP's OpenAPI 3.1 document. Tests hold it against the routes, their bodies and their answers. */
export const openApiDocument = JSON.parse(
  readFileSync(new URL('../openapi.json', import.meta.url), 'utf8'),
) as OpenApiDocument;

const SCHEMAS = '#/components/schemas/';

const standing = new Map<string, JsonObject>();

/** A schema of the document that stands alone: every reference replaced by what it names; one object per name. */
export function schemaNamed(name: string): JsonObject {
  const known = standing.get(name);
  if (known !== undefined) return known;
  const schema = openApiDocument.components.schemas[name];
  if (schema === undefined) throw new Error(`openapi.json has no schema ${name}`);
  const alone = resolved(schema) as JsonObject;
  standing.set(name, alone);
  return alone;
}

/** What stands beside a reference, such as a description, is kept. */
function resolved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolved);
  if (!isObject(value)) return value;
  const { $ref: reference, ...beside } = value;
  const own = Object.fromEntries(
    Object.entries(beside).map(([key, part]) => [key, resolved(part)]),
  );
  if (typeof reference !== 'string') return own;
  return { ...schemaNamed(reference.slice(SCHEMAS.length)), ...own };
}

export const surfaces = readData<readonly Surface[]>('reference/surfaces');

@ErpController('v1')
export class OpenApiController {
  @Get('openapi.json')
  document(): OpenApiDocument {
    return openApiDocument;
  }

  @Get('agent/catalog')
  catalog(): { surfaces: readonly Surface[] } {
    return { surfaces };
  }
}
