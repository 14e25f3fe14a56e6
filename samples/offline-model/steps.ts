import type { JsonObject } from '../../src/foundation/json.js';
import type { ToolSpec } from '../../src/llm/types.js';
import { join, plain } from './answers/words.js';
import { errorOf, unwrapped, type Exchange } from './transcript.js';

/** The core tool that brings up tools which are not offered. */
export const FIND_TOOLS = 'find_tools';

/** A call a plan wants made. */
export interface WantedCall {
  name: string;
  arguments: JsonObject;
}

/** What came back from a wanted call. */
export type Outcome = { ok: true; data: unknown } | { ok: false; message: string };

/** A part of a plan that answers with a value. */
export type Part<T> = Generator<readonly WantedCall[], T, readonly Outcome[]>;

/**
 * A plan: a generator that yields the calls it wants next and gets their outcomes, in order, and
 * returns what to say. It must be pure: it is replayed from its start in every turn.
 */
export type Plan = Part<string>;

/** What the model does next: calls tools, or says something and stops; `stopped`: before the plan's end. */
export type Step = { calls: readonly WantedCall[] } | { say: string; stopped?: boolean };

/** Ends a plan from anywhere inside it with a sentence for the user. */
class PlanEnd extends Error {
  override readonly name = 'PlanEnd';
}

/** Ends the plan with `sentence`. */
export function giveUp(sentence: string): never {
  throw new PlanEnd(sentence);
}

/** A plan that calls nothing. */
export function* saysOnly(sentence: string): Plan {
  yield* [];
  return sentence;
}

/** How a plan ended: what it says, which ends the plan around it too where it was given up. */
interface Ended {
  isDone: boolean;
  say: () => string;
}

/** A plan that another may follow where it is given up. */
export function* tried(plan: Plan): Part<Ended> {
  try {
    const said = yield* plan;
    return { isDone: true, say: () => said };
  } catch (error) {
    if (!(error instanceof PlanEnd)) throw error;
    return { isDone: false, say: () => giveUp(error.message) };
  }
}

/** The same plan, which makes no call twice: what was answered once counts for all its parts. */
export function* callingOnce(plan: Plan): Plan {
  const known = new Map<string, Outcome>();
  const keyOf = (call: WantedCall) => JSON.stringify([call.name, call.arguments]);
  let state = plan.next();
  while (!state.done) {
    const wanted = state.value;
    const open = wanted.filter((call) => !known.has(keyOf(call)));
    const outcomes = open.length === 0 ? [] : yield open;
    for (const [at, call] of open.entries())
      known.set(keyOf(call), outcomes[at] ?? { ok: false, message: 'nothing came back' });
    state = plan.next(wanted.flatMap((call) => known.get(keyOf(call)) ?? []));
  }
  return state.value;
}

/** One call; its outcome, also when it failed. */
export function* attempt(name: string, args: JsonObject = {}): Part<Outcome> {
  const [outcome] = yield [{ name, arguments: args }];
  return outcome ?? { ok: false, message: 'nothing came back' };
}

/** One call that the plan cannot go on without; a failure ends the plan with an explanation. */
export function* need(name: string, args: JsonObject = {}): Part<unknown> {
  const outcome = yield* attempt(name, args);
  return outcome.ok ? outcome.data : giveUp(explainFailure(outcome.message));
}

/** Several independent calls in one turn; `undefined` for each that failed. */
export function* lookUp(calls: readonly WantedCall[]): Part<unknown[]> {
  if (calls.length === 0) return [];
  const outcomes = yield calls;
  return outcomes.map((outcome) => (outcome.ok ? outcome.data : undefined));
}

/** A failure as a sentence for the user. */
export function explainFailure(message: string): string {
  return `That did not work: ${message.replace(/\s+/g, ' ').trim()}`;
}

/**
 * Replays a plan over what has been done since the request and answers its next step. A wanted tool
 * that is not offered is looked for with `find_tools` first; when it is not there either, the step
 * says so.
 */
export function nextStep(
  plan: Plan,
  { exchanges, tools }: { exchanges: readonly Exchange[]; tools: readonly ToolSpec[] },
): Step {
  const searches = new Set<unknown>();
  let done = 0;
  try {
    let state = plan.next();
    while (!state.done) {
      for (; exchanges[done]?.name === FIND_TOOLS; done += 1)
        searches.add(exchanges[done]?.arguments['query']);
      const wanted = state.value;
      const recorded = exchanges.slice(done, done + wanted.length);
      if (!wanted.every(({ name }, at) => recorded[at]?.name === name))
        return stepTo(wanted, tools, searches);
      done += wanted.length;
      state = plan.next(recorded.map(toOutcome));
    }
    return { say: state.value };
  } catch (error) {
    if (error instanceof PlanEnd) return { say: error.message, stopped: true };
    throw error;
  }
}

/** The calls themselves, a search for tools that are not offered, or that they are not there. */
function stepTo(
  wanted: readonly WantedCall[],
  tools: readonly ToolSpec[],
  searches: ReadonlySet<unknown>,
): Step {
  const offered = new Set(tools.map(({ name }) => name));
  const missing = [...new Set(wanted.map(({ name }) => name))].filter((name) => !offered.has(name));
  if (missing.length === 0) return { calls: wanted };
  const queries = missing.map((name) => `${name} (${plain(name)})`);
  if (queries.some((query) => searches.has(query)) || !offered.has(FIND_TOOLS)) {
    const list = join(missing.map((name) => `“${plain(name)}” (${name})`));
    return {
      say: `I know what to do, but I lack the tool for it: ${list} is not offered here, and searching for it did not bring it up. Nothing was changed.`,
    };
  }
  return { calls: queries.map((query) => ({ name: FIND_TOOLS, arguments: { query } })) };
}

function toOutcome(exchange: Exchange): Outcome {
  if (!exchange.isError) return { ok: true, data: unwrapped(exchange.data) };
  return { ok: false, message: errorOf(exchange) };
}
