import { type ExactNumber, isNumber } from '../../foundation/exact-number.js';
import { AppError } from '../../foundation/errors.js';
import { isObject, partAt } from '../../foundation/json.js';
import { referenceText, type Reference } from '../../agenttools/changes/references.js';
import type { StoredPreview } from '../../store/previews.model.js';

/**
 * The value that a reference has, now that the change it leads to is applied. Rejects with `conflict` when it
 * is not, when it does not come earlier, and when its answer has no such value.
 */
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
  return new AppError('conflict', `${why} Nothing was sent, and the preview still waits.`);
}

function knownIn(answer: unknown): string {
  if (!isObject(answer)) return '';
  return ` (it has ${Object.keys(answer).slice(0, 20).join(', ')})`;
}
