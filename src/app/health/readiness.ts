import type { PartState, ReadinessProbe } from '../../agentapi/health.controller.js';
import { systemClock, withinTime, type Clock } from '../../foundation/clock.js';
import { outboundFetch } from '../../foundation/outbound/exchange-http.js';
import { indexError, messageOf } from '../../foundation/errors.js';
import type { SourceReport } from '../../agenttools/sources/live-catalog.js';
import type { Probe } from '../../host/plugin.js';
import type { Models } from '../../llm/models.js';
import type { Database } from '../../store/database.js';
import type { ToolSelectionIndex } from '../../toolindex/selection-index.js';
import type { EmbedderOutcome, WatchedEmbedder } from '../../toolindex/watched-embedder.js';
import { withinLimit } from '../../toolindex/bounded-work.js';

/** A part's own question about its state; may reject. */
type PartProbe = (signal: AbortSignal) => Promise<Omit<PartState, 'required'>>;

const PROBE_LIMIT_MS = 1_000;

/** Asks `probe` within a limit; late or rejected is `down`. Nothing is asked again while an answer is outstanding. */
export function boundedProbe(
  probe: PartProbe,
  required: boolean,
  limitMs = PROBE_LIMIT_MS,
): () => Promise<PartState> {
  let outstanding: Promise<PartState> | undefined;
  return async () => {
    const abort = new AbortController();
    outstanding ??= ask(probe, required, abort.signal).finally(() => (outstanding = undefined));
    return withinTime(outstanding, limitMs, () => {
      abort.abort();
      return { state: 'down', required, detail: `no answer within ${limitMs / 1000} s` };
    });
  };
}

async function ask(probe: PartProbe, required: boolean, signal: AbortSignal): Promise<PartState> {
  try {
    return { ...(await probe(signal)), required };
  } catch (error) {
    return { state: 'down', required, detail: messageOf(error) };
  }
}

export interface ReadinessParts {
  db: Pick<Database, 'query' | 'kind'>;
  selection: Pick<ToolSelectionIndex, 'state' | 'progress'>;
  /** Absent when the server runs without one. */
  embedder: Pick<WatchedEmbedder, 'id' | 'latest' | 'probe'> | undefined;
  models: { [Role in keyof Models]: Pick<Models[Role], 'name' | 'model' | 'fault'> };
  /** Where the sample's ERP is; undefined where none is served. */
  platform: 'embedded' | { url: string } | undefined;
  probes?: Readonly<Record<string, Probe>>;
  failed?: readonly { plugin: string; reason: string }[];
  sources?: () => readonly SourceReport[];
  clock?: Clock;
}

type State = Omit<PartState, 'required'>;

/** Asks all parts at once. Only the database is required; without others the server is `degraded` and in service. */
export function createReadiness(parts: ReadinessParts): ReadinessProbe {
  const probes: Record<string, () => Promise<PartState>> = {
    database: boundedProbe(() => databaseState(parts.db), true),
    embedder: boundedProbe(() => embedderState(parts), false),
    tool_index: boundedProbe(async () => indexState(parts.selection), false),
    model: boundedProbe(async () => modelState(parts.models), false),
    sources: boundedProbe(async () => sourcesState(parts), false),
  };
  const { platform } = parts;
  if (platform !== undefined)
    probes['platform'] = boundedProbe((signal) => platformState(platform, signal), false);
  for (const [name, probe] of Object.entries(parts.probes ?? {}))
    probes[name] = boundedProbe(probe, false);
  return async () => {
    const states = Object.entries(probes).map(
      async ([name, probe]) => [name, await probe()] as const,
    );
    return Object.fromEntries(await Promise.all(states));
  };
}

async function databaseState(db: ReadinessParts['db']): Promise<State> {
  await db.query('select 1');
  return { state: 'ok', detail: db.kind };
}

/** A model is not asked: each call costs, and its trouble shows in the chat; what a run found out is kept. */
function modelState({ main, small, large }: ReadinessParts['models']): State {
  const fault = main.fault ?? small.fault ?? large.fault;
  if (fault !== undefined) return { state: 'down', detail: fault };
  const names = new Set([main.model, small.model, large.model]);
  return { state: 'ok', detail: `${main.name} (${[...names].join(', ')})` };
}

