import { ATTEMPT_MS } from '../../src/agentapi/previews/previews.service.js';
import { createChangeKinds, type ChangeKind } from '../../src/agenttools/changes/change-kind.js';
import { httpRequestKind } from '../../src/agenttools/changes/http-request/http-request-kind.js';
import type { JsonObject } from '../../src/foundation/json.js';
import type { Database } from '../../src/store/database.js';
import type { StoredPreview } from '../../src/store/previews.model.js';
import { setState } from '../../src/agentapi/change-sets/set-state.js';
import { changeSetsOf, openChanges, OWNER, type ChangesHarness } from './changes.js';
import type { Fault, ProjectsBackend, SeenWrite } from './projects-backend.js';

/** Where a server is killed while it applies a change. */
export const kills = ['before the send', 'after the send', 'after the answer'] as const;
type Kill = (typeof kills)[number];

/** What goes wrong at one change of a set. */
export type SetFault = { kill: Kill } | { answer: Fault };

/** All faults by name. */
export const setFaults: Readonly<Record<string, SetFault>> = {
  'killed before the send': { kill: 'before the send' },
  'killed after the send': { kill: 'after the send' },
  'killed after the answer': { kill: 'after the answer' },
  '409': { answer: { kind: 'status', status: 409, body: { message: 'taken' } } },
  '412': { answer: { kind: 'status', status: 412 } },
  '500, not done': { answer: { kind: 'status', status: 500 } },
  '500, done': { answer: { kind: 'status', status: 500, applies: true } },
  'dropped, not done': { answer: { kind: 'drop', applies: false } },
  'dropped, done': { answer: { kind: 'drop', applies: true } },
  'a time-out, not done': { answer: { kind: 'hang', applies: false } },
  'a time-out, done': { answer: { kind: 'hang', applies: true } },
};

/** Sets of five changes: all made new and built on each other, or all on what is there. */
export const setKinds = ['creates', 'updates'] as const;

/** One run of the table. */
export interface FaultRun {
  kind: (typeof setKinds)[number];
  /** The change that it happens to, from 1. */
  at: number;
  fault: SetFault;
  /** The backend declares idempotency keys (creates), or sends ETags (updates). */
  guarded: boolean;
}

const FLAG_IDS = ['{{change_3.id}}', '{{change_4.id}}'];
const creates: [string, JsonObject][] = [
  ['createProject', { body: { name: 'Shop' } }],
  ['createEnvironment', { body: { name: 'live', project_id: '{{change_1.id}}' } }],
  ['createFlag', { body: { name: 'one', project_id: '{{change_1.id}}' } }],
  ['createFlag', { body: { name: 'two', project_id: '{{change_1.id}}' } }],
  ['createRule', { body: { name: 'both', flag_ids: FLAG_IDS, environment_id: '{{change_2.id}}' } }],
];

const updates: [string, JsonObject][] = [
  ['updateProject', { id: '1', body: { name: 'first' } }],
  ['replaceProject', { id: '2', body: { name: 'second' } }],
  ['updateProject', { id: '3', body: { description: 'third' } }],
  ['deleteProject', { id: '4' }],
  ['replaceFlag', { id: '5', body: { name: 'fifth', project_id: 1 } }],
];

const MOST_ACCEPTS = 8;

/** Applies a set with one fault in it, continues until it ends, and compares what is said with what was done. */
export async function runFault(db: Database, backend: ProjectsBackend, run: FaultRun) {
  const { kind, at, fault, guarded } = run;
  prepare(backend, guarded && kind === 'updates');
  const keys = guarded && kind === 'creates';
  const harness = openChanges(db, backend, { keys, timeoutMs: 150 });
  const { setId, ids } = await proposeSet(harness, kind);
  if ('answer' in fault) {
    let sends = 0;
    backend.fault = () => ((sends += 1) === at ? fault.answer : undefined);
  }
  const first =
    'kill' in fault ? dying(harness, ids[at - 1] ?? '', fault.kill) : harness.changeSets;
  await first.accept(OWNER, setId).catch(() => undefined);
  backend.fault = () => undefined;
  const end = await continueToEnd(harness, setId);
  await harness.catalog.close();
  return reportOf(end, backend.writes);
}

