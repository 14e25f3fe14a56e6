import type { ServerInfo } from './agentapi/info/info.controller.js';
import type { PageParts } from './agentapi/page.module.js';
import { agents } from './agents/agents.js';
import type { AuthSettings } from './auth-settings.js';
import type { LlmProvider } from './llm/types.js';
import type { Tools } from './tools.js';
import { version } from './version.js';

/** What the page's routes stand on. */
export interface PagePartsOptions {
  llm: Pick<LlmProvider, 'name' | 'model'>;
  tools: Tools;
  auth: AuthSettings['kind'];
}

/** Wires what the page's routes need. */
export function createPageParts(options: PagePartsOptions): PageParts {
  return { info: serverInfo(options) };
}

function serverInfo({ llm, tools: { embedder }, auth }: PagePartsOptions): ServerInfo {
  return {
    agents,
    model: { provider: llm.name, model: llm.model },
    embedder: () => {
      if (embedder === undefined) return { id: 'none', state: 'off' };
      return { id: embedder.id, state: embedder.latest?.failure === undefined ? 'ok' : 'down' };
    },
    auth,
    version,
  };
}
