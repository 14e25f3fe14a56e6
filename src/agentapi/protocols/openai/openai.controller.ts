import { Body, Controller, Get, HttpCode, Inject, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { IsArray, IsBoolean, IsObject, IsOptional, IsString } from 'class-validator';
import { type Agent, LiveAgents } from '../../../agentloop/agent.js';
import { AUTO } from '../../../agentloop/routing/agent-routing.js';
import { invalidRequest, notFound } from '../../../foundation/errors.js';
import { idempotencyKey } from '../../../foundation/idempotency.js';
import { newId } from '../../../foundation/ids.js';
import { CarriesHistory, OpenBody } from '../../../http/json-bodies.js';
import { callerOf } from '../../caller.js';
import { StartsRun } from '../../refuse-early.js';
import {
  conversationIdOf,
  PROTOCOL_SETTINGS,
  type ProtocolSettings,
  ProtocolRuns,
} from '../protocol-runs.js';
import type { JsonObject } from '../../../foundation/json.js';
import { badMessages, readMessages, type MessageHistory } from '../role-messages.js';
import { withoutEnd } from '../../../foundation/text.js';
import { titleOf } from '../../conversations/conversations.controller.js';
import {
  ChunkRendering,
  type CompletionHead,
  completionOf,
  readCompletion,
  sideCompletion,
  sideFrames,
  CompletionText,
} from './completion-rendering.js';

/** The body of `POST /v1/chat/completions`, as far as it is read. What else clients send is passed over. */
@OpenBody()
class CompletionsBody {
  @IsString({ message: 'model must be a text: one of GET /v1/models' })
  model: string;

  @IsArray({ message: 'messages must be a list of {role, content}' })
  messages: unknown[];

  @IsOptional()
  @IsBoolean({ message: 'stream must be true or false' })
  stream?: boolean;

  @IsOptional()
  @IsObject({ message: 'stream_options must be an object' })
  stream_options?: JsonObject;
}

/** The chat for clients of OpenAI's API: agents as models (docs/frontends.md). */
@Controller('v1')
export class OpenAiController {
  private readonly started = seconds();

  constructor(
    private readonly runs: ProtocolRuns,
    private readonly agents: LiveAgents,
    @Inject(PROTOCOL_SETTINGS) private readonly settings: ProtocolSettings,
  ) {}

  @Get('models')
  models() {
    return { object: 'list', data: this.modelAgents().map((agent) => this.toModel(agent)) };
  }

  @Get('models/:id')
  model(@Param('id') id: string) {
    const found = [auto, ...this.agents.list].find(({ contextType }) => contextType === id);
    if (found) return this.toModel(found);
    throw notFound(`There is no model "${id.slice(0, 60)}": GET /v1/models lists them.`);
  }

  /** A streamed or a whole answer; what a frontend asks for its own sake is answered without a run. */
  @StartsRun()
  @Post('chat/completions')
  @HttpCode(200)
  @CarriesHistory()
  async complete(
    @Body() body: CompletionsBody,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const model = body.model === AUTO ? AUTO : this.agents.for(body.model).contextType;
    const conversation = conversationOf(body);
    const sideAnswer = answerSideTask(conversation.message);
    if (sideAnswer !== undefined) return this.answerAside(body, model, sideAnswer, reply);
    const runId = await this.start(conversation, model, request);
    const head = headOf(runId, model);
    const pageUrl = this.settings.publicUrl ?? `${request.protocol}://${request.host}`;
    const text = new CompletionText(pageUrl);
    const caller = callerOf(request);
    if (body.stream === true) {
      const rendering = new ChunkRendering(head, text, wantsUsage(body));
      return this.runs.stream(reply, caller, runId, rendering);
    }
    const frames = await this.runs.frames(reply, caller, runId);
    // A run that failed is not made again by itself: it may have done something.
    void reply.header('x-should-retry', 'false');
    await reply.send(completionOf(head, await readCompletion(frames, text)));
  }

  private start({ message, history }: Conversation, contextType: string, request: FastifyRequest) {
    const caller = callerOf(request);
    const chatId = chatIdOf(request);
    const chat = {
      message,
      history,
      contextType,
      requestContext: {},
      conversationId: chatId === undefined ? undefined : conversationIdOf(caller.userId, chatId),
    };
    return this.runs.start(chat, caller, idempotencyKey(request.headers['idempotency-key']));
  }

  private async answerAside(
    body: CompletionsBody,
    model: string,
    text: string,
    reply: FastifyReply,
  ): Promise<void> {
    const head = headOf(newId(), model);
    if (body.stream !== true) {
      await reply.send(sideCompletion(head, text));
      return;
    }
    const rendering = new ChunkRendering(head, new CompletionText(''), wantsUsage(body));
    await this.runs.write(reply, sideFrames(rendering, text), rendering);
  }

  /** Where there are several agents, first the one that is found out. */
  private modelAgents(): readonly ModelAgent[] {
    const { list } = this.agents;
    return list.length > 1 ? [auto, ...list] : list;
  }

  private toModel({ contextType, title, description }: ModelAgent) {
    return {
      id: contextType,
      object: 'model',
      created: this.started,
      owned_by: 'sextant',
      name: title,
      description,
    };
  }
}

type ModelAgent = Pick<Agent, 'contextType' | 'title' | 'description'>;

const auto: ModelAgent = {
  contextType: AUTO,
  title: 'Auto',
  description: 'Finds the agent that each message is for.',
};

const seconds = (): number => Math.floor(Date.now() / 1000);

function headOf(id: string, model: string): CompletionHead {
  return { id: `chatcmpl-${id}`, model, created: seconds() };
}

function wantsUsage({ stream_options: options }: CompletionsBody): boolean {
  return options?.['include_usage'] === true;
}

/** The headers in which frontends name the chat; the protocol itself has no place for it. */
const CHAT_HEADERS = ['x-conversation-id', 'x-openwebui-chat-id'];
const MAX_CHAT_ID = 200;

function chatIdOf({ headers }: FastifyRequest): string | undefined {
  const name = CHAT_HEADERS.find((header) => headers[header] !== undefined);
  const id = name === undefined ? undefined : headers[name];
  if (id === undefined || id === '') return undefined;
  if (typeof id === 'string' && id.length <= MAX_CHAT_ID) return id;
  throw invalidRequest(
    `The header ${name} must come once, with at most ${MAX_CHAT_ID} characters: the name of the chat.`,
  );
}

export type Conversation = MessageHistory & { message: string };

/** What user and assistant said, without `system`; `invalid_request` unless it ends with a user's text. */
export function conversationOf({ messages }: CompletionsBody): Conversation {
  const { message, history } = readMessages(messages);
  if (message !== undefined) return { message, history };
  throw badMessages('messages must end with a message of the user: the one to answer');
}

const json = (value: object): string => JSON.stringify(value);

/** What frontends ask the model of a chat behind their users' backs, by how Open WebUI and LibreChat word it. */
const tasks: readonly { says: string; answer: (firstMessage: string) => string }[] = [
  { says: '3-5 word title', answer: (message) => json({ title: titleOf(message) }) },
  { says: '5-word-or-less title', answer: (message) => titleOf(message) },
  { says: 'concise title in the detected language', answer: (message) => titleOf(message) },
  { says: 'generate 1-3 broad tags', answer: () => json({ tags: ['General'] }) },
  { says: 'follow-up questions', answer: () => json({ follow_ups: [] }) },
  { says: 'necessity of generating search queries', answer: () => json({ queries: [] }) },
  { says: 'you are an autocompletion system', answer: () => json({ text: '' }) },
];

/** Where a frontend's own prompt begins; a user who begins so gets a title. */
const OPENINGS = [
  '### task:',
  'provide a concise, 5-word-or-less title',
  'please generate a concise, 5-word-or-less title',
  'analyze this conversation and provide',
];

const HEAD = 400;

/** The answer to a frontend's prompt for a title, tags and the like, which no agent gives; else undefined. */
function answerSideTask(message: string): string | undefined {
  const head = message.slice(0, HEAD).toLowerCase().trimStart();
  if (OPENINGS.every((opening) => !head.startsWith(opening))) return undefined;
  return tasks.find(({ says }) => head.includes(says))?.answer(firstUserMessage(message));
}

/** Before what a user said, in the conversation that such a prompt repeats. */
const SPEAKERS = ['USER: ', 'User: ', 'User:\n'];
const ENDS = ['\nASSISTANT:', '\nAI:', '\nAssistant:', '</chat_history>', '||>Response'];

function firstUserMessage(prompt: string): string {
  const starts = SPEAKERS.map((speaker) => ({ at: prompt.indexOf(speaker), speaker }));
  const [first] = starts.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at);
  if (first === undefined) return 'New chat';
  const rest = prompt.slice(first.at + first.speaker.length);
  const ends = ENDS.map((end) => rest.indexOf(end)).filter((at) => at >= 0);
  const said = rest.slice(0, Math.min(...ends, rest.length)).trim();
  return said === '' ? 'New chat' : withoutEnd(said, /"/);
}
