import { text } from 'node:stream/consumers';
import { Module } from '@nestjs/common';
import { PreviewsController } from '../../src/agentapi/previews/previews.controller.js';
import {
  PreviewsService,
  type PreviewsDeps,
} from '../../src/agentapi/previews/previews.service.js';
import { createBackend } from '../../src/agenttools/sources/backend.js';
import { noPolicyBook } from '../../src/agenttools/changes/policies/change-policy.js';
import { createChangeKinds } from '../../src/agenttools/changes/change-kind.js';
import { erpReads } from '../../src/platform/reads.js';
import { ruleChange } from '../../src/plugins/workflow/changes/rule-change.js';
import { tableChange } from '../../src/plugins/tables/changes/table-change.js';
import { toFullRule } from '../../src/plugins/workflow/tools/full-rule.js';
import type { FullRule, Rule } from '../../src/plugins/workflow/tools/wire.js';
import { newId } from '../../src/foundation/ids.js';
import type { JsonObject } from '../../src/foundation/json.js';
import { silentLogger } from '../../src/foundation/logger.js';
import { createApp } from '../../src/http/create-app.js';
import { defined } from '../../src/foundation/defined.js';
import { PgChangeSetStore } from '../../src/store/change-sets.store.js';
import { PgPreviewStore } from '../../src/store/previews.store.js';
import type { NewPreview } from '../../src/store/save-previews.js';
import { PgDraftStore } from '../../src/plugins/workflow/store/drafts.store.js';
import { PgWorkingCopyStore } from '../../src/plugins/tables/store/working-copies.store.js';
import { saveOne, openTestDatabase, testSigner } from './database.js';
import { call, serve } from './http-server.js';
import { listening, serveErp } from './platform-app.js';
import { calls, says } from './scripted-model.js';
import { useOpened } from './use-opened.js';

/** One request as the platform saw it. */
type Seen = { method: string; path: string; authorization: string | undefined; body: string };

/** How the platform's door behaves: `pass` answers as it is, the others break. */
type Door = 'pass' | 'redirect' | 'drop before' | 'drop after' | 'forbidden' | 'fail after';

const HOUR_MS = 60 * 60 * 1000;

/** Opens the preview routes before the tests of a file; each finds a platform that nobody has called, and that works. */
export function usePreviewHarness() {
  const harness = useOpened(startPreviewHarness);
  beforeEach(() => {
    harness.seen.length = 0;
    harness.deps.policies = noPolicyBook;
    Object.assign(harness, { door: 'pass', reachable: true, now: new Date() });
  });
  return harness;
}

