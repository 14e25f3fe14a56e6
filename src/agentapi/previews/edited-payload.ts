import { AppError, type ErrorDetail } from '../../foundation/errors.js';
import type { JsonObject } from '../../foundation/json.js';
import { refusalStatus } from '../../agenttools/http-platform.js';
import { exactText, type ExactText, type StoredPreview } from '../../store/previews.model.js';
import type { Application } from './apply-preview.js';

/**
 * The text of what a user sends instead of what was shown; undefined when that is the same. The
 * version that the change was made on is added where it is missing: an edited change must not pass
 * over what others did meanwhile. Another version rejects with `invalid_request`.
 */
export function editedText(
  preview: StoredPreview,
  payload: JsonObject | undefined,
): ExactText | undefined {
  if (payload === undefined) return undefined;
  const { baseVersion, shown } = preview;
  const edited = exactText(
    baseVersion === undefined || payload['if_version'] !== undefined
      ? payload
      : { ...payload, if_version: baseVersion },
  );
  if (edited.text === shown.text) return undefined;
  const version = payload['if_version'] ?? baseVersion;
  if (version === baseVersion) return edited;
  const message = `must be ${baseVersion ?? 'absent'}: the version the preview was made on`;
  throw new AppError('invalid_request', `payload.if_version ${message}.`, [
    { path: 'payload.if_version', message },
  ]);
}

/** Rejects an edited payload that the platform would refuse; nothing is written, the preview waits on. */
export async function checkEdited(application: Application, edited: ExactText): Promise<void> {
  const { preview, target, platform } = application;
  const errors = await faults(application, () =>
    target.check(platform, JSON.parse(edited.text) as JsonObject, preview.targetId),
  );
  if (errors.length === 0) return;
  const list = errors.map(({ path, message }) => (path ? `${path}: ${message}` : message));
  throw new AppError(
    target.invalidCode,
    `The edited ${target.noun} is not valid, so nothing was saved and the preview still waits: ${list.join('; ')}.`,
    errors,
  );
}

/** Bodies of the wrong shape are refused outright: findings like any other. */
async function faults({ target }: Application, check: () => Promise<readonly ErrorDetail[]>) {
  try {
    return await check();
  } catch (error) {
    const status = refusalStatus(error);
    if (!(error instanceof AppError) || (status !== 400 && status !== 422)) throw error;
    return error.details.length > 0 ? error.details : [{ message: error.message || target.noun }];
  }
}
