import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../foundation/errors.js';
import { redactor } from '../../../foundation/redact.js';
import type { TapeEntry } from '../../evals/model/tape.js';
import type { Offer } from '../../evals/results.model.js';

/** The file of one model and one way of offering tools, a model call a line. */
function fileOf(folder: string, model: string, offer: Offer): string {
  const name = encodeURIComponent(offer === 'all' ? `${model}, all tools` : model);
  return join(folder, `${name}.jsonl`);
}

/** Keeps model calls in a file of `folder`, which is begun anew; `secrets` stand in none of its lines. */
export function startRecording(
  folder: string,
  model: string,
  offer: Offer,
  secrets: readonly string[],
): (entry: TapeEntry) => void {
  mkdirSync(folder, { recursive: true });
  const file = fileOf(folder, model, offer);
  writeFileSync(file, '');
  const redact = redactor(secrets);
  return (entry) => appendFileSync(file, `${redact(JSON.stringify(entry))}\n`);
}

/** The model calls that were recorded; rejects with `config_error` when there are none. */
export function readRecording(folder: string, model: string, offer: Offer): readonly TapeEntry[] {
  const file = fileOf(folder, model, offer);
  if (!existsSync(file))
    throw new AppError(
      'config_error',
      `There is no recording ${file}; --record ${folder} makes one.`,
    );
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as TapeEntry);
}
