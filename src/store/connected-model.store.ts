import { createHash } from 'node:crypto';
import type { Clock } from '../foundation/clock.js';
import { Sealer } from '../foundation/secrets.js';
import { withoutNulls, type Database } from './database.js';

export interface StoredModel {
  provider: string;
  /** Empty: the provider's own. */
  address: string;
  model: string;
  smallModel?: string;
  key?: string;
  connectedAt: Date;
}

const PURPOSE = 'sextant connected model';

/** The model an operator connected, its key encrypted for provider and address; shared by servers of one secret. */
export class ConnectedModelStore {
  private opened: Promise<{ sealer: Sealer; id: string }> | undefined;

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly secret: () => Promise<string>,
  ) {}

  async find(): Promise<StoredModel | undefined> {
    // The secret is made when it is first needed, and not by a server that nobody has connected a model to.
    const some = await this.db.query('select 1 from sextant.connected_model limit 1');
    if (some.length === 0) return undefined;
    const { sealer, id } = await this.open();
    const [row] = await this.db.query<StoredModel & { sealed: string | null }>(
      `select provider, address, model, small_model as "smallModel", sealed_key as sealed,
         connected_at as "connectedAt"
       from sextant.connected_model where sealed_with = $1`,
      [id],
    );
    if (row === undefined) return undefined;
    const { sealed, ...model } = row;
    const key = sealed === null ? undefined : sealer.open(sealed, placeOf(model));
    return { ...withoutNulls(model), key };
  }

  /** Takes the place of the one before, whose key is gone with it. */
  async save(model: Omit<StoredModel, 'connectedAt'>, userId: string): Promise<void> {
    const { sealer, id } = await this.open();
    const sealed = model.key === undefined ? null : sealer.seal(model.key, placeOf(model));
    await this.db.query(
      `insert into sextant.connected_model
         (sealed_with, provider, address, model, small_model, sealed_key, connected_by, connected_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (sealed_with) do update set provider = excluded.provider,
         address = excluded.address, model = excluded.model, small_model = excluded.small_model,
         sealed_key = excluded.sealed_key, connected_by = excluded.connected_by,
         connected_at = excluded.connected_at`,
      [
        id,
        model.provider,
        model.address,
        model.model,
        model.smallModel ?? null,
        sealed,
        userId,
        this.clock(),
      ],
    );
  }

  async remove(): Promise<void> {
    const { id } = await this.open();
    await this.db.query('delete from sextant.connected_model where sealed_with = $1', [id]);
  }

  private open() {
    return (this.opened ??= this.secret().then((secret) => ({
      sealer: new Sealer(secret, PURPOSE),
      id: createHash('sha256').update(`${PURPOSE}\n${secret}`).digest('hex').slice(0, 32),
    })));
  }
}

function placeOf({ provider, address }: Pick<StoredModel, 'provider' | 'address'>): string[] {
  return [provider, address];
}
