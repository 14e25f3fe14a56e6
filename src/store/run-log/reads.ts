import type { Queryable } from '../database.js';
import type { FrameBatch, LogPage } from './run-log.model.js';
import { PAGES_AFTER } from './statements.js';
import { Together } from './together.js';

/** So many runs are looked at in one statement at most. */
const MOST = 500;
/** The most batches of a run that one reads. */
const PAGE = 16;
/** Bytes after which it takes no further batch, where nothing else is configured. */
const PAGE_BYTES = 256 * 1024;

/** A batch of the `nth` run, or none, and where that stands. */
type PageRow = Pick<LogPage, 'state' | 'lastSeq'> & { nth: number } & (
    FrameBatch | { first: null; last: null; text: null }
  );

/** What readers want in one moment, read in one statement; undefined for a run that is not there. */
export function readsOf(
  db: Queryable,
  pageBytes = PAGE_BYTES,
): Together<{ id: string; after: number }, LogPage | undefined> {
  return new Together(
    async (some) => {
      const [ids, after] = [some.map(({ id }) => id), some.map((one) => one.after)];
      // Many pages together take no more memory than one.
      const values = [ids, after, PAGE, Math.ceil(pageBytes / some.length)];
      const pages: (LogPage | undefined)[] = some.map(() => undefined);
      const rows = await db.query<PageRow>(PAGES_AFTER, values);
      for (const { nth, state, lastSeq, first, last, text } of rows) {
        const page = (pages[nth - 1] ??= { state, lastSeq, batches: [] });
        if (first !== null) page.batches.push({ first, last, text });
      }
      return pages;
    },
    { most: MOST, longestRestMs: 20 },
  );
}
