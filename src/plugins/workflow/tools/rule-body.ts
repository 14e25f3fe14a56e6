import { defined } from '../../../foundation/defined.js';
import { AppError } from '../../../foundation/errors.js';
import { toFullBody } from './full-rule.js';
import { prepareConfig, References } from './prepare-config.js';
import {
  findActionType,
  findEntity,
  listActionTypes,
  loadActionType,
  portsByType,
} from './reference.js';
import type { ActionInput, ActionTypeSummary, FullRule, Rule, RuleDocument } from './wire.js';
import type { WorkflowCall } from '../services.js';

/**
 * The body a caller's rule means: names of entities, people and action types resolved, shorthand
 * turned into edges. Faults that only the platform can judge are left for its dry run.
 */
export async function buildBody(
  document: RuleDocument,
  existing: Rule | undefined,
  context: WorkflowCall,
): Promise<FullRule> {
  const types = await listActionTypes(context.read);
  const written = document.actions ?? [];
  if (written.length === 0 && existing === undefined) throw noActions();
  refuseMixture(document);
  const references = new References(context.read);
  const actions = await Promise.all(
    written.map((action) => resolveAction(action, types, references, context)),
  );
  const { entity } = document;
  const named = entity === undefined ? undefined : findEntity(entity, await references.entities());
  const resolved = {
    ...document,
    ...defined({
      actions: document.actions === undefined ? undefined : actions,
      entity: named?.name,
    }),
  };
  return toFullBody(resolved, existing, portsByType(types));
}

function noActions(): AppError {
  return new AppError(
    'invalid_arguments',
    'A new rule needs at least one action: give workflow.actions, or build it step by step with start_draft.',
    [{ path: 'workflow.actions', message: 'is missing or empty' }],
  );
}

function refuseMixture(document: RuleDocument): void {
  if (document.edges === undefined || document.edges.length === 0) return;
  if (!document.actions?.some((action) => action.after !== undefined)) return;
  throw new AppError(
    'invalid_arguments',
    'Use either `after` on the actions or `edges`, not both: with `after` the edges follow from it.',
    [{ path: 'workflow.edges', message: 'cannot stand beside `after`' }],
  );
}

async function resolveAction(
  action: ActionInput,
  types: readonly ActionTypeSummary[],
  references: References,
  context: WorkflowCall,
): Promise<ActionInput> {
  const { type } = findActionType(action.action_type, types);
  const typed = { ...action, action_type: type };
  if (action.config === undefined) return typed;
  const schema = await loadActionType(context.read, type, types);
  return { ...typed, config: await prepareConfig(action.config, schema, references) };
}
