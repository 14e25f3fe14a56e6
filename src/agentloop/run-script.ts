import { compileArguments } from '../agenttools/arguments.js';
import type { CatalogEntry } from '../agenttools/catalog.js';
import {
  executeCall,
  failed,
  type ExecutedCall,
  type OfferedTools,
} from '../agenttools/executor.js';
import type { RunScratch, Slot } from '../agenttools/run-scratch.js';
import { runInThread } from '../agenttools/scripts/script-thread.js';
import type { Tool, ToolCall, ToolOutcome, ToolSignal } from '../agenttools/tool.js';
import { untilAborted } from '../foundation/clock.js';
import { AppError, invalidArguments, toolFailed } from '../foundation/errors.js';
import { jsonOrText, writeJson } from '../foundation/exact-json.js';
import { firstChars } from '../foundation/text.js';
import { textProperty, closedObject, isObject, asObject } from '../foundation/json.js';
import type { LlmMessage, ScriptReads } from '../llm/types.js';
import { runRecorded, type CallRecord } from './call-record.js';
import type { RunState } from './run.js';

export const RUN_SCRIPT = 'run_script';

export const scriptReadsSlot: Slot<ScriptReads> = {
  make: () => ({ reads: [], isPartial: false }),
};

export const lastChangeSlot: Slot<{ position: number }> = { make: () => ({ position: 0 }) };

/** More is not compared with what the run proposes, and of a script not with what later messages do. */
const MAX_READ_CHARS = 100_000;
const MAX_KEPT_CHARS = 20_000;
const MAX_TEXT = 200;
const ANSWER_CHARS = 100_000;
const ANSWER_BYTES = 512 * 1024;
const MAX_VALUE_CHARS = 8000;

const INPUT_SCHEMA = closedObject(['script'], {
  script: textProperty('The body of an async JavaScript function.', 20_000),
});

const DESCRIPTION =
  'Runs JavaScript for work in loops: many pages, or many changes alike. `await tools.NAME({…})` calls any tool of this context and gives its whole result; find_tools shows signatures. Only what the script returns comes back, so return what you need: counts, sums, a few ids. A call that would change something is not sent: it becomes a step of one plan for the user and gives { ref }, and a later step may use "{{change_1.id}}", made of that ref and a field of the answer. Await every call; up to 8 run at once with Promise.all. There are no imports, files, network or timers.';

const check = compileArguments({ name: RUN_SCRIPT, inputSchema: INPUT_SCHEMA });

/** The tool that runs a script with the tools of a run's context. It reads; what it would change is proposed together. */
export function createRunScript(run: RunState): CatalogEntry {
  const tool: Tool = {
    name: RUN_SCRIPT,
    description: DESCRIPTION,
    inputSchema: INPUT_SCHEMA,
    examples: [],
    groups: ['core'],
    source: 'core',
    // Alone in its turn, so that the places of its changes are known before they are stored.
    effect: 'draft',
    execute: ({ script }, call) => new ScriptRun(run, call).outcome(String(script)),
  };
  return { tool, check };
}

class ScriptRun {
  private count = 0;
  private reads = 0;
  private failures = 0;
  private readonly signals: ToolSignal[] = [];
  private readonly plan: string[] = [];
  private writing: Promise<unknown> = Promise.resolve();
  private readonly tools: OfferedTools;
  private readonly ended = new AbortController();
  private readonly signal: AbortSignal;

  constructor(
    private readonly run: RunState,
    private readonly call: Pick<ToolCall, 'id' | 'signal' | 'caller'>,
  ) {
    this.signal = AbortSignal.any([call.signal, this.ended.signal]);
    const { activeTools, deps } = run;
    const { catalog } = deps.selection;
    this.tools = {
      find: (name) => (activeTools.allowed(name) ? catalog.find(name) : undefined),
      names: () => activeTools.names().filter((name) => activeTools.allowed(name)),
      allowed: () => false,
    };
  }

  /** Runs it to its end; rejects with `tool_failed` that says where it failed, and then nothing is proposed. */
  async outcome(script: string): Promise<ToolOutcome> {
    const { userId } = this.call.caller;
    const end = await runInThread(script, this.answer, { signal: this.signal, userId });
    // One that failed leaves calls behind.
    this.ended.abort(new AppError('cancelled', 'The script has ended.'));
    const { reads, plan } = this;
    if (end.value === undefined) {
      const why = (end.error ?? '').replace(/\.$/, '');
      const at = end.place ? ` at line ${end.place.line}, column ${end.place.column}` : '';
      const dropped =
        plan.length === 0 ? '' : ` Changes that it planned and that are dropped: ${plan.length}.`;
      const logged = end.log === '' ? '' : ` It logged: ${end.log}`;
      throw toolFailed(
        `The script failed${at}: ${why}. Nothing was proposed.${dropped} Correct it and run it again.${logged}`,
      );
    }
    const counts = {
      ...(this.failures > 0 && { failed_calls: this.failures }),
      ...(plan.length > 0 && {
        refs: plan.length === 1 ? plan[0] : `${plan[0]} to ${plan.at(-1)}`,
      }),
    };
    const { length } = end.value;
    const cut = `${firstChars(end.value, MAX_VALUE_CHARS)}… [cut: ${length} characters of JSON; return less]`;
    const value = length <= MAX_VALUE_CHARS ? jsonOrText(end.value) : cut;
    const result = { value, reads, changes: plan.length, ...counts };
    return { result, signals: this.signals };
  }

