import type { AskedDirectly, TargetState } from '../../../agenttools/changes/change-kind.js';
import type { ChangeProposal } from '../../../agenttools/tool.js';
import { newName } from '../../../platform/new-name.js';
import { diffConfigs } from '../tools/diff.js';
import { deletionOf } from './table-deletion.js';
import { storedTable, TABLE_CHANGE, type TableBody } from './stored-table.js';

/** What people ask for of a table in the library. */
export const tableActions = {
  rename: ({ target, input }: AskedDirectly) => {
    const name = newName(input, target.name);
    const words = `Rename the table "${target.name}" to "${name}".`;
    return changeOf(target, { ...storedTable(target), name }, words);
  },
  edit: ({ target }: AskedDirectly) =>
    changeOf(target, storedTable(target), `Edit the table "${target.name}".`),
  duplicate: ({ target, input }: AskedDirectly): ChangeProposal => {
    const name = newName(input, target.name);
    return {
      kind: TABLE_CHANGE,
      description: `Create the table "${name}" as a copy of "${target.name}".`,
      payload: { ...storedTable(target), name },
    };
  },
  delete: ({ target }: AskedDirectly) => deletionOf(target),
};

/** A change of a stored table; a newer one asked for the same way takes its place. */
export function changeOf(
  target: TargetState,
  body: TableBody,
  description: string,
): ChangeProposal {
  const stored = storedTable(target);
  const fields = (['name', 'description'] as const).filter((key) => stored[key] !== body[key]);
  const named = fields.map((key) => [
    key,
    { before: stored[key] ?? null, after: body[key] ?? null },
  ]);
  return {
    kind: TABLE_CHANGE,
    description,
    subject: `library:${target.id}`,
    targetId: target.id,
    payload: { ...body, if_version: target.version },
    extra: { diff: { ...Object.fromEntries(named), ...diffConfigs(stored.config, body.config) } },
    facts: { before: stored },
  };
}
