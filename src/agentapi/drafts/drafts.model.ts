import { isObject, type JsonObject } from '../../foundation/json.js';
import type { Draft } from '../../agenttools/workflow/drafts.js';
import { draftDocument } from '../../agenttools/workflow/draft-state.js';
import { NEW_TABLE } from '../../agenttools/tables/working-copies.js';
import type { ListedWorkingCopy } from '../../plugins/tables/store/working-copies.store.js';

/** A rule being built by chat, in wire names; `workflow` is the document that the rule tools take. */
export function ruleDraft(draft: Draft) {
  const { id, name, description, workflowId, updatedAt, expiresAt } = draft;
  return {
    kind: 'workflow' as const,
    id,
    name,
    description,
    ...(workflowId === undefined ? {} : { workflow_id: workflowId }),
    workflow: draftDocument(draft),
    updated_at: updatedAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
}

/** A table changed by chat and not yet accepted, in wire names. */
export function tableDraft({ conversationId, configId, copy, ...times }: ListedWorkingCopy) {
  return {
    kind: 'table' as const,
    id: `${conversationId}.${configId}`,
    name: titleIn(copy.config),
    ...(configId === NEW_TABLE ? {} : { config_id: configId }),
    conversation_id: conversationId,
    changes: copy.changes,
    config: copy.config,
    updated_at: times.updatedAt.toISOString(),
    expires_at: times.expiresAt.toISOString(),
  };
}

/** What a {@link tableDraft}'s id is made of; undefined for any other id. */
export function tableDraftKey(id: string): [conversationId: string, configId: string] | undefined {
  const [conversationId, configId, more] = id.split('.');
  if (conversationId === undefined || configId === undefined || more !== undefined)
    return undefined;
  return [conversationId, configId];
}

function titleIn(config: JsonObject): string {
  const title: unknown = isObject(config) ? config['title'] : undefined;
  return typeof title === 'string' ? title : 'Table';
}
