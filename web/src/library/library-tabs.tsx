import { useDrafts, useLibraryList } from '../api/library.js';
import { usePreviews } from '../api/queries.js';
import { href } from '../shell/route.js';
import { LISTS, LIST_TITLES, type ListName } from './places.js';
import styles from './library.module.css';

/** The lists, each with how many it has; of previews those that wait for a decision. */
export function LibraryTabs({ open }: { open: ListName }) {
  const counts: Readonly<Record<ListName, number | undefined>> = {
    rules: useLibraryList('rules', '', 0).data?.total,
    tables: useLibraryList('tables', '', 0).data?.total,
    drafts: useDrafts(0).data?.total,
    previews: usePreviews('waiting', 0).data?.total,
  };
  return (
    <nav aria-label="Lists of the library" className={styles.tabs}>
      {LISTS.map((list) => (
        <a
          key={list}
          href={href('library', [list])}
          aria-current={list === open ? 'page' : undefined}
        >
          {LIST_TITLES[list]}
          <Count list={list} amount={counts[list]} />
        </a>
      ))}
    </nav>
  );
}

function Count({ list, amount }: { list: ListName; amount: number | undefined }) {
  if (amount === undefined) return null;
  if (list !== 'previews') return <span className="badge">{amount}</span>;
  if (amount === 0) return null;
  return (
    <span className="badge info">
      {amount} <span className={styles.wideOnly}>waiting</span>
    </span>
  );
}