/** Proposes the five changes of a set; answers its id and those of the previews. */
export async function proposeSet(harness: ChangesHarness, kind: FaultRun['kind']) {
  return harness.proposeAll(...(kind === 'creates' ? creates : updates));
}

/** How a set has ended: plain data, so that another process can tell it. */
export interface SetEnd {
  steps: readonly Pick<StoredPreview, 'state' | 'shown' | 'sent'>[];
  endless: boolean;
  accepts: number;
}

/** Accepts a set that has stopped, as a person would, until nothing is left to do. */
export async function continueToEnd(harness: ChangesHarness, setId: string): Promise<SetEnd> {
  let accepts = 1;
  const ended = async () => {
    const state = setState(await harness.changeSets.find(OWNER, setId), harness.now);
    return !['stopped', 'applying', 'waiting'].includes(state);
  };
  while (accepts < MOST_ACCEPTS && !(await ended())) {
    harness.now = new Date(harness.now.getTime() + ATTEMPT_MS + 1);
    await harness.changeSets.accept(OWNER, setId);
    accepts += 1;
  }
  const { steps } = await harness.changeSets.find(OWNER, setId);
  return { steps, accepts, endless: !(await ended()) };
}

/**
 * Compares what is said of a set with what its backend saw. No change may be `doubled`, which took effect twice, or
 * `lost`: accepted without an effect, or with one and said to have none.
 */
export function reportOf({ steps, accepts, endless }: SetEnd, writes: readonly SeenWrite[]) {
  const effects = steps.map((step) => effectsOf(step, writes));
  return {
    doubled: effects.filter((count) => count > 1).length,
    lost: steps.filter((step, nth) => isUntrue(step, effects[nth] ?? 0)).length,
    endless,
    accepts,
    states: steps.map(({ state }) => state),
  };
}

/** Puts what the sets are about into the backend, and nothing else. */
export function prepare(backend: ProjectsBackend, etags: boolean): void {
  backend.reset();
  backend.etags = etags;
  for (const id of [1, 2, 3, 4])
    backend.stored.get('projects')?.set(String(id), { id, name: `project ${id}`, tags: ['x'] });
  backend.stored.get('flags')?.set('5', { id: 5, name: 'five', project_id: 2, enabled: true });
}

/** A server that dies while it applies one change: nothing that it does after that reaches the database. */
function dying({ deps, sets, store }: ChangesHarness, victim: string, kill: Kill) {
  let dead = false;
  const killed = async (): Promise<never> => {
    dead = true;
    throw new Error('killed');
  };
  const kind: ChangeKind = {
    ...httpRequestKind,
    apply: async (write, exactText, targetId, change) => {
      const isVictim = change.previewId === victim;
      if (isVictim && kill === 'before the send') return killed();
      const end = await httpRequestKind.apply(write, exactText, targetId, change);
      if (isVictim && kill === 'after the send') return killed();
      dead ||= isVictim;
      return end;
    },
    resolve: async (text, change, after) =>
      dead ? killed() : (httpRequestKind.resolve?.(text, change, after) ?? killed()),
  };
  const alive = new Proxy(store, {
    get: (_store, name: keyof typeof store) =>
      dead ? killed : (store[name] as () => unknown).bind(store),
  });
  return changeSetsOf({ ...deps, kinds: createChangeKinds([kind]), store: alive }, sets, store);
}

/** How often a change took effect: the writes to its place with its body that did something. */
function effectsOf({ shown, sent }: SetEnd['steps'][number], writes: readonly SeenWrite[]): number {
  const told = ({ method, path, body }: JsonObject) => JSON.stringify([method, path, body ?? null]);
  const wanted = told(JSON.parse((sent ?? shown).text) as JsonObject);
  return writes.filter((one) => one.applied && told({ ...one }) === wanted).length;
}

function isUntrue({ state }: SetEnd['steps'][number], effects: number): boolean {
  if (state === 'accepted') return effects === 0;
  return state !== 'unknown' && effects > 0;
}
