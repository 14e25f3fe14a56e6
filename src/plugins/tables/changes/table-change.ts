import type { ErrorDetail } from '../../../foundation/errors.js';
import type { JsonObject } from '../../../foundation/json.js';
import { JsonText } from '../../../agenttools/sources/clients.js';
import type { TableConfig } from '../tools/config-model.js';
import { checkConfig } from '../tools/check-config.js';
import { diffConfigs, sameJson } from '../tools/diff.js';
import { CONFIGS, savedByName } from '../tools/facts.js';
import type {
  ChangeKind,
  TargetState,
  DecidedChange,
} from '../../../agenttools/changes/change-kind.js';
import { type PgWorkingCopyStore, NEW_TABLE } from '../store/working-copies.store.js';
import type { PreviewInterceptor } from '../../../agenttools/interceptors/interceptors.js';
import { deletionKind, proposalsOf } from '../../../platform/library.js';

/** What preview_table_config proposes, drawn by the page as a table. */
export const tablePreview: PreviewInterceptor = {
  name: 'table_config',
  takes: ({ proposes }) => proposes === TABLE_CHANGE,
  intercept: (_call, { payload, targetId }) => ({
    event: 'table_config_preview',
    data: { config: payload['config'] ?? payload, config_id: targetId },
  }),
};

export function tableChange(copies: PgWorkingCopyStore): Omit<ChangeKind, 'kind'> {
  return {
    title: 'table',
    source: 'tables',
    invalidCode: 'invalid_config',
    versionField: 'if_version',
    check: async (read, body) => {
      const faults = faultsAround(body);
      const { valid, errors } = await checkConfig(read, body['config']);
      return valid ? faults : [...faults, ...errors];
    },
    apply: (write, text, id) => {
      const body = new JsonText(text);
      return id === undefined
        ? write.send({ method: 'POST', segments: CONFIGS, body })
        : write.send({ method: 'PUT', segments: [...CONFIGS, id], body });
    },
    load: (read, id) => read.get([...CONFIGS, id]),
    findByName: async (read, name) => savedByName(read, name),
    diff: diffTables,
    holds: (stored, body) =>
      Object.keys(fields(stored, body)).length === 0 && sameJson(stored['config'], body['config']),
    actions,
    undo,
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
  const unless = (isRight: boolean, path: string, message: string) =>
    isRight ? [] : [{ path, message }];
  return [
    ...unless(isName, 'name', 'must be a text of 1 to 255 characters'),
    ...unless(isDescription, 'description', 'must be a text of at most 1000 characters'),
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

function diffTables(stored: JsonObject, body: JsonObject): JsonObject {
  const [before, after] = [stored['config'] as TableConfig, body['config'] as TableConfig];
  return { ...fields(stored, body), ...diffConfigs(before, after) };
}

export const TABLE_CHANGE = 'table_config_preview';
export const TABLE_DELETION = 'table_deletion';

const table: Parameters<typeof proposalsOf>[0] = {
  kind: TABLE_CHANGE,
  deletion: TABLE_DELETION,
  noun: 'table',
  source: 'tables',
  route: CONFIGS,
  bodyOf: (target) => ({ ...storedTable(target) }),
  asNew: (body) => body,
  back: (before, now) => (sameJson(before, now) ? undefined : before),
  diff: diffTables,
};

const { actions, undo, deletionOf } = proposalsOf(table);
export { deletionOf };

/** Deletes tables; undone, one is made again. */
export const tableDeletion: Omit<ChangeKind, 'kind'> = deletionKind(table);

/** Clears working copies: all after a reject, else those that were saved; later changes stay. */
async function settleWorkingCopy(
  copies: PgWorkingCopyStore,
  { userId, state, conversationId, targetId = NEW_TABLE, payload }: DecidedChange,
): Promise<void> {
  if (state === 'accepted') {
    const copy = await copies.get(userId, conversationId, targetId);
    if (copy === undefined || !sameJson(copy.config, payload['config'])) return;
  }
  await copies.clear(userId, conversationId, targetId);
}

interface TableBody {
  name: string;
  description?: string;
  config: TableConfig;
}

export function storedTable(target: TargetState): TableBody {
  const { name, description, config } = target as TargetState & Partial<TableBody>;
  return { name, description: description || undefined, config: config as TableConfig };
}
