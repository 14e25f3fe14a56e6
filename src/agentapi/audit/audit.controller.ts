import { Controller, Get, Inject, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../foundation/errors.js';
import { isObject } from '../../foundation/json.js';
import type { AuditLog, StoredAuditEntry } from '../../store/audit-log.store.js';
import { callerOf } from '../caller.js';
import { AuditQuery, VerifyQuery } from './audit.model.js';

/** The log, and the role of those who may read it. */
export interface AuditAccess {
  log: AuditLog;
  operatorRole: string;
}

/** Injection token of the server's {@link AuditAccess}. */
export const AUDIT_ACCESS = Symbol('AUDIT_ACCESS');

/** What was proposed, decided, sent and answered, of all users (docs/previews.md). */
@Controller('v1/agent/audit')
export class AuditController {
  constructor(@Inject(AUDIT_ACCESS) private readonly access: AuditAccess) {}

  @Get()
  async list(@Query() query: AuditQuery, @Req() request: FastifyRequest) {
    this.requireOperator(request);
    const { after, limit, preview_id: previewId, actor } = query;
    const items = await this.access.log.list({ after, limit, previewId, actor });
    return { items: items.map(toWire), head: await this.access.log.head() };
  }

  @Get('verify')
  async verify(@Query() { seq, hash }: VerifyQuery, @Req() request: FastifyRequest) {
    this.requireOperator(request);
    if ((seq === undefined) !== (hash === undefined)) {
      throw new AppError('invalid_request', 'seq and hash name one entry: send both or neither.');
    }
    const known = seq === undefined || hash === undefined ? undefined : { seq, hash };
    return this.access.log.verify(known);
  }

  private requireOperator(request: FastifyRequest): void {
    const { operatorRole: role } = this.access;
    if (callerOf(request).roles?.includes(role) === true) return;
    throw new AppError(
      'role_needed',
      `The audit log is for users with the role "${role}" (OPERATOR_ROLE), which this token does not have. On the server itself "sextant audit export" reads it.`,
    );
  }
}

/** With the text that the hash is made from, and the same to look at. */
function toWire({ entry, ...chain }: StoredAuditEntry) {
  const parsed: unknown = JSON.parse(entry);
  return { ...chain, entry, ...(isObject(parsed) ? { facts: parsed } : {}) };
}
