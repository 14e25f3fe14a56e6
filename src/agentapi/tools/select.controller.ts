import { performance } from 'node:perf_hooks';
import { Body, Controller, HttpCode, Inject, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { LiveAgents } from '../../agentloop/agent.js';
import { explainSelection } from '../../agentloop/explain-selection.js';
import type { SelectionDeps } from '../../agentloop/select-tools.js';
import { Costly } from '../refuse-early.js';
import { closeSignal } from '../sse-writer.js';
import { SelectBody, toWireSelection } from './select.model.js';

/** Injection token of what tools are selected with. */
export const SELECTION = Symbol('SELECTION');

/** The workbench for people who write tool descriptions: what would be offered, and why (docs/routes.md). */
@Controller('v1/agent/tools')
export class SelectController {
  constructor(
    @Inject(SELECTION) private readonly selection: SelectionDeps,
    private readonly agents: LiveAgents,
  ) {}

  /** Selects as a chat would; no model is asked. */
  @Post('select')
  @Costly()
  @HttpCode(200)
  async select(@Body() body: SelectBody, @Res({ passthrough: true }) reply: FastifyReply) {
    const started = performance.now();
    const request = {
      agent: this.agents.for(body.context_type),
      requestContext: body.request_context ?? {},
      message: body.message,
      history: body.history ?? [],
      signal: closeSignal(reply.raw),
    };
    const selection = await explainSelection(request, this.selection);
    return toWireSelection(selection, performance.now() - started);
  }
}
