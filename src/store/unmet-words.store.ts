import type { Clock } from '../foundation/clock.js';
import type { Database } from './database.js';

/** Said by fewer, a word may tell who said it. */
const LEAST_USERS = 3;
/** The latest runs that are looked at, in their first events: tools are selected at the beginning. */
const MOST_RUNS = 10_000;
const FIRST_EVENTS = 8;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The words that no tool knew, as the stored events of runs tell them: they go with the events, and with the run. */
export class UnmetWordStore {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** The most frequent of the last days, those first; of what fewer users than three said only what `userId` alone did. */
  async frequent(userId: string, { days, limit }: { days: number; limit: number }) {
    return this.db.query<{ word: string; runs: number; users: number }>(
      `with latest as (
         select id, user_id from sextant.runs where ended_at > $1 order by ended_at desc limit ${MOST_RUNS}
       ), said as (
         select distinct id, user_id, lower(word) as word
         from latest join sextant.run_events on run_id = id
           cross join lateral regexp_matches(frames, 'event: tool_selection\\ndata: ([^\\n]*)', 'g') as line
           cross join lateral jsonb_array_elements_text(line[1]::jsonb -> 'unmet_words') as word
         where first_seq <= ${FIRST_EVENTS} and frames like '%"unmet_words":[%'
       )
       select word, count(*)::int as runs, count(distinct user_id)::int as users from said
       group by word having count(distinct user_id) >= ${LEAST_USERS} or bool_and(user_id = $2)
       order by runs desc, word limit $3`,
      [new Date(this.clock().getTime() - days * DAY_MS), userId, limit],
    );
  }
}
