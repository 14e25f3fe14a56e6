import type { ErrorDetail } from '../../../foundation/errors.js';
import type { JsonObject } from '../../../foundation/json.js';
import { JsonText } from '../../../agenttools/sources/clients.js';
import type { TableConfig } from '../tools/config-model.js';
import { diffConfigs } from '../tools/diff.js';
import { savedByName } from '../tools/resolve.js';
import { sameJson } from '../tools/same-json.js';
import type { ChangeKind } from '../../../agenttools/changes/change-kind.js';
import { defined } from '../../../foundation/defined.js';
import type { WorkingCopies } from '../tools/working-copies.js';
import { tableActions } from './table-actions.js';
import { undoTable } from './undo-table.js';
import { settleWorkingCopy } from './settle-working-copy.js';

const CONFIGS = ['v1', 'data', 'configs'] as const;

/** Changes of table configs; `copies` are tidied when one is decided. */
export function tableChange(
  copies: Pick<WorkingCopies, 'get' | 'clear'>,
): Omit<ChangeKind, 'kind'> {
  return {
    title: 'table',
    source: 'tables',
    invalidCode: 'invalid_config',
    versionField: 'if_version',
    event: ({ payload, targetId }) => ({
      config: payload['config'] ?? payload,
      ...defined({ config_id: targetId }),
    }),
    check: async (read, body) => {
      const faults = faultsAround(body);
      const answer = await read.send<{ valid: boolean; errors: ErrorDetail[] }>({
        method: 'POST',
        segments: [...CONFIGS, 'validate'],
        body: { config: body['config'] },
      });
      return answer.valid ? faults : [...faults, ...answer.errors];
    },
    apply: (write, text, id) => {
      const body = new JsonText(text);
      return id === undefined
        ? write.send({ method: 'POST', segments: CONFIGS, body })
        : write.send({ method: 'PUT', segments: [...CONFIGS, id], body });
    },
    load: (read, id) => read.get([...CONFIGS, id]),
    findByName: async (read, name) => await savedByName(read, name),
    diff: (stored, body) => ({
      ...fields(stored, body),
      ...diffConfigs(configOf(stored), configOf(body)),
    }),
    holds: (stored, body) =>
      Object.keys(fields(stored, body)).length === 0 && sameJson(stored['config'], body['config']),
    actions: tableActions,
    undo: undoTable,
    settled: (change) => settleWorkingCopy(copies, change),
  };
}

const FIELDS = ['name', 'description', 'config', 'if_version'];
const MAX_NAME = 255;
const MAX_DESCRIPTION = 1000;

/** What the platform would refuse beside the config, which is all that it checks without writing. */
function faultsAround({ name, description, ...others }: JsonObject): ErrorDetail[] {
  const isName = typeof name === 'string' && name.trim() !== '' && name.length <= MAX_NAME;
  const isDescription =
    (description ?? null) === null ||
    (typeof description === 'string' && description.length <= MAX_DESCRIPTION);
  const unknown = Object.keys(others).filter((field) => !FIELDS.includes(field));
  return [
    ...(isName ? [] : [{ path: 'name', message: 'must be a text of 1 to 255 characters' }]),
    ...(isDescription
      ? []
      : [{ path: 'description', message: 'must be a text of at most 1000 characters' }]),
    ...unknown.map((path) => ({ path, message: `is unknown; known are ${FIELDS.join(', ')}` })),
  ];
}

/** Name and description where they differ; what the body leaves out stays, and null leaves out. */
function fields(stored: JsonObject, body: JsonObject): JsonObject {
  const differing = ['name', 'description'].filter(
    (field) => (body[field] ?? null) !== null && body[field] !== (stored[field] ?? ''),
  );
  return Object.fromEntries(
    differing.map((field) => [field, { before: stored[field] ?? null, after: body[field] }]),
  );
}

function configOf(holder: JsonObject): TableConfig {
  return holder['config'] as TableConfig;
}
