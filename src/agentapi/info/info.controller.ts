import { Controller, Get, Inject, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Agent } from '../../agentloop/agent.js';
import { callerOf } from '../caller.js';
import { Answers } from '../openapi/named-schema.js';
import { serverInfo } from '../openapi/schemas/chats.js';

/** What the server is made of, for people; `state` of the embedder is that of its latest call. */
export interface ServerInfo {
  agents: () => readonly Agent[];
  /** `small` and `large` where agents that part the work use other models. */
  model: { provider: string; model: string; small?: string; large?: string };
  embedder: () => { id: string; state: 'ok' | 'down' | 'off' };
  /** How callers are told apart. */
  auth: 'none' | 'jwt' | 'static';
  /** Whether the sample company is served. */
  sample: boolean;
  /** The names of the plugins that run: what a page shows of the others would find no routes. */
  plugins: readonly string[];
  version: string;
}

/** Injection token of the server's {@link ServerInfo}. */
export const SERVER_INFO = Symbol('SERVER_INFO');

/** What a page asks first: which agents there are, who answers, and who is asking. */
@Controller('v1/agent/info')
export class InfoController {
  constructor(@Inject(SERVER_INFO) private readonly info: ServerInfo) {}

  @Answers(serverInfo)
  @Get()
  read(@Req() request: FastifyRequest) {
    const { agents, model, embedder, auth, sample, plugins, version } = this.info;
    const { userId, roles = [] } = callerOf(request);
    return {
      agents: agents().map(({ contextType, title, description, ...agent }) => ({
        context_type: contextType,
        title,
        description,
        examples: agent.examplesNeedModel && model.provider === 'none' ? [] : agent.examples,
      })),
      model,
      embedder: embedder(),
      auth,
      user_id: userId,
      roles,
      sample,
      plugins,
      version,
    };
  }
}
