import { readFileSync } from 'node:fs';
import { configError, messageOf } from '../../../foundation/errors.js';
import type { Offer } from '../../evals/results.model.js';
import type { Prices } from '../../evals/report/summary.js';
import { parseWords } from '../command-line.js';

/** What "sextant eval" says of itself. */
export const EVAL_USAGE = `sextant eval [FILE or FOLDER]                 plays the scenarios of evals/, or of the file or folder named
sextant eval init [AGENT]                     writes evals/AGENT.yaml with a request for each tool that has an example
sextant eval from-run RUN_ID [--url URL]      prints a run of a running server as a scenario

  --models a,b        which to compare: provider:model, a provider, or a model of the configured provider
  --offer selected,all  the tools chosen for a message (as usual), and all that there are
  --repeat 3          plays each scenario so often
  --only TEXT         only scenarios with this in their names
  --record FOLDER     keeps what the models answer
  --replay FOLDER     gives it again; no model is asked and no key is needed
  --helper MODEL      plays users and judges answers where scenarios ask for it
  --report FOLDER     writes report.md, report.html and results.json
  --compare FILE      says what got better and worse since that results.json
  --min-success 0.9   ends with 1 where fewer attempts succeed
  --prices FILE       JSON: {"provider:model": {"input": 0.3, "output": 2.5}}, in US dollars for a million tokens`;

/** What "sextant eval" was called with. */
export type EvalOptions = ReturnType<typeof evalOptions>;

const MOST_REPEATS = 100;

/** Reads the command line; rejects with `config_error` that says what is valid. */
export function evalOptions(args: readonly string[]) {
  const { positionals, values } = parseWords(args, EVAL_USAGE, {
    models: { type: 'string' },
    offer: { type: 'string', default: 'selected' },
    repeat: { type: 'string', default: '1' },
    only: { type: 'string' },
    record: { type: 'string' },
    replay: { type: 'string' },
    helper: { type: 'string' },
    report: { type: 'string' },
    compare: { type: 'string' },
    'min-success': { type: 'string', default: '0' },
    prices: { type: 'string' },
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    help: { type: 'boolean', default: false },
  });
  if (values.record !== undefined && values.replay !== undefined)
    throw configError('Give --record or --replay, not both.');
  return {
    ...values,
    words: positionals,
    offers: offersOf(values.offer),
    repeat: numberOf('repeat', values.repeat, 1, MOST_REPEATS, Number.isInteger),
    minSuccess: numberOf('min-success', values['min-success'], 0, 1, Number.isFinite),
    prices: values.prices === undefined ? {} : readJson<Prices>(values.prices),
  };
}

function offersOf(text: string): readonly Offer[] {
  const offers = text.split(',').map((one) => one.trim());
  const wrong = offers.find((one) => one !== 'selected' && one !== 'all');
  if (wrong === undefined) return offers as Offer[];
  throw configError(`--offer takes selected, all or both, not "${wrong}".`);
}

function numberOf(
  name: string,
  text: string,
  least: number,
  most: number,
  fits: (value: number) => boolean,
): number {
  const value = Number(text);
  if (text.trim() !== '' && fits(value) && value >= least && value <= most) return value;
  throw configError(`--${name} takes a number from ${least} to ${most}.`);
}

/** A JSON file; rejects with `config_error` when it cannot be read. */
export function readJson<T>(path: string): T {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch (error) {
    throw configError(`${path} cannot be read: ${messageOf(error)}.`);
  }
}
