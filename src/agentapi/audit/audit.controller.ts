import { Readable } from 'node:stream';
import { IsOptional, IsUUID, Matches } from 'class-validator';
import { PageLimit, QueryNumber } from '../page-query.js';
import { parseJson } from '../../foundation/exact-json.js';
import { Controller, Get, Inject, Query, StreamableFile } from '@nestjs/common';
import { invalidRequest } from '../../foundation/errors.js';
import { isObject } from '../../foundation/json.js';
import { AuditLog, type StoredAuditEntry } from '../../store/audit-log.store.js';
import type { Clock } from '../../foundation/clock.js';
import { receiptLines, ReceiptSigner } from '../../store/receipts.js';
import { CLOCK } from '../injection.js';
import { ForOperators } from '../caller.js';
import { Costly } from '../refuse-early.js';

class AuditQuery {
  @PageLimit(1000)
  limit: number = 200;

  @QueryNumber(0, Number.MAX_SAFE_INTEGER, 'after must be the number of an entry')
  after?: number;

  @IsOptional()
  @IsUUID('all', { message: 'preview_id must be the id of a preview' })
  preview_id?: string;

  @IsOptional()
  @Matches(/^[^\p{Cc}\p{Cs}]{1,600}$/u, { message: 'actor must be the id of a user' })
  actor?: string;
}

/** The query of `GET /v1/agent/audit/verify`: an entry that was noted elsewhere. */
class VerifyQuery {
  @QueryNumber(1, Number.MAX_SAFE_INTEGER, 'seq must be the number of an entry')
  seq?: number;

  @IsOptional()
  @Matches(/^[0-9a-f]{64}$/, { message: 'hash must be the hash of an entry: 64 hex digits' })
  hash?: string;
}

const READING = 'The audit log, which "sextant audit export" also reads on the server itself,';

@Controller('v1/agent/audit')
export class AuditController {
  constructor(
    private readonly log: AuditLog,
    private readonly signer: ReceiptSigner,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @ForOperators(READING)
  @Get()
  async list(@Query() query: AuditQuery) {
    const { after, limit, preview_id: previewId, actor } = query;
    const items = await this.log.list({ after, limit, previewId, actor });
    return { items: items.map(toWire), head: await this.log.head() };
  }

  /** Signed receipts of previews, a line of JSON each, for "sextant verify". */
  @ForOperators(READING)
  @Costly()
  @Get('receipts')
  receipts(): StreamableFile {
    const lines = Readable.from(receiptLines(this.log, this.signer, this.clock));
    return new StreamableFile(lines, { type: 'application/x-ndjson' });
  }

  @ForOperators(READING)
  @Costly()
  @Get('verify')
  async verify(@Query() { seq, hash }: VerifyQuery) {
    if ((seq === undefined) !== (hash === undefined))
      throw invalidRequest('seq and hash name one entry: send both or neither.');
    return this.log.verify(seq === undefined || hash === undefined ? undefined : { seq, hash });
  }
}

/** With the text that the hash is made from, and the same to look at. */
function toWire({ entry, ...chain }: StoredAuditEntry) {
  const parsed: unknown = parseJson(entry);
  return { ...chain, entry, ...(isObject(parsed) ? { facts: parsed } : {}) };
}
