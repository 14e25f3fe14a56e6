import { parseJson } from '../../foundation/exact-json.js';
import { AppError, type ErrorDetail } from '../../foundation/errors.js';
import type { JsonObject } from '../../foundation/json.js';
import type { ChangeKind } from '../../agenttools/changes/change-kind.js';
import { refusalStatus } from '../../agenttools/sources/backend-client.js';
import { exactText, type ExactText, type StoredPreview } from '../../store/previews.model.js';
import type { Application } from './apply-preview.js';

/**
 * The text of what a user sends instead of what was shown; undefined when that is the same. The
 * version that the change was made on is added where it is missing: an edited change must not pass
 * over what others did in the meantime. Another version rejects with `invalid_request`.
 */
export function editedText(
  preview: StoredPreview,
  edit: JsonObject | undefined,
  kind: Pick<ChangeKind, 'versionField' | 'edited'> | undefined,
): ExactText | undefined {
  if (edit === undefined) return undefined;
  const original = parseJson(preview.shown.text) as JsonObject;
  const payload = kind?.edited?.(edit, original) ?? edit;
  const versionField = kind?.versionField;
  if (versionField === undefined) return differing(exactText(payload), preview);
  const { baseVersion, shown } = preview;
  const edited = exactText(
    baseVersion === undefined || payload[versionField] !== undefined
      ? payload
      : { ...payload, [versionField]: baseVersion },
  );
  if (edited.text === shown.text) return undefined;
  const version = payload[versionField] ?? baseVersion;
  if (version === baseVersion) return edited;
  const message = `must be ${baseVersion ?? 'absent'}: the version the preview was made on`;
  throw new AppError('invalid_request', `payload.${versionField} ${message}.`, [
    { path: `payload.${versionField}`, message },
  ]);
}

function differing(edited: ExactText, { shown }: StoredPreview): ExactText | undefined {
  return edited.text === shown.text ? undefined : edited;
}

/** Rejects an edited payload that the platform would refuse; nothing is written, the preview waits on. */
export async function checkEdited(application: Application, edited: ExactText): Promise<void> {
  const { preview, kind, read } = application;
  if (kind.check === undefined) return;
  const errors = await faults(
    application,
    async () =>
      (await kind.check?.(read, parseJson(edited.text) as JsonObject, preview.targetId)) ?? [],
  );
  if (errors.length === 0) return;
  const list = errors.map(({ path, message }) => (path ? `${path}: ${message}` : message));
  throw new AppError(
    kind.invalidCode ?? 'invalid_request',
    `The edited ${kind.title} is not valid, so nothing was saved and the preview still waits: ${list.join('; ')}.`,
    errors,
  );
}

/** Bodies of the wrong shape are refused outright: findings like any other. */
async function faults({ kind }: Application, check: () => Promise<readonly ErrorDetail[]>) {
  try {
    return await check();
  } catch (error) {
    const status = refusalStatus(error);
    if (!(error instanceof AppError) || (status !== 400 && status !== 422)) throw error;
    return error.details.length > 0 ? error.details : [{ message: error.message || kind.title }];
  }
}
