import { IsInt, IsOptional, IsUUID, Matches, Max, Min } from 'class-validator';
import { PageLimit } from '../page-query.js';
import { Type } from '../../http/field-type.js';

/** The query of `GET /v1/agent/audit`. */
export class AuditQuery {
  @PageLimit(1000)
  limit: number = 200;

  @IsOptional()
  @Type(() => Number)
  @IsInt({ message: 'after must be the number of an entry' })
  @Min(0, { message: 'after must be the number of an entry' })
  @Max(Number.MAX_SAFE_INTEGER, { message: 'after must be the number of an entry' })
  after?: number;

  @IsOptional()
  @IsUUID('all', { message: 'preview_id must be the id of a preview' })
  preview_id?: string;

  @IsOptional()
  @Matches(/^[^\p{Cc}\p{Cs}]{1,600}$/u, { message: 'actor must be the id of a user' })
  actor?: string;
}

/** The query of `GET /v1/agent/audit/verify`: an entry that was noted elsewhere. */
export class VerifyQuery {
  @IsOptional()
  @Type(() => Number)
  @IsInt({ message: 'seq must be the number of an entry' })
  @Min(1, { message: 'seq must be the number of an entry' })
  @Max(Number.MAX_SAFE_INTEGER, { message: 'seq must be the number of an entry' })
  seq?: number;

  @IsOptional()
  @Matches(/^[0-9a-f]{64}$/, { message: 'hash must be the hash of an entry: 64 hex digits' })
  hash?: string;
}
