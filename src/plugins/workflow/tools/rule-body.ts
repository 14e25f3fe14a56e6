import { invalidArguments } from '../../../foundation/errors.js';
import { toFullBody } from './full-rule.js';
import {
  findActionType,
  findEntity,
  listActionTypes,
  loadActionType,
  portsByType,
  listEntities,
} from './reference.js';
import type { FullRule, Rule, RuleDocument, ActionTypeSchema, Entity } from './wire.js';
import type { ToolCall } from '../../../agenttools/tool.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { ReadClient } from '../../../agenttools/sources/clients.js';
import { loadDirectory, namesPeople, resolvePeople, type Directory } from './people.js';

export async function buildBody(
  document: RuleDocument,
  existing: Rule | undefined,
  context: ToolCall,
): Promise<FullRule> {
  const types = await listActionTypes(context.read);
  const written = document.actions ?? [];
  if (written.length === 0 && existing === undefined)
    throw invalidArguments(
      'A new rule needs at least one action: give workflow.actions, or build it step by step with start_draft.',
      [{ path: 'workflow.actions', message: 'is missing or empty' }],
    );
  if (document.edges?.length && written.some((action) => action.after !== undefined))
    throw invalidArguments(
      'Use either `after` on the actions or `edges`, not both: with `after` the edges follow from it.',
      [{ path: 'workflow.edges', message: 'cannot stand beside `after`' }],
    );
  const references = new References(context.read);
  const actions = await Promise.all(
    written.map(async (action) => {
      const { type } = findActionType(action.action_type, types);
      const typed = { ...action, action_type: type };
      if (action.config === undefined) return typed;
      const schema = await loadActionType(context.read, type, types);
      return { ...typed, config: await prepareConfig(action.config, schema, references) };
    }),
  );
  const { entity } = document;
  const named = entity === undefined ? undefined : findEntity(entity, await references.entities());
  const resolved = {
    ...document,
    actions: document.actions === undefined ? undefined : actions,
    entity: named?.name,
  };
  return toFullBody(resolved, existing, portsByType(types));
}

const ENTITY_FIELDS = ['target_entity', 'entity', 'entity_name'];

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
    if (typeof value !== 'string' || value.includes('.') || value.includes('{{')) continue;
    named[field] = findEntity(value, await references.entities()).name;
  }
  return named;
}
