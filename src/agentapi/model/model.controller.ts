import { Body, Controller, Delete, Get, HttpCode, Inject, Put, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../foundation/errors.js';
import { isLoopback } from '../../foundation/parse-url.js';
import { Answers } from '../openapi/named-schema.js';
import { callerOf } from '../caller.js';
import { ForOperators, isOperator, OPERATOR_RULE, type OperatorRule } from '../operator.js';
import { Costly } from '../refuse-early.js';
import {
  MODEL_CONNECTION,
  type ModelConnection,
  type ModelRequest,
  ConnectModelBody,
  connectedModel,
  modelState,
} from './model.model.js';

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
    const { provider, model, smallModel, address, chosenBy, ...rest } = this.connection.state();
    return {
      ...{ provider, model, connected: rest.isConnected, has_key: rest.hasKey },
      holds_for: rest.holdsFor,
      can_connect: canConnect && chosenBy === undefined,
      small_model: smallModel,
      chosen_by: chosenBy,
      address: canConnect ? address : undefined,
    };
  }
}

/** Answers the user id of an operator who can be told apart from others. */
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
