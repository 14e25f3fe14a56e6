import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Agent, LiveAgents } from '../../src/agentloop/agent.js';
import { AgentRouter } from '../../src/agentloop/routing/agent-router.js';
import { createCatalog } from '../../src/agenttools/catalog.js';
import { serverMigrations } from '../../src/app/migrations.js';
import { speaksOfDocuments } from '../../src/citations/documents-routing.js';
import { startExplorer } from '../../src/explorer/explorer.js';
import { systemClock } from '../../src/foundation/clock.js';
import { silentLogger } from '../../src/foundation/logger.js';
import { openKnowledge } from '../../src/knowledge/knowledge.js';
import { allTools, builtInAgents } from '../../src/plugins/built-in-parts.js';
import { createHttpExplorer } from '../../src/plugins/law/graph/http-explorer.js';
import { speaksOfLaws, speaksOfLawsAndCases } from '../../src/plugins/law/graph-section.js';
import { PgCaseStore } from '../../src/plugins/law/store/cases.store.js';
import { openEmbedded } from '../../src/store/embedded.js';
import { migrate } from '../../src/store/migrate.js';
import { toolDocument } from '../../src/toolindex/document.js';
import { cachedEmbedder } from '../../test/embedders/cached-embedder.js';
import { createLocalEmbedder } from '../../src/toolindex/embedders/local/local-embedder.js';
import { QueryVectors } from '../../src/toolindex/query-vectors.js';
import { ToolSelectionIndex } from '../../src/toolindex/selection-index.js';
import { addHandbook, townLawGraph, putSampleCases } from '../../samples/samples.js';

/** The sample's router over the real index, handbook, graph and cases, and one whose agents have no examples for routing. */
export async function openRouters() {
  const directory = mkdtempSync(join(tmpdir(), 'sextant-routing-'));
  const db = await openEmbedded(join(directory, 'pg'));
  await migrate(db, serverMigrations);
  await putSampleCases(db, systemClock, true);
  const embedder = cachedEmbedder(createLocalEmbedder());
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
