import { Body, Controller, Delete, Get, HttpCode, Inject, Put, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { AppError } from '../../foundation/errors.js';
import { isLoopback } from '../../foundation/parse-url.js';
import {
  Answers,
  flag,
  integer,
  list,
  NamedSchema,
  object,
  oneOf,
  text,
  named,
} from '../openapi/named-schema.js';
import { callerOf, ForOperators, isOperator, OPERATOR_RULE, type OperatorRule } from '../caller.js';
import { Costly } from '../refuse-early.js';

const connectedProviders = ['gemini', 'openai', 'anthropic', 'ollama'] as const;

type ConnectedProvider = (typeof connectedProviders)[number];

const NAME = /^[\x21-\x7e]{1,120}$/;

export class ConnectModelBody {
  @IsIn(connectedProviders, { message: `provider must be one of ${connectedProviders.join(', ')}` })
  provider!: ConnectedProvider;

  @IsOptional()
  @MaxLength(500, { message: 'address must be at most 500 characters' })
  @IsString({ message: 'address must be a URL' })
  address?: string | null;

  @IsOptional()
  @Matches(/^[\x21-\x7e]{1,500}$/, {
    message: 'key must be plain characters without spaces, as the API gave it',
  })
  key?: string | null;

  @IsOptional()
  @Matches(NAME, { message: "model must be a name of the provider's list" })
  model?: string | null;

  @IsOptional()
  @Matches(NAME, { message: "small_model must be a name of the provider's list" })
  small_model?: string | null;
}

const state = {
  needed: {
    provider: text(),
    model: text(),
    connected: flag,
    has_key: flag,
    holds_for: oneOf('all_servers', 'this_server'),
    can_connect: flag,
  },
  optional: {
    small_model: text(),
    address: text(),
    chosen_by: text('The variable that decides instead of the page.'),
  },
};

export const modelState = named('ModelState', state.needed, {
  ...state.optional,
  ollama: object({ address: text(), models: list(text()) }),
});

/** What connecting answers: the provider's models where none was named, else the state and the test. */
const connectedModel = new NamedSchema('ConnectedModel', {
  anyOf: [
    object({ models: list(text()) }),
    object({ ...state.needed, test: object({ ms: integer, called_tool: flag }) }, state.optional),
  ],
});

export interface ModelRequest {
  provider: ConnectedProvider;
  /** Absent or empty: the provider's own. */
  address?: string;
  /** Absent: the one that is stored for the same provider and address. */
  key?: string;
  /** Absent: the models are to be listed. */
  model?: string;
  smallModel?: string;
}

/** Which model answers, and by whose word: as the route tells it. */
interface ConnectionState {
  provider: string;
  model: string;
  small_model?: string;
  address?: string;
  /** The variable that decides; nothing can be connected then. */
  chosen_by?: string;
  connected: boolean;
  has_key: boolean;
  holds_for: 'all_servers' | 'this_server';
}

export interface ModelConnection {
  state(): ConnectionState;
  /** Ollama at its usual port on this machine, with its models; undefined where none answers. */
  ollama(): Promise<{ address: string; models: string[] } | undefined>;
  /** The models that a provider has. Rejects with `model_error` or `model_unavailable`. */
  list(asked: ModelRequest): Promise<string[]>;
  /** Tries the model with a tool, and puts it in place for runs to come. Rejects as {@link list}, and changes nothing then. */
  connect(
    asked: ModelRequest & { model: string },
    userId: string,
  ): Promise<{ ms: number; calledTool: boolean }>;
  disconnect(userId: string): Promise<void>;
}

export const MODEL_CONNECTION = Symbol('MODEL_CONNECTION');

const EDITING = 'Connecting and removing a model';

/** Which model answers, and the one that an operator connects (docs/providers.md). */
@Controller('v1/agent/model')
export class ModelController {
  constructor(
    @Inject(MODEL_CONNECTION) private readonly connection: ModelConnection,
    @Inject(OPERATOR_RULE) private readonly operators: OperatorRule,
  ) {}

  @Answers(modelState)
  @Get()
  async read(@Req() request: FastifyRequest) {
    const canConnect = isOperator(request, this.operators) && isFromHere(request);
    const ollama = canConnect ? await this.connection.ollama() : undefined;
    return { ...this.wire(canConnect), ollama };
  }

  /** Without a model it lists those of the provider and stores nothing. */
  @Answers(connectedModel)
  @Costly()
  @ForOperators(EDITING)
  @Put()
  async connect(@Body() body: ConnectModelBody, @Req() request: FastifyRequest) {
    const userId = requireKnown(request);
    const { provider, address, key, model, small_model: smallModel } = body;
    const asked: ModelRequest = {
      provider,
      address: address ?? undefined,
      key: key ?? undefined,
      smallModel: smallModel ?? undefined,
    };
    if (!model) return { models: await this.connection.list(asked) };
    const { ms, calledTool } = await this.connection.connect({ ...asked, model }, userId);
    return { ...this.wire(true), test: { ms, called_tool: calledTool } };
  }

  @ForOperators(EDITING)
  @Delete()
  @HttpCode(204)
  async remove(@Req() request: FastifyRequest): Promise<void> {
    await this.connection.disconnect(requireKnown(request));
  }

  private wire(canConnect: boolean) {
    const { address, ...state } = this.connection.state();
    return {
      ...state,
      can_connect: canConnect && state.chosen_by === undefined,
      address: canConnect ? address : undefined,
    };
  }
}

function requireKnown(request: FastifyRequest): string {
  if (isFromHere(request)) return callerOf(request).userId;
  throw new AppError(
    'role_needed',
    `${EDITING} is possible from the server's own machine only while callers are not told apart (AUTH=none). Set AUTH, or open the page there.`,
  );
}

/** Where no tokens are checked, only this machine is known to be the operator's. */
function isFromHere({ identity, raw }: FastifyRequest): boolean {
  const from = raw.socket.remoteAddress ?? '';
  return identity !== undefined || isLoopback(from.replace(/^::ffff:/, ''));
}
