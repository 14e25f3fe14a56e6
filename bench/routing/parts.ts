import { mkdtempSync, rmSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { type Agent, LiveAgents } from '../../src/agentloop/agent.js';
import { AgentRouter } from '../../src/agentloop/routing/agent-router.js';
import { createCatalog } from '../../src/agenttools/catalog.js';
import { serverMigrations } from '../../src/app/migrations.js';
import { speaksOfDocuments } from '../../src/citations/search-passages.js';
import { startExplorer } from '../../src/explorer/explorer.js';
import { systemClock } from '../../src/foundation/clock.js';
import { silentLogger } from '../../src/foundation/logger.js';
import { openKnowledge } from '../../src/knowledge/knowledge.js';
import { allTools, builtInAgents } from '../../src/plugins/built-in-parts.js';
import { createHttpExplorer } from '../../src/plugins/law/graph/http-explorer.js';
import { speaksOfLaws, speaksOfLawsAndCases } from '../../src/plugins/law/agent.js';
import { PgCaseStore } from '../../src/plugins/law/store/cases.store.js';
import { openEmbedded } from '../../src/store/embedded.js';
import { migrate } from '../../src/store/migrate.js';
import { toolDocument } from '../../src/toolindex/document.js';
import { cachedEmbedder } from '../../test/embedders/cached-embedder.js';
import { LocalEmbedder } from '../../src/toolindex/embedders/local/local-embedder.js';
import { QueryVectors } from '../../src/toolindex/query-vectors.js';
import { ToolSelectionIndex } from '../../src/toolindex/selection-index.js';
import { addHandbook, townLawGraph, putSampleCases } from '../../samples/samples.js';
import { documentTools } from '../../src/agenttools/sources/openapi/document-tools.js';
import type { Tool } from '../../src/agenttools/tool.js';
import { prepareSource } from '../sources/prepare.js';
import { table } from '../measure.js';

/** The sample's router over the real index, handbook, graph and cases, and one whose agents have no examples for routing. */
export async function openRouters() {
  const directory = mkdtempSync(join(tmpdir(), 'sextant-routing-'));
  const db = await openEmbedded(join(directory, 'pg'));
  await migrate(db, serverMigrations);
  await putSampleCases(db, systemClock, true);
  const embedder = cachedEmbedder(new LocalEmbedder());
  const knowledge = await openKnowledge({ db, embedder, logger: silentLogger });
  await addHandbook(knowledge);
  await knowledge.idle();
  const explorer = await startExplorer({
    port: 0,
    dataDir: join(directory, 'graph'),
    sample: townLawGraph,
    embedder,
    logger: silentLogger,
  });
  await explorer.built;
  const graph = createHttpExplorer({
    baseUrl: explorer.url.replace(/\/graphql$/, ''),
    clock: systemClock,
  });
  const cases = new PgCaseStore(db, systemClock);
  const texts = {
    knowledge: speaksOfDocuments(knowledge),
    documents: speaksOfDocuments(knowledge),
    law: speaksOfLawsAndCases(graph, cases),
    law_research: speaksOfLaws(graph),
  };
  const agents = builtInAgents.list.map((agent) => {
    const speaksOf = texts[agent.contextType as keyof typeof texts];
    return speaksOf === undefined ? agent : { ...agent, routing: { ...agent.routing, speaksOf } };
  });
  const catalog = createCatalog(allTools);
  const queries = new QueryVectors(embedder);
  const indexOf = () => new ToolSelectionIndex({ embedder, queries, buildWaitMs: 600_000 });
  const tools = indexOf();
  tools.rebuild(allTools.map(toolDocument));
  await tools.settled();
  const routerOf = async (list: readonly Agent[], over = { catalog, tools }) => {
    const index = indexOf();
    const router = new AgentRouter({
      agents: new LiveAgents(list),
      catalog: () => over.catalog,
      tools: over.tools,
      sentences: index,
      logger: silentLogger,
      limitMs: 60_000,
    });
    router.follow();
    await index.settled();
    return router;
  };
  return {
    agents,
    catalog,
    tools,
    indexOf,
    routerOf,
    router: await routerOf(agents),
    plain: await routerOf(
      agents.map((agent) => {
        const { examples: _left, ...routing } = agent.routing ?? {};
        return { ...agent, routing };
      }),
    ),
    close: async () => {
      await explorer.close();
      await knowledge.close();
      await tools.close();
      await embedder.close?.();
      await db.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A message and who can answer it; a follow-up also says what was before. */
export interface RoutedRequest {
  say: string;
  /** The context types of the agents that can answer it. */
  agents: string[];
  lang: 'en' | 'de';
  /** The agent that answered before, what it was asked, and what it said. */
  after?: string;
  asked?: string;
  answered?: string;
}

/** The requests, written before there was a router. */
export const requests = readFileSync(new URL('./requests.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as RoutedRequest);

/** The half that rules and weights are chosen on; the other half is only measured. A request's own text decides. */
export function isDevelopment({ say }: RoutedRequest): boolean {
  return (createHash('sha256').update(say).digest()[0] ?? 0) < 128;
}

type Parts = Awaited<ReturnType<typeof openRouters>>;

/** An agent as somebody writes it into a config file: a title, a sentence, three examples. */
interface FileAgent {
  contextType: string;
  document: string;
  requests: string;
  title: string;
  description: string;
  examples: readonly string[];
}

const fileAgents: readonly FileAgent[] = [
  {
    contextType: 'github',
    document: 'github-api.json.gz',
    requests: 'github.dev.jsonl',
    title: 'GitHub',
    description: 'Works with GitHub: repositories, issues, pull requests, releases and workflows.',
    examples: ['Which pull requests wait for my review?', 'Open an issue', 'Who can push here?'],
  },
  {
    contextType: 'kubernetes',
    document: 'kubernetes-1.13.swagger.json.gz',
    requests: 'kubernetes.dev.jsonl',
    title: 'Kubernetes',
    description: 'Looks after the cluster: pods, deployments, services and nodes.',
    examples: ['Which pods are failing?', 'Scale the deployment to three', 'List the namespaces'],
  },
];

/** Two agents of a config file, over the operations of large documents, beside those of the plugins. */
export async function foreignTable(parts: Parts, directory: string): Promise<string> {
  const tools: Tool[] = [...allTools];
  for (const { contextType, document } of fileAgents) {
    const { prepared } = await prepareSource(contextType, join(directory, document));
    const own = documentTools(contextType, prepared);
    tools.push(...own.map((tool) => ({ ...tool, groups: [contextType] })));
  }
  const index = parts.indexOf();
  index.rebuild(tools.map(toolDocument));
  await index.settled();
  const catalog = createCatalog(tools);
  const [pattern] = parts.agents;
  if (pattern === undefined) throw new Error('There are no agents.');
  const written = fileAgents.map(({ contextType, title, description, examples }): Agent => ({
    ...{ ...pattern, contextType, title, description, examples },
    ...{ groups: [contextType], routing: {} },
  }));
  const general = parts.agents.filter(({ contextType }) => GENERAL.has(contextType));
  const rows: string[][] = [];
  for (const [name, beside] of [
    ['knowledge and documents', general],
    ['all six of the sample', parts.agents],
  ] as const) {
    const list = [...written, ...beside];
    const router = await parts.routerOf(list, { catalog, tools: index });
    const share = async (asked: readonly { message: string; right: readonly string[] }[]) => {
      let count = 0;
      for (const { message, right } of asked) {
        const request = { message, userId: 'bench', requestContext: {}, before: undefined };
        if (right.includes((await router.route(request)).agent.contextType)) count += 1;
      }
      return `${count} of ${asked.length}`;
    };
    const cells: string[] = [name];
    for (const each of fileAgents) cells.push(await share(messagesFor(each, directory)));
    const types = list.map(({ contextType }) => contextType);
    cells.push(await share(firstMessages(types)));
    rows.push(cells);
  }
  return table(
    ['agents of a config file (three examples each), beside', 'GitHub', 'Kubernetes', 'the others'],
    rows,
  );
}

const GENERAL = new Set(['knowledge', 'documents']);

function messagesFor({ requests: file, contextType }: FileAgent, directory: string) {
  const lines = readFileSync(join(directory, file), 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => {
    const { query } = JSON.parse(line) as { query: string };
    return { message: query, right: [contextType] };
  });
}

function firstMessages(types: readonly string[]) {
  return requests
    .filter(({ after, agents }) => after === undefined && agents.some((one) => types.includes(one)))
    .map(({ say: message, agents: right }) => ({ message, right }));
}
