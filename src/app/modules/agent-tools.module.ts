import {
  Inject,
  Module,
  type OnApplicationShutdown,
  type OnModuleInit,
  type Provider,
} from '@nestjs/common';
import type { Subscription } from 'rxjs';
import { EDIT_SOURCES } from '../../agentapi/sources/sources.controller.js';
import { LiveAgents } from '../../agentloop/agent.js';
import { createChangeKinds } from '../../agenttools/changes/change-kind.js';
import { httpRequestKind } from '../../agenttools/changes/http-request/http-request-kind.js';
import { mcpCallKind } from '../../agenttools/changes/mcp-call/mcp-call.js';
import { Questions } from '../../agenttools/questions/questions.js';
import { LiveCatalog } from '../../agenttools/sources/live-catalog.js';
import { AddedSourceStore } from '../../store/added-sources.store.js';
import { McpSignInStore } from '../../store/mcp-sign-ins.store.js';
import { CatalogueCheck } from '../../toolcheck/catalogue-check.js';
import { ToolSelectionIndex } from '../../toolindex/selection-index.js';
import { VectorCache } from '../../toolindex/vector-cache.js';
import { catalogueCheck, toolDocuments } from '../catalogue-check.js';
import type { ConfigFile } from '../config/file/config-file.model.js';
import { AddedSources } from '../served/added/added-sources.js';
import { editSources } from '../served/added/edit-sources.js';
import { ConfigFileFollower } from '../served/config-file-follower.js';
import { sampleFile } from '../served/served.js';
import { ServedAgents, usualAgentOf } from '../served/served-agents.js';
import { SourceOpener, sourcesSettled } from '../served/source-opener.js';
import {
  type ServerOptions,
  provide,
  CHANGE_KINDS,
  CONFIG,
  CONFIG_FILE,
  EMBEDDER,
  KNOWLEDGE,
  LOGGER,
  PLUGINS,
  SERVED,
  SERVER_OPTIONS,
} from './injection.js';
import { KnowledgeModule } from './knowledge.module.js';
import { Lifetime } from './lifetime.js';
import { PluginsModule } from './plugins.module.js';
import { StoreModule } from './store.module.js';
import { ToolIndexModule } from './tool-index.module.js';

/** Documents that take longer to read come in while the server already answers. */
const READ_LIMIT_MS = 10_000;

const providers: Provider[] = [
  Questions,
  provide(
    SourceOpener,
    [CONFIG, KNOWLEDGE, Questions, McpSignInStore, LOGGER, SERVER_OPTIONS],
    (config, { files }, questions, signIns, logger, { startWorker }) =>
      new SourceOpener(config, files, questions, signIns, logger, startWorker),
  ),
  provide(
    AddedSources,
    [AddedSourceStore, PLUGINS, CONFIG, LOGGER],
    async (store, { sources, agents }, { mayForwardTo }, logger) => {
      const ids = [...sources.map(({ id }) => id), ...agents.map((one) => one.contextType)];
      const added = new AddedSources(store, new Set(ids), logger, new Set(mayForwardTo));
      await added.load();
      return added;
    },
  ),
  provide(CONFIG_FILE, [SERVED, AddedSources], ({ file = sampleFile }, added) => added.over(file)),
  provide(CHANGE_KINDS, [PLUGINS], ({ changes }) =>
    createChangeKinds([httpRequestKind, mcpCallKind, ...changes]),
  ),
  provide(
    LiveCatalog,
    [CONFIG_FILE, SourceOpener, PLUGINS, CHANGE_KINDS, LOGGER, Lifetime],
    (file, opener, plugins, kinds, logger, lifetime) =>
      lifetime.open(async () => {
        const own = await Promise.all(file.sources.map(({ id }) => opener.open(file, id)));
        try {
          return new LiveCatalog([...own, ...plugins.sources], kinds, logger);
        } catch (error) {
          await Promise.all(own.map(async (source) => source.close?.()));
          throw error;
        }
      }),
  ),
  provide(ServedAgents, [PLUGINS, LiveCatalog], ({ sources, agents }, catalog) => {
    const ids = sources.map(({ id }) => id);
    const own = catalog.current.tools.filter(({ source }) => ids.includes(source));
    const groups = new Set([...ids, ...own.flatMap((tool) => tool.groups)]);
    return new ServedAgents(agents, [...groups], catalog);
  }),
  provide(
    LiveAgents,
    [ServedAgents, CONFIG_FILE],
    (served, file) => new LiveAgents(served.of(file), usualAgentOf(file)),
  ),
  provide(
    ConfigFileFollower,
    [
      SERVED,
      CONFIG_FILE,
      AddedSources,
      SourceOpener,
      LiveCatalog,
      LiveAgents,
      ServedAgents,
      LOGGER,
    ],
    (atStart, file, added, opener, catalog, agents, served, logger) => {
      const { file: read = sampleFile, readAgain = () => read } = atStart;
      const follows = { added, opener, catalog, agents, served };
      return new ConfigFileFollower({ file, readAgain, logger, ...follows });
    },
  ),
  provide(EDIT_SOURCES, [AddedSources, ConfigFileFollower, LiveCatalog], editSources),
  provide(
    CatalogueCheck,
    [LiveCatalog, LiveAgents, CONFIG, ToolSelectionIndex, EMBEDDER, VectorCache, Lifetime],
    ({ view }, agents, config, index, embedder, cache, lifetime) =>
      lifetime.open(() => catalogueCheck(view, agents, config, { index, embedder, cache })),
  ),
];

/** The tools of all sources as one catalogue, the agents that use them, and the config file that both follow. */
@Module({
  imports: [StoreModule, ToolIndexModule, KnowledgeModule, PluginsModule],
  providers,
  exports: providers,
})
export class AgentToolsModule implements OnModuleInit, OnApplicationShutdown {
  private following: Subscription | undefined;

  constructor(
    private readonly catalog: LiveCatalog,
    private readonly index: ToolSelectionIndex,
    @Inject(CONFIG_FILE) private readonly file: ConfigFile,
    @Inject(SERVER_OPTIONS) private readonly options: ServerOptions,
  ) {}

  async onModuleInit(): Promise<void> {
    // A newer catalogue breaks off the build of the one before.
    this.following = this.catalog.catalog$.subscribe(({ tools }) =>
      this.index.rebuild(toolDocuments(tools)),
    );
    if (this.file.sources.length === 0) return;
    this.options.progress?.('Reading the documents of its sources', 2);
    await sourcesSettled(this.catalog, READ_LIMIT_MS);
  }

  onApplicationShutdown(): void {
    this.following?.unsubscribe();
  }
}
