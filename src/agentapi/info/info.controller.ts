import { Controller, Get, Inject } from '@nestjs/common';
import { LiveAgents } from '../../agentloop/agent.js';
import { LiveModels } from '../../llm/models.js';
import type { LlmProvider } from '../../llm/types.js';
import type { WatchedEmbedder } from '../../toolindex/watched-embedder.js';
import { By } from '../caller.js';
import type { Caller } from '../../agenttools/tool.js';
import { Answers } from '../openapi/named-schema.js';
import { serverInfo } from '../openapi/schemas/chats.js';

export interface ServerInfo {
  auth: 'none' | 'jwt' | 'static';
  sample: boolean;
  /** The names of the plugins that run: what a page shows of the others would find no routes. */
  plugins: readonly string[];
  version: string;
  embedder?: Pick<WatchedEmbedder, 'id' | 'latest'> | undefined;
}

export const SERVER_INFO = Symbol('SERVER_INFO');

/** What a page asks first: which agents there are, who answers, and who is asking. */
@Controller('v1/agent/info')
export class InfoController {
  constructor(
    private readonly agents: LiveAgents,
    private readonly models: LiveModels,
    @Inject(SERVER_INFO) private readonly info: ServerInfo,
  ) {}

  @Answers(serverInfo)
  @Get()
  read(@By() { userId, roles = [] }: Caller) {
    const { embedder, auth, sample, plugins, version } = this.info;
    const { main, small, large } = this.models;
    const other = (llm: LlmProvider) => (llm.model === main.model ? undefined : llm.model);
    return {
      agents: this.agents.list.map(({ contextType, title, description, ...agent }) => ({
        context_type: contextType,
        title,
        description,
        examples: agent.examplesNeedModel && main.name === 'none' ? [] : agent.examples,
      })),
      model: {
        provider: main.name,
        model: main.model,
        small: other(small),
        large: other(large),
      },
      embedder: embedderState(embedder),
      auth,
      user_id: userId,
      roles,
      sample,
      plugins,
      version,
    };
  }
}

function embedderState(embedder: ServerInfo['embedder']) {
  if (embedder === undefined) return { id: 'none', state: 'off' };
  return { id: embedder.id, state: embedder.latest?.failure === undefined ? 'ok' : 'down' };
}
