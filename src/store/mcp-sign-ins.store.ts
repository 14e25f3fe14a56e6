import { createHash } from 'node:crypto';
import type { Clock } from '../foundation/clock.js';
import { isObject, type JsonObject } from '../foundation/json.js';
import type { Sealer } from '../foundation/secrets.js';
import type { Database } from './database.js';

/** A server as sign-ins are kept for it: the source's id, and what tells its address from others. */
export interface SignInPlace {
  source: string;
  server: string;
}

export interface SignInStart {
  state: string;
  value: JsonObject;
  expiresAt: Date;
}

const MAX_STARTS = 5;

const OWN = 'source = $1 and user_id = $2 and server = $3';
const own = ({ source, server }: SignInPlace, userId: string) => [source, userId, server];

/** Sign-ins of users at MCP servers, encrypted; one that cannot be decrypted is as if it were not there. */
export class McpSignInStore {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly sealer: () => Promise<Sealer>,
  ) {}

  async find(place: SignInPlace, userId: string): Promise<JsonObject | undefined> {
    const query = `select sealed from sextant.mcp_sign_ins where ${OWN}`;
    const rows = await this.db.query<{ sealed: string }>(query, own(place, userId));
    return this.open(rows, placeOf('sign-in', place, userId));
  }

  async save(place: SignInPlace, userId: string, value: JsonObject, isOperator: boolean) {
    await this.db.query(
      `insert into sextant.mcp_sign_ins (source, user_id, server, sealed, is_operator, signed_in_at)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (source, user_id) do update set server = excluded.server,
         sealed = excluded.sealed, is_operator = excluded.is_operator,
         signed_in_at = excluded.signed_in_at, renewing_until = null, wanted_scope = null`,
      [
        ...own(place, userId),
        await this.seal(value, placeOf('sign-in', place, userId)),
        isOperator,
        this.clock(),
      ],
    );
  }

  /** Claims the renewing for so many ms; undefined while another server has it. A new sign-in ends claims. */
  async claimRenewal(place: SignInPlace, userId: string, ms: number) {
    const [row] = await this.db.query<{ claim: string }>(
      `update sextant.mcp_sign_ins set renewing_until = now() + $4 * interval '1 millisecond'
       where ${OWN} and (renewing_until is null or renewing_until <= now())
       returning renewing_until::text as claim`,
      [...own(place, userId), ms],
    );
    return row?.claim;
  }

  /** Ends a claim that still holds, with new tokens where there are some. */
  async endRenewal(place: SignInPlace, userId: string, claim: string, value?: JsonObject) {
    const sealed = value && (await this.seal(value, placeOf('sign-in', place, userId)));
    await this.db.query(
      `update sextant.mcp_sign_ins set renewing_until = null, sealed = coalesce($5, sealed)
       where ${OWN} and renewing_until = $4::timestamptz`,
      [...own(place, userId), claim, sealed ?? null],
    );
  }

  async removeClaimed({ source }: SignInPlace, userId: string, claim: string): Promise<void> {
    await this.db.query(
      `delete from sextant.mcp_sign_ins
       where source = $1 and user_id = $2 and renewing_until = $3::timestamptz`,
      [source, userId, claim],
    );
  }

  async wantedScope(place: SignInPlace, userId: string): Promise<string | undefined> {
    const [row] = await this.db.query<{ wanted_scope: string | null }>(
      `select wanted_scope from sextant.mcp_sign_ins where ${OWN}`,
      own(place, userId),
    );
    return row?.wanted_scope ?? undefined;
  }

  async wantScope(place: SignInPlace, userId: string, scope: string): Promise<void> {
    const query = `update sextant.mcp_sign_ins set wanted_scope = $4 where ${OWN}`;
    await this.db.query(query, [...own(place, userId), scope]);
  }

  async remove({ source }: SignInPlace, userId: string): Promise<boolean> {
    const rows = await this.db.query(
      'delete from sextant.mcp_sign_ins where source = $1 and user_id = $2 returning user_id',
      [source, userId],
    );
    return rows.length > 0;
  }

  async firstOperator(place: SignInPlace): Promise<string | undefined> {
    const [row] = await this.db.query<{ user_id: string }>(
      `select user_id from sextant.mcp_sign_ins where source = $1 and server = $2 and is_operator
       order by signed_in_at, user_id limit 1`,
      [place.source, place.server],
    );
    return row?.user_id;
  }

  /** As what this server is registered, for answers at this address of it. */
  async client(place: SignInPlace, redirectUrl: string): Promise<JsonObject | undefined> {
    const rows = await this.db.query<{ sealed: string }>(
      'select sealed from sextant.mcp_clients where source = $1 and redirect_url = $2 and server = $3',
      [place.source, redirectUrl, place.server],
    );
    return this.open(rows, placeOf('client', place, redirectUrl));
  }

  async saveClient(place: SignInPlace, redirectUrl: string, value: JsonObject | undefined) {
    if (value === undefined) {
      await this.db.query(
        'delete from sextant.mcp_clients where source = $1 and redirect_url = $2',
        [place.source, redirectUrl],
      );
      return;
    }
    const sealed = await this.seal(value, placeOf('client', place, redirectUrl));
    await this.db.query(
      `insert into sextant.mcp_clients (source, redirect_url, server, sealed) values ($1, $2, $3, $4)
       on conflict (source, redirect_url) do update set server = excluded.server, sealed = excluded.sealed`,
      [place.source, redirectUrl, place.server, sealed],
    );
  }

  /** Of one user and source only the latest few are kept. */
  async begin(place: SignInPlace, userId: string, start: SignInStart): Promise<void> {
    const { source, server } = place;
    const hash = hashOf(start.state);
    const sealed = await this.seal(start.value, placeOf('start', place, userId, hash));
    await this.db.transaction(async (tx) => {
      await tx.query('delete from sextant.mcp_sign_in_starts where expires_at <= $1', [
        this.clock(),
      ]);
      await tx.query(
        `delete from sextant.mcp_sign_in_starts where state_sha256 in (
           select state_sha256 from sextant.mcp_sign_in_starts where source = $1 and user_id = $2
           order by expires_at desc offset $3)`,
        [source, userId, MAX_STARTS - 1],
      );
      await tx.query(
        `insert into sextant.mcp_sign_in_starts (state_sha256, source, user_id, server, sealed, expires_at)
         values ($1, $2, $3, $4, $5, $6)`,
        [hash, source, userId, server, sealed, start.expiresAt],
      );
    });
  }

  /** Takes what this user has begun, once; undefined for anybody else's, and for what has expired. */
  async take(place: SignInPlace, userId: string, state: string): Promise<JsonObject | undefined> {
    const hash = hashOf(state);
    const rows = await this.db.query<{ sealed: string }>(
      `delete from sextant.mcp_sign_in_starts
       where state_sha256 = $1 and source = $2 and user_id = $3 and server = $4 and expires_at > $5
       returning sealed`,
      [hash, place.source, userId, place.server, this.clock()],
    );
    return this.open(rows, placeOf('start', place, userId, hash));
  }

  private async seal(value: JsonObject, place: readonly string[]): Promise<string> {
    return (await this.sealer()).seal(JSON.stringify(value), place);
  }

  private async open([row]: readonly { sealed: string }[], place: readonly string[]) {
    if (row === undefined) return undefined;
    const text = (await this.sealer()).open(row.sealed, place);
    const value: unknown = text === undefined ? undefined : JSON.parse(text);
    return isObject(value) ? value : undefined;
  }
}

function placeOf(kind: string, { source, server }: SignInPlace, ...more: string[]): string[] {
  return [kind, source, server, ...more];
}

function hashOf(state: string): string {
  return createHash('sha256').update(state).digest('hex');
}
