import { AppError } from '../../../foundation/errors.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { ToolOutcome } from '../../../agenttools/tool.js';
import type { OutsideSource } from '../../../knowledge/outside/services/outside-source.js';
import type { LawCall } from '../services.js';

/** What all these searches take. */
export const queryArgument = {
  type: 'string',
  minLength: 2,
  maxLength: 300,
  description: 'What to search for; it leaves this server, so name no client in it.',
};

/** How many results are wanted. */
export const limitArgument = {
  type: 'integer',
  minimum: 1,
  maximum: 20,
  default: 8,
  description: 'How many results to return (default 8).',
};

/** Where `limit` is left out. */
export const DEFAULT_LIMIT = 8;

/** Asks a source and answers its findings; a source that is not configured is a failure that says so. */
export async function searchSource<Question extends { query: string }>(
  source: OutsideSource<Question> | undefined,
  question: Question,
  { signal }: Pick<LawCall, 'signal'>,
): Promise<ToolOutcome> {
  if (source === undefined) {
    throw new AppError('tool_failed', 'This source is not configured on this server.');
  }
  const { total, items, nextMark } = await source(question, signal);
  const result: JsonObject = {
    query: question.query,
    total,
    results: items,
    next_mark: nextMark,
    note: items.length === 0 ? 'Nothing was found. Try once in other, fewer words.' : undefined,
  };
  return { result };
}