/** Starts the preview routes over the real platform, behind a door that records what passes. */
async function startPreviewHarness() {
  /** `reachable`: whether anything listens where the platform is called. */
  const state = { door: 'pass' as Door, reachable: true, now: new Date() };
  const db = await openTestDatabase();
  const inner = await serveErp(db);
  const clock = () => state.now;
  const store = new PgPreviewStore(db, clock, 24 * HOUR_MS, testSigner);
  const copies = new PgWorkingCopyStore(db, clock, 24 * HOUR_MS);
  const seen: Seen[] = [];
  const door = await serve((request, response) => {
    void text(request).then(async (body) => {
      const { method = '', url = '', headers } = request;
      const { authorization } = headers;
      seen.push({ method, path: url, authorization, body });
      const breaks = isWrite(method, url) ? state.door : 'pass';
      if (breaks === 'drop before') return response.destroy();
      if (breaks === 'forbidden') return response.writeHead(403).end('{}');
      const location = `${inner.url}${url}`;
      if (breaks === 'redirect') return response.writeHead(307, { location }).end();
      const sent = { ...JSON_TYPE, ...defined({ authorization: authorization || undefined }) };
      const init = defined({ method, headers: sent, body: method === 'GET' ? undefined : body });
      const answer = await fetch(location, init);
      const answered = await answer.text();
      if (breaks === 'drop after') return response.destroy();
      if (breaks === 'fail after') return response.writeHead(502).end('{}');
      return response.writeHead(answer.status, JSON_TYPE).end(answered);
    });
  });
  const nobody = await serve(() => {});
  await nobody.close();
  const baseUrl = () => (state.reachable ? door.url : nobody.url);
  const backend = createBackend({ baseUrl, reads: erpReads });
  const deps: PreviewsDeps = {
    store,
    kinds: createChangeKinds([
      { kind: 'workflow_preview', ...ruleChange(new PgDraftStore(db, clock, 60_000)) },
      { kind: 'table_config_preview', ...tableChange(copies) },
    ]),
    backendOf: () => backend,
    checkChange: () => [],
    policies: noPolicyBook,
    sets: new PgChangeSetStore(db, clock),
    clock,
    logger: silentLogger,
  };
  @Module({
    controllers: [PreviewsController],
    providers: [{ provide: PreviewsService, useValue: new PreviewsService(deps) }],
  })
  class RoutesModule {}
  const app = await listening(await createApp({ module: RoutesModule }, silentLogger));
  const platform = async <T>(path: string, init: RequestInit = {}) =>
    (await (await fetch(`${inner.url}${path}`, { ...init, headers: JSON_TYPE })).json()) as T;
  /** Stores a preview of the local user. */
  const save = async (parts: Partial<NewPreview>) =>
    (await saveOne(store, { ...newPreview(), ...parts })).id;
  /** A stored rule, and a body that would change its description. */
  const change = async () => {
    const init = { method: 'POST', body: JSON.stringify(newRule(`Rule ${newId()}`)) };
    const rule = await platform<Rule>('/v1/workflow/rules/full', init);
    const payload: FullRule = { ...toFullRule(rule), description: `Changed ${newId()}` };
    return { rule, payload, targetId: rule.id, baseVersion: rule.version };
  };
  return Object.assign(state, {
    db,
    store,
    copies,
    deps,
    platform,
    save,
    change,
    /** Everything the platform was sent, by anyone. */
    seen,
    /** Of that, what could change something. */
    writes: () => seen.filter(({ method, path }) => isWrite(method, path)),
    call: (method: string, path: string, body?: unknown, token?: string) =>
      call(app.url, `${method as 'GET'} /v1/agent/previews${path}`, body, token),
    /** The same change, and the id of a preview of it. */
    changed: async () => {
      const { payload, targetId, baseVersion } = await change();
      const id = await save({ payload: { ...payload }, targetId, baseVersion });
      return { payload, targetId, baseVersion, id };
    },
    /** The stored rules of this name. */
    rulesNamed: async (name: string) => {
      const path = `/v1/workflow/rules?rows=500&search=${encodeURIComponent(name)}`;
      const { items } = await platform<{ items: Rule[] }>(path);
      return items.filter((rule) => rule.name === name);
    },
    close: async () => {
      for (const one of [app, door, inner, db]) await one.close();
    },
  });
}

const JSON_TYPE = { 'content-type': 'application/json' };

function isWrite(method: string, path: string): boolean {
  const reads = /dry_run=true|\/(?:validate|query|summarize|simulate|estimate)$/;
  return method !== 'GET' && !reads.test(path);
}

const newPreview = () => ({
  userId: 'local',
  kind: 'workflow_preview',
  description: 'Create a rule.',
  payload: newRule(`Rule ${newId()}`),
});

/** The body of a new rule. */
export function newRule(name: string): JsonObject {
  const config = { recipients: ['finance@example.com'], subject: 'Big order', body: 'Look.' };
  const email = { id: 'temp:0', name: 'Tell finance', action_type: 'send_email', is_active: true };
  const from = { source_action_id: null, source_output: null, edge_type: 'start', edge_order: 0 };
  const trigger = { entity: 'sales.orders', trigger_type: 'on_create', trigger_conditions: [] };
  const actions = [{ ...email, config }];
  const edges = [{ ...from, target_action_id: 'temp:0' }];
  return { name, description: '', is_active: true, ...trigger, actions, edges };
}

/** The body of a new rule as a model writes it: one action needs no edges. */
export function writtenRule(name: string): JsonObject {
  const { edges: _edges, ...rule } = newRule(name);
  return rule;
}

/** The turns of a model that finds the tool, proposes new rules of these names, and says so. */
export function proposesRules(names: readonly string[], before = '', after = 'It waits for you.') {
  const proposals = names.map((name) => calls('preview_workflow', { workflow: writtenRule(name) }));
  return [
    [calls('find_tools', { query: 'preview a whole workflow rule' })],
    [...(before === '' ? [] : [says(before)]), ...proposals],
    [says(after)],
  ];
}
