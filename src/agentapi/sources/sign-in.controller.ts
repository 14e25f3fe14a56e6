import { IsOptional, Length } from 'class-validator';
import { createHash } from 'node:crypto';
import {
  Body,
  Controller,
  Delete,
  Get,
  Header,
  HttpCode,
  Inject,
  Param,
  Post,
  Req,
  Res,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LiveCatalog } from '../../agenttools/sources/live-catalog.js';
import {
  CLIENT_DOCUMENT,
  documentedClient,
  SIGN_IN_RETURN,
} from '../../agenttools/sources/mcp/oauth/guarded-fetch.js';
import type { SourceSignIn } from '../../agenttools/sources/tool-source.js';
import { notFound } from '../../foundation/errors.js';
import { OpenRoute } from '../../http/identity/require-identity.js';
import { callerOf, isOperator, OPERATOR_RULE, type OperatorRule, By } from '../caller.js';
import type { Caller } from '../../agenttools/tool.js';
import { PROTOCOL_SETTINGS, type ProtocolSettings } from '../protocols/protocol-runs.js';
import { Costly } from '../refuse-early.js';

class StartSignInBody {}

const CameBack = (most: number, least = 0) =>
  Length(least, most, { message: '$property must be the text that came back' });

class FinishSignInBody {
  @CameBack(200, 1)
  state!: string;

  @IsOptional()
  @CameBack(4096)
  code?: string;

  @IsOptional()
  @CameBack(2048)
  iss?: string;

  @IsOptional()
  @CameBack(200)
  error?: string;
}

/** Takes the answer out of the address first, so that it stays in no history. */
const SCRIPT = `
const query = new URLSearchParams(location.search);
history.replaceState(null, '', location.pathname);
const answer = {};
for (const name of ['state', 'code', 'iss', 'error']) {
  const value = query.get(name);
  if (value !== null) answer[name] = value;
}
const channel = new BroadcastChannel('sextant-sign-in');
const said = document.getElementById('said');
channel.onmessage = ({ data }) => {
  if (data.state !== answer.state || data.end === undefined) return;
  said.textContent = data.end;
};
channel.postMessage(answer);
`;

const hash = createHash('sha256').update(SCRIPT).digest('base64');

/** What {@link RETURN_PAGE} may do: run its own script, and nothing else. */
const RETURN_POLICY = [
  "default-src 'none'",
  `script-src 'sha256-${hash}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page to which authorization servers send the user back; it is the same for all answers. */
const RETURN_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sextant: sign-in</title>
<h1>Back from signing in</h1>
<p id="said">Return to the page where you began. If it is not open any more, open it and begin again.</p>
<script>${SCRIPT}</script></html>`;

@Controller()
export class SignInController {
  constructor(
    private readonly catalog: LiveCatalog,
    @Inject(PROTOCOL_SETTINGS) private readonly settings: ProtocolSettings,
    @Inject(OPERATOR_RULE) private readonly operators: OperatorRule,
  ) {}

  @Costly()
  @Post('v1/agent/sources/:id/sign-in')
  @HttpCode(200)
  start(@Param('id') id: string, @Body() _body: StartSignInBody, @Req() request: FastifyRequest) {
    const { publicUrl } = this.settings;
    const origin = publicUrl ?? `${request.protocol}://${request.host}`;
    const document = documentedClient(publicUrl)?.client_id;
    return this.signIn(id).start(callerOf(request).userId, `${origin}/${SIGN_IN_RETURN}`, document);
  }

  /** Ends what the same user has begun. */
  @Post('v1/agent/sources/:id/sign-in/finish')
  @HttpCode(200)
  async finish(
    @Param('id') id: string,
    @Body() { state, code, iss, error }: FinishSignInBody,
    @Req() request: FastifyRequest,
  ) {
    const byOperator = isOperator(request, this.operators);
    await this.signIn(id).finish(callerOf(request).userId, byOperator, { state, code, iss, error });
    return { id, sign_in: 'done' };
  }

  @Delete('v1/agent/sources/:id/sign-in')
  @HttpCode(204)
  async forget(@Param('id') id: string, @By() { userId }: Caller): Promise<void> {
    const was = await this.signIn(id).forget(userId);
    if (!was) throw notFound(`You are not signed in to "${id}".`);
  }

  /** A page that hands the answer to the page that began: a browser that is sent here carries no token of ours. */
  @Get(SIGN_IN_RETURN)
  @OpenRoute()
  async returned(@Res() reply: FastifyReply): Promise<void> {
    await reply
      .headers({
        'content-security-policy': RETURN_POLICY,
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      })
      .type('text/html; charset=utf-8')
      .send(RETURN_PAGE);
  }

  /** What this client is, for authorization servers that know clients by the address of this. */
  @Get(CLIENT_DOCUMENT)
  @OpenRoute()
  @Header('cache-control', 'public, max-age=300')
  client() {
    const found = documentedClient(this.settings.publicUrl);
    if (found !== undefined) return found;
    throw notFound('PUBLIC_URL is no https address that others could reach.');
  }

  private signIn(id: string): SourceSignIn {
    const found = this.catalog.signInOf(id);
    if (found !== undefined) return found;
    throw notFound(`There is no source "${id}" that users sign in to.`);
  }
}
