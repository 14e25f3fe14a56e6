import { ChevronLeft, ChevronRight, Search } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { PAGE_SIZE } from '../api/queries.js';
import { count } from './format.js';
import { FailedQuery } from './notice.js';
import { pageOf } from '../library/places.js';
import type { ListPlace } from '../library/use-list-place.js';
import styles from '../library/library.module.css';

/** What a list asks of the server, as TanStack Query gives it. */
interface Asked<T> {
  data: { items: readonly T[]; total: number } | undefined;
  error: unknown;
  isError: boolean;
  isPlaceholderData?: boolean;
  refetch: () => unknown;
}

/** The items of a list, or in words why there are none to see. */
export function ListFrame<T extends { id: string }>({
  asked,
  place,
  empty,
  children,
}: {
  asked: Asked<T>;
  place: ListPlace;
  empty: ReactNode;
  children: (item: T) => ReactNode;
}) {
  if (asked.isError) return <FailedQuery error={asked.error} again={asked.refetch} />;
  if (asked.data === undefined) return <p className="quiet">Loading…</p>;
  if (asked.data.items.length === 0) {
    const behindTheEnd = asked.data.total > 0;
    return (
      <div className={styles.empty}>{behindTheEnd ? <NothingHere place={place} /> : empty}</div>
    );
  }
  return (
    <ul className={styles.items} data-stale={asked.isPlaceholderData || undefined}>
      {asked.data.items.map((item) => (
        <li key={item.id} className="card">
          {children(item)}
        </li>
      ))}
    </ul>
  );
}

/** A page behind the end: what was on it is gone. */
function NothingHere({ place }: { place: ListPlace }) {
  return (
    <p>
      The list does not go on to here any more.{' '}
      <button type="button" className="button" onClick={() => place.turn(0)}>
        To its beginning
      </button>
    </p>
  );
}

/** A box to look for a name; the list follows as it is written. */
export function SearchBox({ place, label }: { place: ListPlace; label: string }) {
  const [text, setText] = useState(place.search);
  return (
    <label className={styles.search}>
      <span className="visually-hidden">{label}</span>
      <Search size={14} aria-hidden />
      <input
        type="search"
        className="field"
        placeholder={label}
        maxLength={255}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          place.find(event.target.value.trim());
        }}
      />
    </label>
  );
}

/** How many there are, and the ways to the other pages. */
export function Pager({
  place,
  total,
  noun,
}: {
  place: ListPlace;
  total: number | undefined;
  noun: string;
}) {
  if (total === undefined) return null;
  const { pages, first, last } = pageOf(place.page, PAGE_SIZE, total);
  const turn = (to: number, label: string, Icon: typeof ChevronLeft, there: boolean) => (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      disabled={!there}
      onClick={() => place.turn(to)}
    >
      <Icon size={16} aria-hidden />
    </button>
  );
  return (
    <div className={styles.pager}>
      <p role="status" className="quiet small">
        {total === 0
          ? `No ${noun}s`
          : `${place.page < pages ? `${first}–${last} of ` : ''}${count(total, noun)}`}
      </p>
      {pages > 1 && (
        <>
          {turn(place.page - 1, 'Page before', ChevronLeft, place.page > 0)}
          {turn(place.page + 1, 'Next page', ChevronRight, place.page + 1 < pages)}
        </>
      )}
    </div>
  );
}
