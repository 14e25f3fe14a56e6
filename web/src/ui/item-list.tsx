import type { ReactNode } from 'react';
import { MessageSquare, type LucideIcon, ChevronLeft, ChevronRight } from 'lucide-react';
import { t, formatLocale } from '../texts/texts.js';
import { ago, count, pageOf } from './format.js';
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

/** One thing in a list: its name leads to it, beside it stands what can be done with it. */
export function ItemRow({
  Icon,
  name,
  href,
  about,
  badges,
  facts,
  note,
  children,
}: {
  Icon: LucideIcon;
  name: string;
  /** Absent where there is nothing to open. */
  href?: string | undefined;
  about?: string | undefined;
  badges?: ReactNode;
  /** Short facts in one line. */
  facts: readonly ReactNode[];
  /** Below the facts. */
  note?: ReactNode;
  /** Buttons and links. */
  children?: ReactNode;
}) {
  return (
    <div className={styles.row}>
      <Icon size={17} aria-hidden />
      <div className={styles.words}>
        <h3>
          <bdi>{href === undefined ? name : <a href={href}>{name}</a>}</bdi> {badges}
        </h3>
        <Facts about={about} facts={facts} />
        {note}
      </div>
      {children !== undefined && <div className={styles.actions}>{children}</div>}
    </div>
  );
}

/** The way to a chat in which a thing is open. */
export function ContinueInChat({ to, name }: { to: string; name: string }) {
  return (
    <a className="button" href={to} aria-label={t('Continue in chat: {name}', { name })}>
      <MessageSquare size={14} aria-hidden /> {t('Continue in chat')}
    </a>
  );
}

/** When something was done; the whole time is shown on hover. */
export function When({ at, done }: { at: string; done: string }) {
  const date = new Date(at);
  const whole = date.toLocaleString(formatLocale, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <>
      {done}{' '}
      <time dateTime={at} title={whole}>
        {ago(date)}
      </time>
    </>
  );
}

/** What a thing is, in a sentence, and short facts of it in one line. */
export function Facts({
  about,
  facts,
}: {
  about?: string | undefined;
  facts?: readonly ReactNode[] | undefined;
}) {
  return (
    <>
      {about !== undefined && about !== '' && (
        <p className={styles.about} dir="auto">
          {about}
        </p>
      )}
      {facts !== undefined && facts.length > 0 && (
        <ul className={styles.facts}>
          {facts.map((fact, index) => (
            <li key={index}>{fact}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** How many there are, and the ways to the other pages. */
export function Pager({
  page,
  size,
  total,
  noun,
  plural,
  onTurn,
}: {
  /** From 0. */
  page: number;
  /** How many a page has. */
  size: number;
  /** Undefined until that is known. */
  total: number | undefined;
  noun: string;
  plural?: string;
  onTurn: (page: number) => void;
}) {
  if (total === undefined) return null;
  const { pages, first, last } = pageOf(page, size, total);
  const turn = (to: number, label: string, Icon: typeof ChevronLeft, there: boolean) => (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      disabled={!there}
      onClick={() => onTurn(to)}
    >
      <Icon size={16} aria-hidden />
    </button>
  );
  return (
    <div className={styles.pager}>
      <p role="status" className="quiet small">
        {total === 0
          ? t('No {plural}', { plural: plural ?? `${noun}s` })
          : page < pages
            ? t('{first}–{last} of {all}', { first, last, all: count(total, noun, plural) })
            : count(total, noun, plural)}
      </p>
      {pages > 1 && (
        <>
          {turn(page - 1, t('Previous page'), ChevronLeft, page > 0)}
          {turn(page + 1, t('Next page'), ChevronRight, page + 1 < pages)}
        </>
      )}
    </div>
  );
}
