import type { ReactNode } from 'react';
import { ArrowLeft } from 'lucide-react';
import { t } from '../texts/texts.js';
import { EmptyList, ItemList } from './item-list.js';
import { FailedQuery } from './notice.js';
import styles from './frames.module.css';

/** A view with a title, a sentence and scrolling content; `actions` stand beside the title. */
export function PageFrame({
  title,
  about,
  actions,
  children,
}: {
  title: string;
  about?: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={styles.page} tabIndex={0} aria-label={title}>
      <header className={styles.pageHead}>
        <div>
          <h1>{title}</h1>
          {about !== undefined && <p className="quiet small">{about}</p>}
        </div>
        {actions}
      </header>
      {children}
    </section>
  );
}

/** The way from one thing back to the list it is in. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <a className={styles.back} href={to}>
      <ArrowLeft size={14} aria-hidden /> {label}
    </a>
  );
}

/** One thing of a list on a page of its own: the way back, its name, what can be done, and itself. */
export function Detail({
  title,
  back,
  about,
  actions,
  children,
}: {
  title: string;
  back: { to: string; label: string };
  /** Under the title. */
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={styles.detail} tabIndex={0} aria-label={title}>
      <BackLink {...back} />
      <header className={styles.head}>
        <div className={styles.words}>
          <h1 dir="auto">{title}</h1>
          {about}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </section>
  );
}

/** What a list asks of the server, as TanStack Query gives it. */
interface Asked<T> {
  data: { items: readonly T[]; total: number } | undefined;
  error: unknown;
  isError: boolean;
  isPlaceholderData?: boolean;
  refetch: () => unknown;
}

/** The items of a list that the server was asked for, or why there are none to see. */
export function ListFrame<T extends { id: string }>({
  asked,
  empty,
  onFirst,
  children,
}: {
  asked: Asked<T>;
  /** What is said when there is nothing at all. */
  empty: ReactNode;
  /** Goes to the first page. */
  onFirst: () => void;
  children: (item: T) => ReactNode;
}) {
  const { data, isError, error, refetch, isPlaceholderData = false } = asked;
  if (isError) return <FailedQuery error={error} again={refetch} />;
  if (data === undefined) return <p className="quiet">{t('Loading…')}</p>;
  if (data.items.length === 0) {
    return <EmptyList>{data.total > 0 ? <BehindTheEnd onFirst={onFirst} /> : empty}</EmptyList>;
  }
  return (
    <ItemList items={data.items} keyOf={({ id }) => id} isStale={isPlaceholderData}>
      {children}
    </ItemList>
  );
}

/** A page behind the end: what was on it is gone. */
function BehindTheEnd({ onFirst }: { onFirst: () => void }) {
  return (
    <p>
      {t('The list no longer has this page.')}{' '}
      <button type="button" className="button" onClick={onFirst}>
        {t('Go to the first page')}
      </button>
    </p>
  );
}