  /** Answers one call of the script: a read at once, what proposes in the order in which the script asked. */
  private readonly answer = async (name: string, args: string): Promise<string> => {
    this.count += 1;
    const input = jsonOrText(args);
    if (!isObject(input))
      throw invalidArguments(`tools.${name} takes one object with its arguments.`);
    const call = { id: `${this.call.id}.${this.count}`, name, arguments: input };
    const effect = this.tools.find(name)?.tool.effect;
    const ran =
      effect === 'propose' ? this.inOrder(() => this.planned(call)) : this.read(call, effect);
    return ran.catch((error: unknown) => {
      this.failures += 1;
      throw error;
    });
  };

  private inOrder(work: () => Promise<string>): Promise<string> {
    const next = this.writing.then(work);
    this.writing = next.catch(() => undefined);
    return next;
  }

  private async read(call: ExecutedCall['call'], effect: Tool['effect'] | undefined) {
    if (effect === 'draft')
      throw invalidArguments(`${call.name} works on a draft: call it yourself.`);
    const { result, signals } = await this.execute(call);
    this.signals.push(...signals);
    this.reads += 1;
    this.remember(call, result);
    return scriptText(result);
  }

  /** What is proposed later is compared with it: ids, names and addresses, so that of a long text the beginning does. */
  private remember({ name: tool, arguments: input }: ExecutedCall['call'], result: unknown): void {
    const kept = this.run.request.scratch.of(scriptReadsSlot);
    const content = writeJson(result ?? null, (_key, part) => {
      if (typeof part !== 'string' || part.length <= MAX_TEXT) return part;
      kept.isPartial = true;
      return part.slice(0, MAX_TEXT);
    });
    kept.reads.push({ tool, id: this.call.id ?? '', input, content });
    keepNewest(kept, MAX_READ_CHARS);
  }

  private async planned(call: ExecutedCall['call']): Promise<string> {
    const { result, signals } = await this.execute(call);
    const { tool } = this.tools.find(call.name) as CatalogEntry;
    const previews = signals.filter((signal) => signal.type === 'preview');
    this.signals.push(
      ...signals.filter((signal) => signal.type !== 'preview'),
      ...previews.map((signal) => ({ ...signal, by: { tool, call } })),
    );
    const { position } = this.run.request.scratch.of(lastChangeSlot);
    previews.forEach(() => this.plan.push(`change_${position + this.plan.length + 1}`));
    const told = isObject(result) ? result : { result };
    if (previews.length === 0) return scriptText(told);
    return scriptText({ ...told, status: 'planned', note: undefined, ref: this.plan.at(-1) });
  }

  /** As a call of the model: within the run's limits, admitted, checked, with the user's token and on record. */
  private async execute(call: ExecutedCall['call']): Promise<ExecutedCall> {
    const { deps, budget, hooks, request } = this.run;
    const { signal } = this;
    signal.throwIfAborted();
    const refusal = budget.refusals([call]).get(call.id);
    if (refusal !== undefined) throw refusal;
    const effect = this.tools.find(call.name)?.tool.effect ?? 'none';
    const planned: CallRecord = { id: call.id, name: call.name, effect, state: 'planned' };
    deps.calls?.note(planned);
    const limits = { content: 0, event: ANSWER_BYTES };
    // Nobody can be asked meanwhile: a script never waits for a person.
    const callOf = (tool: Tool): ToolCall => ({
      ...deps.toolCall(request, tool, signal),
      answerChars: ANSWER_CHARS,
    });
    const { executed, record } = await runRecorded(call, planned, deps.calls, signal, async () => {
      try {
        const admitted = hooks.admit(call);
        const executed = executeCall(admitted, this.tools, callOf, deps.logger, limits);
        return await untilAborted(executed, signal);
      } catch (error) {
        return failed(call, error);
      }
    });
    deps.calls?.note(record);
    if (!executed.isError) return executed;
    const { error } = asObject(executed.result);
    throw new Error(
      isObject(error)
        ? `${String(error['code'])}: ${String(error['message'])}`
        : scriptText(executed.result),
    );
  }
}

function keepNewest(kept: ScriptReads, most: number): void {
  let chars = kept.reads.reduce((sum, read) => sum + read.content.length, 0);
  while (chars > most) {
    chars -= kept.reads.shift()?.content.length ?? 0;
    kept.isPartial = true;
  }
}

/** The messages with what their scripts have read, as they are stored: a later message is compared with it. */
export function withReads(messages: readonly LlmMessage[], scratch: RunScratch): LlmMessage[] {
  return messages.map((message) => {
    if (message.role !== 'tool' || message.name !== RUN_SCRIPT) return message;
    const { reads, isPartial } = scratch.of(scriptReadsSlot);
    const own = { reads: reads.filter(({ id }) => id === message.toolCallId), isPartial };
    keepNewest(own, MAX_KEPT_CHARS);
    return { ...message, inScript: own };
  });
}

export function withoutReads(message: LlmMessage): LlmMessage {
  return message.role === 'tool' ? { ...message, inScript: undefined } : message;
}

/** JSON as a script reads it: digits that a double would lose are a text. */
function scriptText(result: unknown): string {
  return JSON.stringify(result ?? null);
}
