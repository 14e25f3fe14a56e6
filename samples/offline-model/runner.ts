import type { ToolSpec } from '../../src/llm/types.js';
import { PlanEnd, type Outcome, type Plan, type Step, type WantedCall } from './steps.js';
import { errorOf, unwrapped, type Exchange } from './transcript.js';
import { sayMissingTool } from './answers/limits.js';

const FIND_TOOLS = 'find_tools';

/** What the runner knows besides the plan: what was done for this request, and what is offered now. */
export interface Progress {
  exchanges: readonly Exchange[];
  tools: readonly ToolSpec[];
}

/**
 * Replays a plan over what has been done since the request and answers its next step. A wanted tool
 * that is not offered is looked for with `find_tools` first; when it is not there either, the step
 * says so.
 */
export function nextStep(plan: Plan, progress: Progress): Step {
  const replay = new Replay(progress);
  try {
    let state = plan.next();
    while (!state.done) {
      const settled = replay.settle(state.value);
      if ('step' in settled) return settled.step;
      state = plan.next(settled.outcomes);
    }
    return { say: state.value };
  } catch (error) {
    if (error instanceof PlanEnd) return { say: error.sentence, stopped: true };
    throw error;
  }
}

type Settled = { outcomes: readonly Outcome[] } | { step: Step };

/** Walks the recorded exchanges in step with the plan. */
class Replay {
  private cursor = 0;
  private readonly asked = new Set<string>();

  constructor(private readonly progress: Progress) {}

  /** The recorded outcomes of `wanted`, or the step that gets them. */
  settle(wanted: readonly WantedCall[]): Settled {
    this.skipSearches();
    const recorded = this.take(wanted);
    if (recorded !== undefined) return { outcomes: recorded.map(toOutcome) };
    const missing = wanted.filter((call) => !this.offers(call.name));
    if (missing.length === 0) return { step: { calls: wanted } };
    return { step: this.search(missing) };
  }

  private skipSearches(): void {
    for (;;) {
      const exchange = this.progress.exchanges[this.cursor];
      if (exchange?.name !== FIND_TOOLS) return;
      this.asked.add(String(exchange.arguments['query']));
      this.cursor += 1;
    }
  }

  private take(wanted: readonly WantedCall[]): Exchange[] | undefined {
    const next = this.progress.exchanges.slice(this.cursor, this.cursor + wanted.length);
    const fits =
      next.length === wanted.length && wanted.every((call, at) => next[at]?.name === call.name);
    if (!fits) return undefined;
    this.cursor += wanted.length;
    return next;
  }

  private search(missing: readonly WantedCall[]): Step {
    const names = [...new Set(missing.map((call) => call.name))];
    const open = names.filter((name) => !this.asked.has(queryFor(name)));
    if (open.length < names.length || !this.offers(FIND_TOOLS)) {
      return { say: sayMissingTool(names) };
    }
    return {
      calls: open.map((name) => ({
        name: FIND_TOOLS,
        arguments: { query: queryFor(name) },
      })),
    };
  }

  private offers(name: string): boolean {
    return this.progress.tools.some((tool) => tool.name === name);
  }
}

/** What finds a tool: its name, also in words. */
function queryFor(name: string): string {
  return `${name} (${name.replaceAll('_', ' ')})`;
}

function toOutcome(exchange: Exchange): Outcome {
  if (!exchange.isError) return { ok: true, data: unwrapped(exchange.data) };
  return { ok: false, ...errorOf(exchange) };
}
