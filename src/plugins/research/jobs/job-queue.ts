import type { Queryable } from '../../../store/database.js';

/** Which piece of work a job is an attempt of. */
export interface Job {
  researchId: string;
  key: string;
}

/**
 * Hands out work in the order it was sent. A job is taken in the transaction that also takes the lease
 * of its work, and is gone with it: either both happen, or the job is there for the next who asks.
 */
export interface JobQueue {
  /** Makes a job, with the transaction; it can be taken after so many seconds. */
  send(tx: Queryable, job: Job, afterSeconds?: number): Promise<void>;
  /** Takes out the oldest job whose time has come, with the transaction; `undefined` when there is none. */
  take(tx: Queryable): Promise<Job | undefined>;
  close(): Promise<void>;
}
