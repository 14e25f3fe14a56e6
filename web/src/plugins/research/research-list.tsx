import { ChevronLeft, ChevronRight, Telescope } from 'lucide-react';
import { useState } from 'react';
import { RESEARCHES_AT_ONCE, useResearches, type ResearchItem } from './api.js';
import { When } from '../../ui/item-row.js';
import { PageFrame } from '../../shell/page-frame.js';
import { href } from '../../shell/route.js';
import { FailedQuery } from '../../ui/notice.js';
import { DeleteResearch } from './delete-research.js';
import { inOrder } from './research-view.js';
import { StartForm } from './start-form.js';
import { stepTone, stepWords } from './research-labels.js';
import styles from './research-list.module.css';

/** All researches, those that wait for the user first, below the form that begins one. */
export function ResearchList() {
  const [page, setPage] = useState(0);
  const { data, isError, error, refetch } = useResearches(page);
  const last = data === undefined ? page : Math.max(0, pagesOf(data.total) - 1);
  // The last one of this page was deleted.
  if (page > last) setPage(last);
  return (
    <PageFrame
      title="Research"
      about="Asks before it digs, shows its plan, follows references, and signs every statement with a source."
    >
      <div className={styles.page}>
        <StartForm />
        {isError && <FailedQuery error={error} again={refetch} />}
        {data === undefined && !isError && <p className="quiet">Loading…</p>}
        {data?.total === 0 && (
          <p className={styles.empty}>No research yet. It can take days: come back any time.</p>
        )}
        {data !== undefined && data.total > 0 && (
          <section aria-label="Your researches" className={styles.list}>
            <h2>Your researches</h2>
            <ul className={styles.items}>
              {inOrder(data.items).map((item) => (
                <li key={item.research_id}>
                  <Row item={item} />
                </li>
              ))}
            </ul>
            <Pages page={page} total={data.total} onTurn={setPage} />
          </section>
        )}
      </div>
    </PageFrame>
  );
}

function Row({ item }: { item: ResearchItem }) {
  const { research_id: id, title, kb, step, created_at } = item;
  return (
    <div className={styles.row}>
      <Telescope size={17} aria-hidden />
      <div className={styles.words}>
        <h3>
          <a href={href('research', [id])}>{title}</a>
        </h3>
        <p className={styles.facts}>
          <span className={`badge ${stepTone(item)}`}>{stepWords(step)}</span>
          <span className="quiet small">
            {kb} · <When at={created_at} done="begun" />
          </span>
        </p>
      </div>
      <DeleteResearch research={item} />
    </div>
  );
}

function pagesOf(total: number): number {
  return Math.ceil(total / RESEARCHES_AT_ONCE);
}

function Pages({
  page,
  total,
  onTurn,
}: {
  page: number;
  total: number;
  onTurn: (page: number) => void;
}) {
  if (total <= RESEARCHES_AT_ONCE) return null;
  const isLast = page + 1 >= pagesOf(total);
  return (
    <p className={styles.pages}>
      <button
        type="button"
        className="icon-button"
        aria-label="Newer researches"
        disabled={page === 0}
        onClick={() => onTurn(page - 1)}
      >
        <ChevronLeft size={16} aria-hidden />
      </button>
      <span className="quiet small" role="status">
        Page {page + 1} of {pagesOf(total)}
      </span>
      <button
        type="button"
        className="icon-button"
        aria-label="Older researches"
        disabled={isLast}
        onClick={() => onTurn(page + 1)}
      >
        <ChevronRight size={16} aria-hidden />
      </button>
    </p>
  );
}