function indexState({ state, progress }: ReadinessParts['selection']): State {
  const { embedded, total } = progress;
  const offered = 'all tools of a context are offered';
  if (state.kind === 'ready')
    return { state: 'ok', detail: `${state.index.names.length} tools`, embedded, total };
  if (state.kind === 'building') {
    const detail = `being built, ${embedded} of ${total} tools embedded; until then ${offered}`;
    return { state: 'degraded', detail, embedded, total };
  }
  if (state.reason === 'no_embedder')
    return { state: 'off', detail: state.message, embedded, total };
  const message = state.message.replace(/\.$/, '');
  const detail = `${message}; it is tried again by itself, and until then ${offered}`;
  return { state: 'down', detail, embedded, total };
}

/** A failing embedder is asked at most this often, no matter how often its health is asked for. */
const ASK_AGAIN_MS = 5_000;

/** A little less than a part has, so that its own words are shown. */
const ASK_LIMIT_MS = 900;

/** What its latest call said; only a failing embedder is asked again, so that checks cost nothing while all is well. */
async function embedderState({ embedder, clock = systemClock }: ReadinessParts): Promise<State> {
  if (embedder === undefined) return { state: 'off', detail: 'EMBEDDER=none' };
  const { latest } = embedder;
  const age = latest === undefined ? 0 : clock().getTime() - latest.at.getTime();
  if (latest?.failure !== undefined && age >= ASK_AGAIN_MS) await askAgain(embedder);
  return described(embedder.id, embedder.latest, clock);
}

async function askAgain(embedder: NonNullable<ReadinessParts['embedder']>): Promise<void> {
  const ask = (signal: AbortSignal) => embedder.probe(signal);
  const late = () => indexError('The embedder does not answer within 1 s.');
  // How it ended is in `latest`.
  await withinLimit(ask, ASK_LIMIT_MS, undefined, late).catch(() => undefined);
}

function described(id: string, latest: EmbedderOutcome | undefined, clock: Clock): State {
  if (latest === undefined) return { state: 'ok', detail: `${id}, not asked yet` };
  if (latest.failure !== undefined) return { state: 'down', detail: latest.failure };
  const seconds = Math.round((clock().getTime() - latest.at.getTime()) / 1000);
  return { state: 'ok', detail: `${id}, answered ${seconds} s ago` };
}

/** A short list without parameters that every platform has. */
const PLATFORM_ROUTE = '/v1/workflow/trigger-types';

/** Any answer shows that it is there: health has no user's token, so 401 and 403 are good ones. */
async function platformState(
  platform: 'embedded' | { url: string },
  signal: AbortSignal,
): Promise<State> {
  if (platform === 'embedded') return { state: 'ok', detail: 'embedded' };
  let status: number;
  try {
    const response = await outboundFetch(`${platform.url}${PLATFORM_ROUTE}`, { signal });
    status = response.status;
    await response.body?.cancel();
  } catch {
    // The reason would show addresses of the inside to anyone who can read the health.
    return { state: 'down', detail: 'cannot be reached: check that it runs, and PLATFORM_URL' };
  }
  const answered = `answered ${status}`;
  if (status >= 500) return { state: 'down', detail: answered };
  if (status < 300 || status === 401 || status === 403) return { state: 'ok', detail: answered };
  return {
    state: 'degraded',
    detail: `${answered} to ${PLATFORM_ROUTE}: check that PLATFORM_URL is its final address`,
  };
}

/** One line for all sources: those that are not well, by name. */
function sourcesState({ sources, failed = [] }: ReadinessParts): State {
  const reports = sources?.() ?? [];
  const unwell = reports.filter(({ state }) => state === 'down' || state === 'degraded');
  const faults = [
    ...failed.map(({ plugin, reason }) => `plugin ${plugin}: ${reason}`),
    ...unwell.map(({ id, detail }) => `${id}: ${detail}`),
  ];
  if (faults.length > 0) return { state: 'degraded', detail: faults.join('; ') };
  const tools = reports.reduce((sum, report) => sum + report.tools, 0);
  return { state: 'ok', detail: `${reports.length} sources, ${tools} tools` };
}
