import type { JsonObject } from '../../../foundation/json.js';
import type { ReadClient } from '../../../agenttools/sources/clients.js';
import { loadDirectory, namesPeople, resolvePeople, type Directory } from './people.js';
import { findEntity, listEntities } from './reference.js';
import type { ActionTypeSchema, Entity } from './wire.js';

const ENTITY_FIELDS = ['target_entity', 'entity', 'entity_name'];

/** Lists that configs may need, each read at most once and only when asked for. */
export class References {
  private people: Promise<Directory> | undefined;
  private tables: Promise<Entity[]> | undefined;

  constructor(private readonly read: ReadClient) {}

  directory(): Promise<Directory> {
    return (this.people ??= loadDirectory(this.read));
  }

  entities(): Promise<Entity[]> {
    return (this.tables ??= listEntities(this.read));
  }
}

/** A config as a model writes it, with people and tables by name, in the form the platform stores. */
export async function prepareConfig(
  config: JsonObject,
  schema: ActionTypeSchema,
  references: References,
): Promise<JsonObject> {
  const named = namesPeople(config)
    ? resolvePeople(config, schema.config_schema, await references.directory())
    : { ...config };
  for (const field of ENTITY_FIELDS) {
    const value = named[field];
    if (typeof value !== 'string' || !isShortName(value)) continue;
    named[field] = findEntity(value, await references.entities()).name;
  }
  return named;
}

function isShortName(value: string): boolean {
  return !value.includes('.') && !value.includes('{{');
}
