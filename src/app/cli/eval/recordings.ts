import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../foundation/errors.js';
import { redactor } from '../../../foundation/redact.js';
import type { ExchangeEntry } from '../../evals/backend-tape.js';
import type { Recording } from '../../evals/evaluate.js';
import type { TapeEntry } from '../../evals/model/tape.js';
import type { Offer } from '../../evals/results.model.js';

/** The file of one model and one way of offering tools, a model call or an answer of a backend a line. */
function fileOf(folder: string, model: string, offer: Offer): string {
  const name = encodeURIComponent(offer === 'all' ? `${model}, all tools` : model);
  return join(folder, `${name}.jsonl`);
}

/** Keeps model calls and answers of backends in a file of `folder`, which is written afresh; `secrets` stand in none of its lines. */
export function startRecording(
  folder: string,
  model: string,
  offer: Offer,
  secrets: readonly string[],
): (entry: TapeEntry | ExchangeEntry) => void {
  mkdirSync(folder, { recursive: true });
  const file = fileOf(folder, model, offer);
  writeFileSync(file, '');
  const redact = redactor(secrets);
  return (entry) => appendFileSync(file, `${redact(JSON.stringify(entry))}\n`);
}

/** What was recorded; rejects with `config_error` when there is nothing. */
export function readRecording(folder: string, model: string, offer: Offer): Recording {
  const file = fileOf(folder, model, offer);
  if (!existsSync(file))
    throw new AppError(
      'config_error',
      `There is no recording ${file}; --record ${folder} makes one.`,
    );
  const lines = readFileSync(file, 'utf8').split('\n');
  const entries = lines
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as TapeEntry | ExchangeEntry);
  return {
    calls: entries.filter((one): one is TapeEntry => 'role' in one),
    exchanges: entries.filter((one): one is ExchangeEntry => 'source' in one),
  };
}
