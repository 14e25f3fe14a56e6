import type { TargetState, UndoneChange } from '../../../agenttools/changes/change-kind.js';
import type { ReadClient } from '../../../agenttools/sources/clients.js';
import type { ChangeProposal } from '../../../agenttools/tool.js';
import { isObject } from '../../../foundation/json.js';
import { sameJson } from '../tools/same-json.js';
import { changeOf } from './table-actions.js';
import { deletionOf } from './table-deletion.js';
import { storedTable, type TableBody } from './stored-table.js';

/** The change that brings a table back to how it was before another, whatever came since: a new one is deleted. */
export async function undoTable(
  { facts, targetId, isNew }: UndoneChange,
  read: ReadClient,
): Promise<ChangeProposal | { why: string }> {
  if (targetId === undefined) return { why: 'Which table was saved is not known.' };
  const target = await read.get<TargetState>(['v1', 'data', 'configs', targetId]);
  if (isNew) return deletionOf(target);
  const { before } = facts;
  if (!isObject(before)) return { why: 'How the table was before was not kept.' };
  if (sameJson(before, storedTable(target)))
    return { why: 'The table is already as it was before.' };
  const words = `Bring the table "${target.name}" back to how it was before.`;
  return changeOf(target, before as unknown as TableBody, words);
}
