import { LiveAgents } from '../../src/agentloop/agent.js';
import {
  defaultAdmissionLimits,
  RunRegistry,
  type AdmissionLimits,
} from '../../src/agentapi/admission.js';
import { WINDOW_BYTES } from '../../src/agentapi/runs/run-reader.js';
import { LEASE_MS, RunKeeper } from '../../src/agentapi/runs/run-keeper.js';
import { Notifier } from '../../src/agentapi/runs/notifier.js';
import type { RunObserver } from '../../src/agentloop/run.js';
import { RunsService } from '../../src/agentapi/runs/runs.service.js';
import type { AgentEvent } from '../../src/agentloop/events.js';
import type { Tool } from '../../src/agenttools/tool.js';
import { newId } from '../../src/foundation/ids.js';
import { silentLogger } from '../../src/foundation/logger.js';
import type { Timer } from '../../src/foundation/clock.js';
import type { LlmProvider } from '../../src/llm/types.js';
import { PgConversationStore } from '../../src/store/conversations.store.js';
import type { Database } from '../../src/store/database.js';
import { PgRunLog } from '../../src/store/run-log/run-log.store.js';
import { agentWith, tool, toolCall, quietDeps } from './loop.js';

/** A timer that a test fires by hand. */
export class HandTimer {
  readonly set: { work: () => void; ms: number }[] = [];
  readonly timer: Timer = (work, ms) => {
    const entry = { work, ms };
    this.set.push(entry);
    return () => void this.set.splice(this.set.indexOf(entry), 1);
  };
  /** Fires the one timer there is. */
  fire(): void {
    const [entry] = this.set.splice(0);
    if (entry === undefined) throw new Error('no timer is set');
    entry.work();
  }
}

interface RunsOptions {
  graceMs?: number;
  timer?: Timer;
  tools?: readonly Tool[];
  process?: string;
  admission?: AdmissionLimits;
}

/** Runs on a real database, as one server has them, without HTTP. */
export function openRunsOn(db: Database, llm: LlmProvider, options: RunsOptions = {}) {
  const { graceMs = 30_000, timer = new HandTimer().timer, tools = [tool('discover')] } = options;
  const owner = { process: options.process ?? 'test', instanceId: newId() };
  const log = new PgRunLog(db, owner, LEASE_MS);
  const registry = new RunRegistry(options.admission ?? defaultAdmissionLimits);
  const notifier = new Notifier();
  const agents = new LiveAgents([agentWith(tools.map(({ name }) => name))]);
  const pollMs = () => 20;
  const service = new RunsService(
    {
      loop: () => ({
        ...quietDeps(llm, tools),
        toolCall: ({ caller }, _tool, signal) => toolCall({ caller, signal }),
      }),
      observer: blindObserver,
      conversations: new PgConversationStore(db),
      chooseAgent: async ({ contextType = 'notes' }) => ({ agent: agents.for(contextType) }),
      log,
      notifier,
      grace: { graceMs, timer },
      pollMs,
      historyBudget: 60_000,
      windowBytes: WINDOW_BYTES,
    },
    registry,
  );
  const alone = { logger: silentLogger, aloneOnDatabase: options.process !== undefined };
  const keeper = new RunKeeper({ log, registry, pollMs, ...alone });
  return { service, registry, log, keeper };
}

/** All frames a reader gets, as one text. */
export async function textOf(frames: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const frame of frames) text += frame;
  return text;
}

/** The events in a text of frames. */
export function eventsIn(text: string): (AgentEvent & { id: number })[] {
  type Numbered = AgentEvent & { id: number };
  return [...text.matchAll(/^id: (.*)\nevent: (.*)\ndata: (.*)\n\n/gm)].map(
    ([, id, type, data = '']) => ({ id: Number(id), type, data: JSON.parse(data) }) as Numbered,
  );
}

const blindObserver: RunObserver = {
  begin: () => ({ around: (deps) => deps, event() {}, published() {}, ended() {} }),
  streamOpened() {},
};
