import { atOnce } from '../../src/foundation/turns.js';
import { of } from 'rxjs';
import { ApprovalsController } from '../../src/agentapi/approvals/approvals.controller.js';
import {
  PreviewsService,
  type PreviewsDeps,
} from '../../src/agentapi/previews/previews.service.js';
import {
  ChangeSetsService,
  OwnEffects,
} from '../../src/agentapi/change-sets/change-sets.service.js';
import { Proposals } from '../../src/agentapi/previews/proposals.js';
import { UndoSets } from '../../src/agentapi/change-sets/undo-sets.js';
import { httpRequestKind } from '../../src/agenttools/changes/http-request/http-request-kind.js';
import { createChangeKinds } from '../../src/agenttools/changes/change-kind.js';
import { mcpCallKind } from '../../src/agenttools/changes/mcp-call/mcp-call.js';
import {
  decide,
  noPolicies,
  type ChangePolicies,
  requestSubject,
} from '../../src/agenttools/changes/policies/change-policy.js';
import type { WriteConventions } from '../../src/agenttools/changes/http-request/request-rules.js';
import { RunScratch } from '../../src/agenttools/run-scratch.js';
import { createBackend } from '../../src/agenttools/sources/backend.js';
import { LiveCatalog } from '../../src/agenttools/sources/live-catalog.js';
import { defaultDocumentLimits } from '../../src/agenttools/sources/openapi/document/parse-text.js';
import { documentTools } from '../../src/agenttools/sources/openapi/document-tools.js';
import { payloadCheck } from '../../src/agenttools/sources/openapi/read-arguments.js';
import { prepareDocument } from '../../src/agenttools/sources/openapi/prepare-document.js';
import {
  operationsOfTarget,
  readsOfOperations,
} from '../../src/agenttools/sources/openapi/reads-of-operations.js';
import type { ToolSource } from '../../src/agenttools/sources/tool-source.js';
import type { Caller } from '../../src/agenttools/tool.js';
import { defined } from '../../src/foundation/defined.js';
import { newId } from '../../src/foundation/ids.js';
import type { JsonObject } from '../../src/foundation/json.js';
import { silentLogger } from '../../src/foundation/logger.js';
import { PgApprovalStore } from '../../src/store/approvals.store.js';
import { PgChangeSetStore } from '../../src/store/change-sets.store.js';
import type { Database } from '../../src/store/database.js';
import type { PreviewOrigin, SavedPreview } from '../../src/agentloop/run.js';
import { PgPreviewStore } from '../../src/store/previews.store.js';
import {
  projectsDocument,
  startProjectsBackend,
  type ProjectsBackend,
} from './projects-backend.js';
import { openTestDatabase, testSigner } from './database.js';
import { useOpened } from './use-opened.js';

/** How the source over the backend is set up. */
interface SourceSetup {
  keys?: boolean;
  conventions?: WriteConventions;
  envelopes?: readonly { pattern: string; at: string }[];
  document?: JsonObject;
  timeoutMs?: number;
  /** Where a person is told that changes go. */
  origin?: string;
  policies?: ChangePolicies;
}

/** The id of the source. */
export const SOURCE = 'shop';

/** Who decides. */
export const OWNER = { userId: 'local', authorization: 'Bearer token-of-the-user' };

/** The tools of the backend's document, the changes they propose, and the services that decide on them. */
export type ChangesHarness = ReturnType<typeof openChanges>;

type Backend = Pick<ProjectsBackend, 'url'>;
type OriginParts = Pick<PreviewOrigin, 'conversationId' | 'replaces' | 'trace'>;

