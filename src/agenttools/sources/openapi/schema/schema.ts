import type { JsonObject } from '../../../../foundation/json.js';

/** A JSON Schema of draft 2020-12; `true` takes anything. */
export type Schema = JsonObject | boolean;
