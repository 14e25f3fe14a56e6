import type { ServerInfo } from '../agentapi/info/info.controller.js';
import type { PageParts } from '../agentapi/page.module.js';
import { agents } from '../agents/agents.js';
import type { Config } from './config/config.js';
import type { Models } from '../llm/models.js';
import { deleteWorkingCopies } from '../plugins/tables/store/working-copies.store.js';
import { PgConversationViewStore } from '../store/conversation-views.store.js';
import type { Database } from '../store/database.js';
import type { Tools } from './open-tools.js';
import { version } from './version.js';

/** What the page's routes stand on. */
export interface PagePartsOptions extends Pick<
  PageParts,
  'drafts' | 'workingCopies' | 'platformFor' | 'selection' | 'explorer'
> {
  config: Config;
  db: Database;
  models: Models;
  tools: Tools;
}

/** Wires what the page's routes need. */
export function createPageParts(options: PagePartsOptions): PageParts {
  return {
    info: serverInfo(options),
    drafts: options.drafts,
    workingCopies: options.workingCopies,
    platformFor: options.platformFor,
    selection: options.selection,
    explorer: options.explorer,
    check: options.tools.check,
    conversations: new PgConversationViewStore(options.db, [deleteWorkingCopies]),
  };
}

function serverInfo({ config, models, tools: { embedder } }: PagePartsOptions): ServerInfo {
  return {
    agents,
    model: { provider: models.main.name, model: models.main.model, ...otherRoles(models) },
    embedder: () => {
      if (embedder === undefined) return { id: 'none', state: 'off' };
      return { id: embedder.id, state: embedder.latest?.failure === undefined ? 'ok' : 'down' };
    },
    auth: config.auth.kind,
    version,
  };
}

/** The models of the small and the large role, where they are others. */
function otherRoles({ main, small, large }: Models) {
  return {
    ...(small.model === main.model ? {} : { small: small.model }),
    ...(large.model === main.model ? {} : { large: large.model }),
  };
}
