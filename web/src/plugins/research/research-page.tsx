import { Telescope } from 'lucide-react';
import { useState } from 'react';
import { useRoute, href } from '../../shell/route.js';
import { ItemRow, When, EmptyList, ItemList, Pager } from '../../ui/item-list.js';
import { PageFrame } from '../../ui/frames.js';
import { FailedQuery } from '../../ui/notice.js';
import { ResearchDetail } from './research-detail.js';
import { RESEARCHES_AT_ONCE, useResearches, type ResearchItem, baseName } from './api.js';
import { DeleteResearch } from './parts.js';
import { inOrder } from './research-view.js';
import { StartForm } from './start-form.js';
import { stepTone, stepWords } from './research-labels.js';
import { t } from './texts.js';
import styles from './research-page.module.css';

/** The user's researches with a form to begin one, or the one that the address names. */
export default function ResearchPage() {
  const { path } = useRoute();
  const id = path[0];
  return id === undefined ? <ResearchList /> : <ResearchDetail key={id} id={id} />;
}

/** All researches, those that wait for the user first, below the form that begins one. */
function ResearchList() {
  const [page, setPage] = useState(0);
  const { data, isError, error, refetch } = useResearches(page);
  const last = data === undefined ? page : Math.max(0, pagesOf(data.total) - 1);
  // The last one of this page was deleted.
  if (page > last) setPage(last);
  return (
    <PageFrame
      title={t('Research')}
      about={t(
        'Asks questions first, shows its plan, follows references, and cites a source for every statement.',
      )}
    >
      <div className={styles.page}>
        <StartForm />
        {isError && <FailedQuery error={error} again={refetch} />}
        {data === undefined && !isError && <p className="quiet">{t('Loading…')}</p>}
        {data?.total === 0 && (
          <EmptyList>
            {t(
              'No research yet. It keeps running after you leave this page; come back at any time.',
            )}
          </EmptyList>
        )}
        {data !== undefined && data.total > 0 && (
          <section aria-label={t('Your research')} className={styles.list}>
            <h2>{t('Your research')}</h2>
            <ItemList items={inOrder(data.items)} keyOf={({ research_id }) => research_id}>
              {(item) => <Row item={item} />}
            </ItemList>
            {last > 0 && (
              <Pager
                page={page}
                size={RESEARCHES_AT_ONCE}
                total={data.total}
                noun={t('research')}
                plural={t('research##several')}
                onTurn={setPage}
              />
            )}
          </section>
        )}
      </div>
    </PageFrame>
  );
}

function Row({ item }: { item: ResearchItem }) {
  const { research_id: id, title, kbs, step, created_at: at } = item;
  return (
    <ItemRow
      Icon={Telescope}
      name={title}
      href={href('research', [id])}
      facts={[
        <span className={`badge ${stepTone(item)}`}>{stepWords(step)}</span>,
        kbs.map(baseName).join(', '),
        <When at={at} done={t('started')} />,
      ]}
    >
      <DeleteResearch research={item} />
    </ItemRow>
  );
}

function pagesOf(total: number): number {
  return Math.ceil(total / RESEARCHES_AT_ONCE);
}
