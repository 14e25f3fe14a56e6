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
import { ErpModule } from '../../samples/erp/erp.module.js';
import { defined } from '../../src/foundation/defined.js';
import type { Database } from '../../src/store/database.js';
import { PgChangeSetStore } from '../../src/store/change-sets.store.js';
import { PgPreviewStore } from '../../src/store/previews.store.js';
import type { NewPreview } from '../../src/store/save-previews.js';
import { PgDraftStore } from '../../src/plugins/workflow/store/drafts.store.js';
import { PgWorkingCopyStore } from '../../src/plugins/tables/store/working-copies.store.js';
import { saveOne, openTestDatabase, testSigner } from './database.js';
import { serve } from './http-server.js';
import { calls, says } from './scripted-model.js';

/** One request as the platform saw it. */
export interface Seen {
  method: string;
  path: string;
  authorization: string | undefined;
  body: string;
}

/** How the platform's door behaves: `pass` answers as it is, the others break. */
export type Door = 'pass' | 'redirect' | 'drop before' | 'drop after' | 'forbidden' | 'fail after';

/** An answer of the preview routes. */
export interface Answer {
  status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into whatever was answered
  body: any;
  text: string;
}

/** The preview routes over the real platform, behind a door that records what passes. */
export interface PreviewHarness {
  db: Database;
  store: PgPreviewStore;
  copies: PgWorkingCopyStore;
  /** Everything the platform was sent, by anyone. */
  seen: Seen[];
  /** Of that, what could change something. */
  writes(): Seen[];
  door: Door;
  /** Whether anything listens where the platform is called. */
  reachable: boolean;
  now: Date;
  deps: PreviewsDeps;
  call(method: string, path: string, body?: unknown, token?: string): Promise<Answer>;
  /** Stores a preview of the local user. */
  save(parts: Partial<NewPreview>): Promise<string>;
  /** What the platform itself answers. */
  platform<T>(path: string, init?: RequestInit): Promise<T>;
  /** A stored rule, and a body that would change its description. */
  change(): Promise<{ rule: Rule; payload: FullRule; targetId: string; baseVersion: number }>;
  /** The same, and the id of a preview of it. */
  changed(): Promise<{ payload: FullRule; targetId: string; baseVersion: number; id: string }>;
  /** The stored rules of this name. */
  rulesNamed(name: string): Promise<Rule[]>;
  close(): Promise<void>;
}

const HOUR_MS = 60 * 60 * 1000;

