import { deletionKind, proposeDeletion } from '../../../platform/deletion.js';
import type { ChangeKind, TargetState } from '../../../agenttools/changes/change-kind.js';
import { storedTable, TABLE_CHANGE } from './stored-table.js';

/** The kind of change that deletes a table. */
export const TABLE_DELETION = 'table_deletion';

/** The proposal to delete a table. */
export function deletionOf(target: TargetState) {
  return proposeDeletion({ kind: TABLE_DELETION, noun: 'table' }, target, {
    ...storedTable(target),
  });
}

/** Deletes tables; undone, one is made again. */
export const tableDeletion: Omit<ChangeKind, 'kind'> = deletionKind({
  kind: TABLE_DELETION,
  noun: 'table',
  source: 'tables',
  route: ['v1', 'data', 'configs'],
  again: (before) => ({
    kind: TABLE_CHANGE,
    description: `Create the table "${String(before['name'])}" again as it was.`,
    payload: before,
  }),
});
