import type { DraftItem, DraftList } from '../../../agentapi/drafts/drafts.controller.js';
import { isUuid } from '../../../foundation/ids.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';
import {
  NEW_TABLE,
  type ListedWorkingCopy,
  type PgWorkingCopyStore,
} from '../store/working-copies.store.js';

/** Tables changed by chat and not yet accepted. */
export function tableDrafts(copies: PgWorkingCopyStore): DraftList {
  return {
    list: async (userId, limit) => (await copies.list(userId, limit)).map(itemOf),
    count: (userId) => copies.count(userId),
    find: async (userId, id) => {
      const key = keyOf(id);
      const copy = key && (await copies.listed(userId, ...key));
      return copy && itemOf(copy);
    },
    delete: async (userId, id) => {
      const key = keyOf(id);
      if (key === undefined || (await copies.get(userId, ...key)) === undefined) return false;
      await copies.clear(userId, ...key);
      return true;
    },
  };
}

function itemOf({ conversationId, configId, copy, ...times }: ListedWorkingCopy): DraftItem {
  return {
    kind: 'table',
    id: `${conversationId}.${configId}`,
    name: titleIn(copy.config),
    config_id: configId === NEW_TABLE ? undefined : configId,
    conversation_id: conversationId,
    changes: copy.changes,
    config: copy.config,
    updated_at: times.updatedAt.toISOString(),
    expires_at: times.expiresAt.toISOString(),
  };
}

/** What the id is made of; undefined for an id of another form. */
function keyOf(id: string): [conversationId: string, configId: string] | undefined {
  const [conversationId, configId, more] = id.split('.');
  if (!isUuid(conversationId) || configId === undefined || more !== undefined) return undefined;
  return [conversationId, configId];
}

function titleIn(config: JsonObject): string {
  const title: unknown = isObject(config) ? config['title'] : undefined;
  return typeof title === 'string' ? title : 'Table';
}
