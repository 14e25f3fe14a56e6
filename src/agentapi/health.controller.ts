import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

/** The state of one part the server stands on. */
export interface PartState {
  ready: boolean;
  detail: string;
}

/** Asks each part for its state; an answer within a second, or the part counts as not ready. */
export type ReadinessProbe = () => Promise<Record<string, PartState>>;

/** Injection token of the server's {@link ReadinessProbe}. */
export const READINESS = Symbol('READINESS');

/** `live`: the process answers. `ready`: it can serve chats; 503 and the parts' states when it cannot. */
@Controller('health')
export class HealthController {
  constructor(@Inject(READINESS) private readonly probe: ReadinessProbe) {}

  @Get('live')
  live(): { status: string } {
    return { status: 'ok' };
  }

  @Get('ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const parts = await this.probe();
    const ready = Object.values(parts).every((part) => part.ready);
    reply.status(ready ? 200 : 503);
    return { status: ready ? 'ok' : 'unavailable', parts };
  }
}
