import type { JsonObject } from '../../../src/foundation/json.js';
import { schemaNamed } from '../openapi/document.js';

/** JSON Schema (draft 2020-12) of a table config: its shape; what depends on the database is checked apart. */
export const tableConfigSchema: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'TableConfig',
  ...schemaNamed('TableConfig'),
};
