import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Agents } from '../../agentloop/agent.js';
import { AUTO } from '../../agentloop/routing/agent-routing.js';
import type { Caller } from '../../agenttools/tool.js';
import {
  checkChatLimits,
  type ChatLimits,
  ROUTE_LIMITS,
  type RouteLimits,
} from '../route-limits.js';
import type { ChatRequest, HistoryMessage } from '../chat.model.js';
import { RunsService } from '../runs/runs.service.js';
import { answerFrames, closeSignal, type SseOptions } from '../sse-writer.js';
import { firstChars } from '../../foundation/text.js';
import { isUuid } from '../../foundation/ids.js';
import { brokenText, renderFrames, type Rendering } from './rendering.js';
import type { AiSdkMajor } from './ai-sdk/ui-rendering.js';

/** The context type that a request names, before anything is done for it; rejects an unknown one with the list. */
export function contextTypeOf({ for: agentFor }: Agents, wanted: string | undefined) {
  return wanted === undefined || wanted === AUTO ? wanted : agentFor(wanted).contextType;
}

/** Starts and follows runs for every protocol: the same admission, limits and log as the chat's own route. */
@Injectable()
export class ProtocolRuns {
  constructor(
    private readonly runs: RunsService,
    @Inject(ROUTE_LIMITS) private readonly limits: RouteLimits,
  ) {}

  /** Starts the run of a request, its history cut to what a request may carry; rejects as {@link RunsService.start}. */
  start(chat: ChatRequest, caller: Caller, key?: string): Promise<string> {
    const { chat: limits } = this.limits;
    checkChatLimits({ message: chat.message }, limits);
    return this.runs.start({ ...chat, history: clientHistory(chat.history, limits) }, caller, key);
  }

  running(caller: Caller, conversationId: string): Promise<string | undefined> {
    return this.runs.running(caller.userId, conversationId);
  }

  /** Streams the user's run from its start, in a protocol's words, after `head`. Rejects before anything was sent. */
  async stream(
    reply: FastifyReply,
    caller: Caller,
    runId: string,
    rendering: Rendering,
    head = '',
  ): Promise<void> {
    await answerFrames(reply, this.sseOf(rendering), async (closed) => {
      const frames = await this.runs.follow(caller.userId, runId, 0, closed);
      return renderFrames(frames, rendering, head);
    });
  }

  /** The frames of the user's run from its start, for an answer that is not streamed; until the client leaves. */
  frames(reply: FastifyReply, caller: Caller, runId: string): Promise<AsyncIterable<string>> {
    return this.runs.follow(caller.userId, runId, 0, closeSignal(reply.raw));
  }

  write(reply: FastifyReply, frames: AsyncIterable<string>, rendering: Rendering): Promise<void> {
    return answerFrames(reply, this.sseOf(rendering), async () => frames);
  }

  private sseOf(rendering: Rendering): SseOptions {
    return { ...this.limits.sse, broken: brokenText(rendering) };
  }
}

/** The newest of what a client says was said before, as far as a chat request carries it; clients send all. */
function clientHistory(
  messages: readonly HistoryMessage[],
  { maxHistory, maxMessage }: ChatLimits,
): HistoryMessage[] {
  const said = messages.filter(({ content }) => content.trim() !== '');
  const newest = maxHistory === 0 ? [] : said.slice(-maxHistory);
  return newest.map(({ role, content }) => ({ role, content: firstChars(content, maxMessage) }));
}

/** The client's conversation: a UUID itself, any other name the same one for this user always. */
export function conversationIdOf(userId: string, id: string): string {
  if (isUuid(id)) return id.toLowerCase();
  const digest = createHash('sha256')
    .update(JSON.stringify([userId, id]))
    .digest();
  // The version and variant of a UUID whose bits are the application's own (RFC 9562, version 8).
  digest[6] = (digest[6]! & 0x0f) | 0x80;
  digest[8] = (digest[8]! & 0x3f) | 0x80;
  const hex = digest.toString('hex');
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

export interface ProtocolSettings {
  aiSdkMajor: AiSdkMajor;
  /** Where users reach the server's page, for links in texts; absent: the host that the request was for. */
  publicUrl?: string;
}

export const PROTOCOL_SETTINGS = Symbol('PROTOCOL_SETTINGS');
