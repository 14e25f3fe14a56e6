import type { ErrorDetail } from '../../foundation/errors.js';
import type { JsonObject } from '../../foundation/json.js';
import { JsonText } from '../../agenttools/platform.js';
import type { TableConfig } from '../../agenttools/tables/config-model.js';
import { diffConfigs } from '../../agenttools/tables/diff.js';
import { savedByName } from '../../agenttools/tables/resolve.js';
import { sameJson } from '../../agenttools/tables/same-json.js';
import type { PreviewTarget, TargetState } from './preview-target.js';

const CONFIGS = ['v1', 'data', 'configs'] as const;

/** Table configs. */
export const tableTarget: PreviewTarget = {
  noun: 'table',
  invalidCode: 'invalid_config',
  write: (platform, text, id) => {
    const body = new JsonText(text);
    return id === undefined ? platform.post(CONFIGS, body) : platform.put([...CONFIGS, id], body);
  },
  check: async (platform, body) => {
    const faults = faultsAround(body);
    const { config } = body;
    const answer = await platform.post<{ valid: boolean; errors: ErrorDetail[] }>(
      [...CONFIGS, 'validate'],
      { config },
    );
    return answer.valid ? faults : [...faults, ...answer.errors];
  },
  load: (platform, id) => platform.get([...CONFIGS, id]),
  findByName: async (platform, name) =>
    (await savedByName(platform, name)) as TargetState | undefined,
  diff: (stored, body) => ({
    ...fields(stored, body),
    ...diffConfigs(configOf(stored), configOf(body)),
  }),
  holds: (stored, body) =>
    Object.keys(fields(stored, body)).length === 0 && sameJson(stored['config'], body['config']),
};

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