/** Starts the harness on free ports. */
export async function startPreviewHarness(): Promise<PreviewHarness> {
  const db = await openTestDatabase();
  const inner = await createApp(ErpModule.register(db), silentLogger);
  await inner.listen(0, '127.0.0.1');
  const innerUrl = (await inner.getUrl()).replace('[::1]', '127.0.0.1');
  const clock = () => harness.now;
  const store = new PgPreviewStore(db, clock, 24 * HOUR_MS, testSigner);
  const copies = new PgWorkingCopyStore(db, clock, 24 * HOUR_MS);
  const seen: Seen[] = [];
  const door = await serve((request, response) => {
    void text(request).then(async (body) => {
      const { method = '', url = '', headers } = request;
      const { authorization } = headers;
      seen.push({ method, path: url, authorization, body });
      const breaks = isWrite(method, url) ? harness.door : 'pass';
      if (breaks === 'drop before') return response.destroy();
      if (breaks === 'forbidden') return response.writeHead(403).end('{}');
      if (breaks === 'redirect') {
        return response.writeHead(307, { location: `${innerUrl}${url}` }).end();
      }
      const answer = await fetch(`${innerUrl}${url}`, {
        method,
        headers: {
          'content-type': 'application/json',
          ...defined({ authorization: authorization || undefined }),
        },
        ...defined({ body: method === 'GET' ? undefined : body }),
      });
      const answered = await answer.text();
      if (breaks === 'drop after') return response.destroy();
      if (breaks === 'fail after') return response.writeHead(502).end('{}');
      return response
        .writeHead(answer.status, { 'content-type': 'application/json' })
        .end(answered);
    });
  });
  const nobody = await serve(() => {});
  await nobody.close();
  const backend = createBackend({
    baseUrl: () => (harness.reachable ? door.url : nobody.url),
    reads: erpReads,
  });
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
  const app = await startRoutes(new PreviewsService(deps));
  const platform = async <T>(path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${innerUrl}${path}`, {
      ...init,
      headers: { 'content-type': 'application/json' },
    });
    return (await answer.json()) as T;
  };
  const harness: PreviewHarness = {
    db,
    store,
    copies,
    seen,
    writes: () => seen.filter(({ method, path }) => isWrite(method, path)),
    door: 'pass',
    reachable: true,
    now: new Date(),
    deps,
    call: (method, path, body, token) => call(app.url, method, path, body, token),
    save: async (parts) => (await saveOne(store, { ...newPreview(), ...parts })).id,
    platform,
    change: async () => {
      const created = await platform<Rule>('/v1/workflow/rules/full', {
        method: 'POST',
        body: JSON.stringify(newRule(`Rule ${newId()}`)),
      });
      const payload = { ...toFullRule(created), description: `Changed ${newId()}` };
      return { rule: created, payload, targetId: created.id, baseVersion: created.version };
    },
    changed: async () => {
      const { payload, targetId, baseVersion } = await harness.change();
      const id = await harness.save({ payload: { ...payload }, targetId, baseVersion });
      return { payload, targetId, baseVersion, id };
    },
    rulesNamed: async (name) => {
      const path = `/v1/workflow/rules?rows=500&search=${encodeURIComponent(name)}`;
      const { items } = await platform<{ items: Rule[] }>(path);
      return items.filter((rule) => rule.name === name);
    },
    close: async () => {
      await app.close();
      await door.close();
      await inner.close();
      await db.close();
    },
  };
  return harness;
}

/** Serves the preview routes of one service, as one of several servers would. */
export async function startRoutes(service: PreviewsService) {
  @Module({
    controllers: [PreviewsController],
    providers: [{ provide: PreviewsService, useValue: service }],
  })
  class RoutesModule {}
  const app = await createApp({ module: RoutesModule }, silentLogger);
  await app.listen(0, '127.0.0.1');
  const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  return { url, close: () => app.close() };
}

function isWrite(method: string, path: string): boolean {
  const reads = /dry_run=true|\/(?:validate|query|summarize|simulate|estimate)$/;
  return method !== 'GET' && !reads.test(path);
}

async function call(
  url: string,
  method: string,
  path: string,
  body: unknown,
  token: string | undefined,
): Promise<Answer> {
  const response = await fetch(`${url}/v1/agent/previews${path}`, {
    method,
    headers: defined({
      'content-type': body === undefined ? undefined : 'application/json',
      authorization: token === undefined ? undefined : `Bearer ${token}`,
    }),
    ...defined({ body: body === undefined ? undefined : JSON.stringify(body) }),
  });
  const answered = await response.text();
  return { status: response.status, body: JSON.parse(answered), text: answered };
}

function newPreview(): NewPreview {
  return {
    userId: 'local',
    runId: newId(),
    conversationId: newId(),
    toolUseId: 'call_1',
    kind: 'workflow_preview',
    description: 'Create a rule.',
    payload: newRule(`Rule ${newId()}`),
  };
}

/** The body of a new rule. */
export function newRule(name: string): JsonObject {
  return {
    name,
    description: '',
    is_active: true,
    entity: 'sales.orders',
    trigger_type: 'on_create',
    trigger_conditions: [],
    actions: [
      {
        id: 'temp:0',
        name: 'Tell finance',
        action_type: 'send_email',
        is_active: true,
        config: { recipients: ['finance@example.com'], subject: 'Big order', body: 'Look.' },
      },
    ],
    edges: [
      {
        source_action_id: null,
        source_output: null,
        target_action_id: 'temp:0',
        edge_type: 'start',
        edge_order: 0,
      },
    ],
  };
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
