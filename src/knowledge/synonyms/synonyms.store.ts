import { conflict, invalidField } from '../../foundation/errors.js';
import { visibleText } from '../../foundation/invisible.js';
import type { Database } from '../../store/database.js';
import { toJsonb } from '../../store/stored-text.js';
import type { SynonymGroups } from '../../language/words.js';

export const SYNONYM_LIMITS = { groups: 200, words: 20, chars: 80, lists: 100 } as const;

export class PgSynonymStore {
  constructor(private readonly db: Database) {}

  async find(userId: string, kbId: string): Promise<SynonymGroups> {
    const [row] = await this.db.query<{ groups: string[][] }>(
      'select groups from knowledge.synonyms where user_id = $1 and kb_id = $2',
      [userId, kbId],
    );
    return row?.groups ?? [];
  }

  /** Replaces a list, deletes it by an empty one; as kept. `invalid_request` beyond {@link SYNONYM_LIMITS}. */
  async put(userId: string, kbId: string, groups: SynonymGroups): Promise<SynonymGroups> {
    const { groups: most } = SYNONYM_LIMITS;
    if (groups.length > most)
      throw invalidField('groups', `hold ${groups.length} groups, and at most ${most} are kept`);
    const kept = groups.map(readGroup);
    if (kept.length === 0) {
      await this.db.query('delete from knowledge.synonyms where user_id = $1 and kb_id = $2', [
        userId,
        kbId,
      ]);
      return kept;
    }
    const stored = await this.db.query<object>(PUT, [
      userId,
      kbId,
      toJsonb(kept),
      SYNONYM_LIMITS.lists,
    ]);
    if (stored.length > 0) return kept;
    throw conflict(
      `You keep synonyms for ${SYNONYM_LIMITS.lists} knowledge bases, which is the most. Empty another list first.`,
    );
  }
}

const PUT = `insert into knowledge.synonyms as own (user_id, kb_id, groups)
  select $1, $2, $3::jsonb
  where exists (select 1 from knowledge.synonyms where user_id = $1 and kb_id = $2)
    or (select count(*) from knowledge.synonyms where user_id = $1) < $4
  on conflict (user_id, kb_id) do update set groups = excluded.groups, updated_at = now()
  returning own.kb_id`;

function readGroup(group: readonly string[], at: number): readonly string[] {
  const path = `groups[${at}]`;
  const { words: most, chars } = SYNONYM_LIMITS;
  const words = [...new Set(group.map((word) => visibleText(word.normalize('NFC')).trim()))];
  if (words.length < 2 || words.length > most) {
    throw invalidField(path, `has ${words.length} different words; a group has 2 to ${most}`);
  }
  const wrong = words.find((word) => word.length > chars || !/[\p{L}\p{N}]/u.test(word));
  if (wrong === undefined) return words;
  throw invalidField(path, `has a word without a letter, or of more than ${chars} characters`);
}
