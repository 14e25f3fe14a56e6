import type { ErrorDetail } from '../../../foundation/errors.js';
import { type JsonObject, isObject } from '../../../foundation/json.js';
import { JsonText, type ReadClient } from '../../../agenttools/sources/clients.js';
import type { TableConfig } from '../tools/config-model.js';
import { checkConfig } from '../tools/check-config.js';
import { diffConfigs, sameJson } from '../tools/diff.js';
import { savedByName } from '../tools/facts.js';
import type {
  ChangeKind,
  DirectAction,
  TargetState,
  UndoneChange,
  DecidedChange,
} from '../../../agenttools/changes/change-kind.js';
import { type PgWorkingCopyStore, NEW_TABLE } from '../store/working-copies.store.js';
import type { PreviewInterceptor } from '../../../agenttools/interceptors/interceptors.js';
import type { ChangeProposal } from '../../../agenttools/tool.js';
import { newName, deletionKind, proposeDeletion } from '../../../platform/deletion.js';

const CONFIGS = ['v1', 'data', 'configs'] as const;

/** What preview_table_config proposes, drawn by the page as a table. */
export const tablePreview: PreviewInterceptor = {
  name: 'table_config',
  takes: ({ proposes }) => proposes === TABLE_CHANGE,
  intercept: (_call, { payload, targetId }) => ({
    event: 'table_config_preview',
    data: { config: payload['config'] ?? payload, config_id: targetId },
  }),
};

/** Changes of table configs; `copies` are tidied when one is decided. */
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

const tableActions = {
  rename: ({ target, input }: DirectAction) => {
    const name = newName(input, target.name);
    const words = `Rename the table "${target.name}" to "${name}".`;
    return changeOf(target, { ...storedTable(target), name }, words);
  },
  edit: ({ target }: DirectAction) =>
    changeOf(target, storedTable(target), `Edit the table "${target.name}".`),
  duplicate: ({ target, input }: DirectAction): ChangeProposal => {
    const name = newName(input, target.name);
    return {
      kind: TABLE_CHANGE,
      description: `Create the table "${name}" as a copy of "${target.name}".`,
      payload: { ...storedTable(target), name },
    };
  },
  delete: ({ target }: DirectAction) => deletionOf(target),
};

/** A change of a stored table; a newer one asked for the same way takes its place. */
function changeOf(target: TargetState, body: TableBody, description: string): ChangeProposal {
  const stored = storedTable(target);
  const named = fields({ ...stored }, { ...body });
  return {
    kind: TABLE_CHANGE,
    description,
    subject: `library:${target.id}`,
    targetId: target.id,
    payload: { ...body, if_version: target.version },
    extra: { diff: { ...named, ...diffConfigs(stored.config, body.config) } },
    facts: { before: stored },
  };
}

export const TABLE_DELETION = 'table_deletion';

export function deletionOf(target: TargetState): ChangeProposal {
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

/** The change that brings a table back to how it was before another, whatever came since: a new one is deleted. */
async function undoTable(
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

export const TABLE_CHANGE = 'table_config_preview';

interface TableBody {
  name: string;
  description?: string;
  config: TableConfig;
}

/** A table as it is stored, as the body that would leave it as it is. */
export function storedTable(target: TargetState): TableBody {
  const { name, description, config } = target as TargetState & Partial<TableBody>;
  return {
    name,
    description: description || undefined,
    config: config as TableConfig,
  };
}
