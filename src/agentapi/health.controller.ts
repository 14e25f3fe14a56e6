import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { OpenRoute } from '../http/identity/require-identity.js';

export interface PartState {
  /** `degraded`: works, less well. `off`: not configured, which is no fault. */
  state: 'ok' | 'degraded' | 'down' | 'off';
  /** Without a required part no chat can be served. */
  required: boolean;
  detail: string;
  /** Of the tool index: how many of the catalogue's tools have a vector. */
  embedded?: number;
  total?: number;
}

/** Asks each part for its state; a part that does not answer within a second is `down`. */
export type ReadinessProbe = () => Promise<Record<string, PartState>>;

export const READINESS = Symbol('READINESS');

/** The server's state: `unavailable` when a required part is down, `degraded` when any other is not well. */
export function overall(parts: Record<string, PartState>): 'ok' | 'degraded' | 'unavailable' {
  const states = Object.values(parts);
  if (states.some(({ state, required }) => required && state === 'down')) return 'unavailable';
  return states.some(({ state }) => state === 'down' || state === 'degraded') ? 'degraded' : 'ok';
}

/** `live`: the process answers. `ready`: it can serve chats, perhaps with less; 503 when it cannot. */
@Controller('health')
export class HealthController {
  constructor(@Inject(READINESS) private readonly probe: ReadinessProbe) {}

  @Get('live')
  @OpenRoute()
  live(): { status: string } {
    return { status: 'ok' };
  }

  @Get('ready')
  @OpenRoute()
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const parts = await this.probe();
    const status = overall(parts);
    reply.status(status === 'unavailable' ? 503 : 200);
    // A load balancer must see the state of now.
    reply.header('cache-control', 'no-store');
    return { status, parts };
  }
}
