import { ChevronLeft, ChevronRight } from 'lucide-react';
import { count } from './format.js';
import { pageOf } from './page-of.js';
import { t } from '../texts/core.js';
import styles from './item-list.module.css';

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
