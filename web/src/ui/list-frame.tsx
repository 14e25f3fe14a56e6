import type { ReactNode } from 'react';
import { EmptyList, ItemList } from './item-list.js';
import { FailedQuery } from './notice.js';
import { t } from '../texts/core.js';

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