/** Sources, stores and services over a backend that runs. */
export function openChanges(db: Database, backend: Backend, setup: SourceSetup = {}) {
  const kinds = createChangeKinds([httpRequestKind, mcpCallKind]);
  const catalogOf = (next: SourceSetup) =>
    new LiveCatalog([sourceOver(backend, next)], kinds, silentLogger);
  const state = { catalog: catalogOf(setup), now: new Date() };
  const clock = () => state.now;
  const store = new PgPreviewStore(db, clock, 24 * 60 * 60 * 1000, testSigner);
  const sets = new PgChangeSetStore(db, clock);
  const deps: PreviewsDeps = {
    store,
    sets,
    kinds,
    clock,
    logger: silentLogger,
    backendOf: (source) => state.catalog.backendOf(source),
    checkChange: (source, payload) => state.catalog.checkChange(source, payload),
    policies: {
      policyOf: (source, payload, by) => state.catalog.policyOf(source, payload, by),
      limitsOf: (source) => state.catalog.limitsOf(source),
    },
  };
  /** Calls a tool as a model would. */
  const call = async (name: string, input: JsonObject, conversationId = newId()) => {
    const entry = state.catalog.current.find(`${SOURCE}_${name}`);
    if (entry === undefined) throw new Error(`no tool ${name}`);
    entry.check(input);
    const { signal } = new AbortController();
    const read = state.catalog.backendOf(SOURCE).readFor(OWNER);
    const context = { caller: OWNER, conversationId, requestContext: {}, signal, read };
    return entry.tool.execute(input, { ...context, scratch: new RunScratch() });
  };
  /** What a call proposes. */
  const proposal = async (tool: string, input: JsonObject, conversationId?: string) => {
    const [signal] = (await call(tool, input, conversationId)).signals ?? [];
    if (signal?.type !== 'preview') throw new Error('nothing was proposed');
    return signal.preview;
  };
  /** Proposes and stores it in the set of this run; `caller`: who asks, absent the owner. */
  const propose = async (
    runId: string,
    tool: string,
    input: JsonObject,
    caller: Caller = OWNER,
    more: OriginParts = { conversationId: runId },
  ) => {
    const origin = { caller, runId, toolUseId: newId(), source: SOURCE, ...more };
    const proposed = await proposal(tool, input, more.conversationId);
    return proposalsOf(deps, store).save(origin, proposed);
  };
  const approvals = new PgApprovalStore(db, clock, testSigner);
  return Object.assign(state, {
    deps,
    store,
    sets,
    call,
    proposal,
    propose,
    service: new PreviewsService(deps),
    approvals: new ApprovalsController(approvals, sets, kinds, clock, silentLogger),
    changeSets: changeSetsOf(deps, sets, store),
    /** Proposes the calls of one new run; answers the set's id and the changes'. */
    proposeAll: async (...calls: readonly [tool: string, input: JsonObject][]) => {
      const runId = newId();
      const saved: SavedPreview[] = [];
      for (const [tool, input] of calls) saved.push(await propose(runId, tool, input));
      return { setId: saved[0]?.changeSetId ?? '', ids: saved.map(({ id }) => id) };
    },
    /** Uses another document or backend settings from now on. */
    use: (next: SourceSetup) => {
      void state.catalog.close();
      state.catalog = catalogOf(next);
    },
  });
}

/** The service of sets over a server's own of previews. */
export function changeSetsOf(deps: PreviewsDeps, sets: PgChangeSetStore, store: PgPreviewStore) {
  const { kinds, clock } = deps;
  const undo = new UndoSets(sets, proposalsOf(deps, store), deps, kinds);
  const effects = new OwnEffects(store, deps, kinds);
  return new ChangeSetsService(sets, new PreviewsService(deps), undo, effects, clock);
}

/** What takes proposals, over the services that `deps` make. */
export function proposalsOf(deps: PreviewsDeps, store: PgPreviewStore): Proposals {
  return new Proposals(store, deps.kinds, deps, deps.policies, new PreviewsService(deps));
}

/** Preparing takes longer than most tests do, and most take the same document. */
const preparations = new Map<string, ReturnType<typeof prepare>>();

function prepare(text: string, of: Pick<SourceSetup, 'conventions' | 'envelopes'>) {
  const own = { source: SOURCE, patterns: {}, limits: defaultDocumentLimits, examples: {} };
  const prepared = prepareDocument(text, { ...own, budget: 3000, ...of });
  const { operations } = prepared;
  return {
    operations,
    tools: documentTools(SOURCE, prepared),
    checkChange: payloadCheck(SOURCE, prepared),
  };
}

function sourceOver(backend: Backend, setup: SourceSetup): ToolSource {
  const { policies = noPolicies, origin, conventions, envelopes, timeoutMs } = setup;
  const text = JSON.stringify(setup.document ?? projectsDocument(defined({ keys: setup.keys })));
  const own = defined({ conventions, envelopes });
  const key = JSON.stringify([text, own]);
  const prepared = preparations.get(key) ?? prepare(text, own);
  preparations.set(key, prepared);
  const { operations, tools, checkChange } = prepared;
  return {
    id: SOURCE,
    kind: 'openapi',
    backend: createBackend({
      baseUrl: () => backend.url,
      reads: readsOfOperations(atOnce(operationsOfTarget(operations))),
      ...defined({ timeoutMs, origin: origin === undefined ? undefined : () => origin }),
    }),
    tools$: of(tools),
    status$: of({ state: 'ok', detail: '' }),
    checkChange,
    policyOf: (payload, by) => decide(policies, requestSubject(payload, operations), by),
    setLimits: policies.limits,
  };
}

/** What {@link useChanges} answers. */
export type TestChanges = ReturnType<typeof useChanges>;

/** Opens an empty database, backend and harness before the tests of a file; each test finds the last two as they were. */
export function useChanges(setup: SourceSetup = {}) {
  const opened = useOpened(async () => {
    const [db, backend] = [await openTestDatabase('store'), await startProjectsBackend()];
    const harness = openChanges(db, backend, setup);
    const close = async () => {
      for (const one of [harness.catalog, backend, db]) await one.close();
    };
    return { db, backend, harness, close };
  });
  beforeEach(() => {
    opened.backend.reset();
    opened.harness.use(setup);
    opened.harness.now = new Date();
  });
  return opened;
}
