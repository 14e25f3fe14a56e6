import { parseJson } from '../../foundation/exact-json.js';
import { AppError, type ErrorDetail, conflict, invalidField } from '../../foundation/errors.js';
import { type JsonObject, isObject, partAt } from '../../foundation/json.js';
import type { ChangeKind } from '../../agenttools/changes/change-kind.js';
import { refusalStatus } from '../../agenttools/sources/backend-client.js';
import { exactText, type ExactText, type StoredPreview } from '../../store/previews.model.js';
import { type ExactNumber, isNumber } from '../../foundation/exact-number.js';
import { referenceText, type Reference } from '../../agenttools/changes/references.js';
import type { Application } from './apply-preview.js';

/** The edited text with the version it was made on, undefined when as shown. `invalid_request`: another version. */
export function editedText(
  preview: StoredPreview,
  edit: JsonObject | undefined,
  kind: Pick<ChangeKind, 'versionField' | 'edited'> | undefined,
): ExactText | undefined {
  if (edit === undefined) return undefined;
  const original = parseJson(preview.shown.text) as JsonObject;
  const payload = kind?.edited?.(edit, original) ?? edit;
  const { baseVersion, shown } = preview;
  const field = kind?.versionField;
  const version = field === undefined ? baseVersion : (payload[field] ?? baseVersion);
  const lacksIt = field !== undefined && baseVersion !== undefined && payload[field] === undefined;
  const edited = exactText(lacksIt ? { ...payload, [field]: baseVersion } : payload);
  if (edited.text === shown.text) return undefined;
  if (version === baseVersion) return edited;
  const rule = `must be ${baseVersion ?? 'absent'}: the version the preview was made on`;
  throw invalidField(`payload.${field}`, rule);
}

/** Rejects an edited payload that the platform would refuse; nothing is written, the preview waits on. */
export async function checkEdited(application: Application, edited: ExactText): Promise<void> {
  const { kind } = application;
  const errors = await faults(application, parseJson(edited.text) as JsonObject);
  if (errors.length === 0) return;
  const list = errors.map(({ path, message }) => (path ? `${path}: ${message}` : message));
  throw new AppError(
    kind.invalidCode ?? 'invalid_request',
    `The edited ${kind.title} is not valid, so nothing was saved and the preview still waits: ${list.join('; ')}.`,
    errors,
  );
}

/** Bodies of the wrong shape are refused outright: findings like any other. */
async function faults(
  { kind, read, preview }: Application,
  payload: JsonObject,
): Promise<readonly ErrorDetail[]> {
  try {
    return (await kind.check?.(read, payload, preview.targetId)) ?? [];
  } catch (error) {
    const status = refusalStatus(error);
    if (!(error instanceof AppError) || (status !== 400 && status !== 422)) throw error;
    return error.details.length > 0 ? error.details : [{ message: error.message || kind.title }];
  }
}

/** The value a reference has by now. Rejects with `conflict` when there is none. */
export function referredValue(
  reference: Reference,
  preview: Pick<StoredPreview, 'position'>,
  steps: readonly StoredPreview[],
): string | number | boolean | ExactNumber {
  const text = referenceText(reference);
  const name = `change_${reference.position}`;
  const step = steps.find(({ position }) => position === reference.position);
  if (step === undefined || reference.position >= (preview.position ?? 0))
    throw refusal(`It refers to ${text}, and ${name} is no earlier change of its set.`);
  if (step.state !== 'accepted')
    throw refusal(`It needs ${text}, and ${name} is ${step.state}. Accept ${name} first.`);
  const value = reference.steps.reduce(partAt, step.answer);
  if (typeof value === 'string' || typeof value === 'boolean' || isNumber(value)) return value;
  throw refusal(
    `It needs ${text}, and the answer to ${name} has no such value${knownIn(step.answer)}. Edit it and write the value in its place.`,
  );
}

function refusal(why: string): AppError {
  return conflict(`${why} Nothing was sent, and the preview still waits.`);
}

function knownIn(answer: unknown): string {
  if (!isObject(answer)) return '';
  return ` (it has ${Object.keys(answer).slice(0, 20).join(', ')})`;
}
