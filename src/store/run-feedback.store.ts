import type { Database } from './database.js';

/** What the user of a run says of its answer. */
export type Rating = 'up' | 'down';

/** What users say of answers; every method sees only the given user's own runs. */
export class RunFeedbackStore {
  constructor(private readonly db: Database) {}

  /** Keeps the rating of a run that has ended, in place of an earlier one. The same one again changes nothing. */
  async rate(userId: string, runId: string, rating: Rating, at: Date): Promise<void> {
    await this.db.query(
      `insert into sextant.run_feedback as f (run_id, user_id, rating, rated_at)
       select id, user_id, $3, $4 from sextant.runs
       where id = $1 and user_id = $2 and state <> 'running'
       on conflict (run_id) do update set rating = excluded.rating, rated_at = excluded.rated_at
       where f.rating is distinct from excluded.rating`,
      [runId, userId, rating, at],
    );
  }

  /** Takes a rating back, if there is one. */
  async takeBack(userId: string, runId: string, at: Date): Promise<void> {
    await this.db.query(
      `update sextant.run_feedback set rating = null, rated_at = $3
       where run_id = $1 and user_id = $2 and rating is not null`,
      [runId, userId, at],
    );
  }
}
