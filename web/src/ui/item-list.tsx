import type { ReactNode } from 'react';
import styles from './item-list.module.css';

/** Things one below the other, in one frame. */
export function ItemList<T>({
  items,
  keyOf,
  isStale = false,
  ordered = false,
  children,
}: {
  items: readonly T[];
  keyOf: (item: T) => string;
  /** Newer ones are on their way. */
  isStale?: boolean;
  /** Their order says something, such as which fits best. */
  ordered?: boolean;
  children: (item: T) => ReactNode;
}) {
  const List = ordered ? 'ol' : 'ul';
  return (
    <List className={styles.items} data-stale={isStale || undefined}>
      {items.map((item) => (
        <li key={keyOf(item)}>{children(item)}</li>
      ))}
    </List>
  );
}

/** Stands where a list would be when it has nothing. */
export function EmptyList({ children }: { children: ReactNode }) {
  return <div className={styles.empty}>{children}</div>;
}

/** Above a list: a search, a switch, the pager. */
export function ListTools({ children }: { children: ReactNode }) {
  return <div className={styles.tools}>{children}</div>;
}
