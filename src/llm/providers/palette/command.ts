import { jsonOrText } from '../../../foundation/exact-json.js';
import type { JsonObject } from '../../../foundation/json.js';
import { withoutNotes } from '../../../foundation/user-messages.js';
import type { LlmRequest } from '../../types.js';
import { tellResults, type CallResult } from './tell-results.js';

/** A plugin's small grammar: takes a request whole or not at all. Asked again with the results of its calls. */
export interface Command {
  (request: LlmRequest): CommandAnswer | undefined;
  /** Of one that takes every sentence: the tools that a message goes to instead where one of them fits it clearly better. */
  readonly unless?: readonly string[];
}

/** What a command answers: a text, calls, why a call was refused, beside which forms are offered, or that it cannot go on. */
export type CommandAnswer =
  { text: string } | { calls: readonly CommandCall[] } | { refused: string } | { failure: string };

export interface CommandCall {
  name: string;
  arguments: JsonObject;
}

/** What a command does: yields calls, gets what they answered, and returns its text; without one, the last answers are told. */
export type CommandSteps = Generator<readonly CommandCall[], string | undefined, unknown[]>;

const FIND_TOOLS = 'find_tools';

/** Goes through the steps of what `begin` takes; offers tools first, and ends with a call that fails. */
export function stepwise(
  begin: (message: string, request: LlmRequest) => CommandSteps | undefined,
  failed: (told: string) => CommandAnswer = (refused) => ({ refused }),
): Command {
  return (request) => {
    const since = request.messages.findLastIndex(({ role }) => role === 'user');
    const message = withoutNotes(request.messages[since]?.content ?? '');
    const steps = begin(message, request);
    if (steps === undefined) return undefined;
    const results = request.messages
      .slice(since + 1)
      .flatMap((one) => (one.role === 'tool' && one.name !== FIND_TOOLS ? [one] : []));
    return replay(steps, results, request, failed);
  };
}

/** Goes through the steps with what was answered so far; calls that are not theirs are not this command's. */
function replay(
  steps: CommandSteps,
  results: readonly CallResult[],
  request: LlmRequest,
  failed: (told: string) => CommandAnswer,
): CommandAnswer | undefined {
  let latest: readonly CallResult[] = [];
  let step = steps.next();
  for (let at = 0; !step.done && at < results.length; at += latest.length) {
    latest = results.slice(at, at + step.value.length);
    const names = step.value.map(({ name }) => name);
    if (latest.some(({ name }, place) => name !== names[place])) return undefined;
    const failures = latest.filter(({ isError }) => isError);
    if (failures.length > 0) return failed(tellResults(failures));
    step = steps.next(latest.map(({ content }) => jsonOrText(content)));
  }
  if (step.done) return { text: step.value ?? tellResults(latest) };
  return { calls: offeredOrFound(step.value, request) };
}

/** The calls, or the search that makes their tools offered; one that it did not find is called all the same and refused. */
function offeredOrFound(
  calls: readonly CommandCall[],
  { tools, messages }: LlmRequest,
): readonly CommandCall[] {
  const isOffered = (wanted: string) => tools.some(({ name }) => name === wanted);
  const missing = calls.map(({ name }) => name).filter((name) => !isOffered(name));
  const latest = messages.at(-1);
  const hasSearched = latest?.role === 'tool' && latest.name === FIND_TOOLS;
  if (missing.length === 0 || hasSearched || !isOffered(FIND_TOOLS)) return calls;
  return [...new Set(missing)].map((query) => ({ name: FIND_TOOLS, arguments: { query } }));
}

export function offers({ tools }: LlmRequest, ...names: readonly string[]): boolean {
  return names.every((wanted) => tools.some(({ name }) => name === wanted));
}
