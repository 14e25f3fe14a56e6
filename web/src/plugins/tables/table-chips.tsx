import {
  ArrowDownNarrowWide,
  ArrowUpNarrowWide,
  EyeOff,
  Filter as FilterIcon,
  Trash2,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { ErrorDetail } from '../../../../src/foundation/errors.js';
import type { TableConfig } from '../../../../src/platform/types.js';
import { findingWords } from '../../ui/format.js';
import { directionWords, type Change } from './config-changes.js';
import type { PlacedFindings } from './findings.js';
import { filterSentence } from './sentences.js';
import { columnsOf, nameOfReference, sortsOf, sourceOf } from './table-columns.js';
import { rich, t } from './texts.js';
import styles from './table-view.module.css';

/** Which rows a table has, in which order, and what it does not show: one chip each. */
export function TableChips({
  config,
  changes,
  findings,
}: {
  config: TableConfig;
  changes: readonly Change[];
  findings: PlacedFindings | undefined;
}) {
  const { filters = [], sort = [] } = sourceOf(config);
  const { added, removed } = chipChanges(changes);
  const hidden = columnsOf(config).filter((column) => column.hidden);
  const sorts = sortsOf(config);
  const chips = filters.length + sorts.length + hidden.length + removed.length;
  if (chips === 0) return null;
  return (
    <ul className={styles.chips} aria-label={t('Filters, order and removed columns')}>
      {filters.map((filter, index) => {
        const said = filterSentence(config, filter);
        const wrong = findings?.filters.get(index);
        return (
          <Chip key={`f${index}`} Icon={FilterIcon} wrong={wrong} added={added.includes(said)}>
            {said}
          </Chip>
        );
      })}
      {sorts.map((one, index) => (
        <Chip
          key={`s${index}`}
          Icon={one.direction === 'desc' ? ArrowDownNarrowWide : ArrowUpNarrowWide}
          wrong={findings?.sorts.get(sort.indexOf(one))}
        >
          {index === 0
            ? t('Sorted by {column}, {direction}', sortWords(config, one))
            : t('then by {column}, {direction}', sortWords(config, one))}
        </Chip>
      ))}
      {hidden.map(({ key, header }) => (
        <Chip key={key} Icon={EyeOff} quiet wrong={findings?.columns.get(key)}>
          {t('Hidden: {header}', { header })}
        </Chip>
      ))}
      {removed.map((header) => (
        <Chip key={header} Icon={Trash2} quiet>
          {rich('Removed: {header}', { header: <s>{header}</s> })}
        </Chip>
      ))}
    </ul>
  );
}

function sortWords(
  config: TableConfig,
  { column, direction }: Readonly<{ column: string; direction: string }>,
) {
  return { column: nameOfReference(config, column), direction: directionWords(direction) };
}

/** The filters that a change adds, and the filters and columns that it takes away. */
function chipChanges(changes: readonly Change[]) {
  const named = (kind: Change['kind'], parts: readonly Change['part'][]) =>
    changes
      .filter((change) => change.kind === kind && parts.includes(change.part))
      .map(({ title }) => title);
  return { added: named('added', ['filters']), removed: named('removed', ['filters', 'columns']) };
}

function Chip({
  Icon,
  quiet = false,
  added = false,
  wrong = [],
  children,
}: {
  Icon: typeof FilterIcon;
  quiet?: boolean;
  added?: boolean;
  wrong?: readonly ErrorDetail[] | undefined;
  children: ReactNode;
}) {
  return (
    <li
      className={`${styles.chip} ${quiet ? styles.quiet : ''} ${added ? styles.added : ''} ${wrong.length > 0 ? styles.wrong : ''}`}
    >
      <Icon size={13} aria-hidden />
      <span>
        {added && <span className={styles.new}>{t('New:')} </span>}
        {children}
        {wrong.map((finding, index) => (
          <span key={index} className={styles.finding}>
            {findingWords(finding)}
          </span>
        ))}
      </span>
    </li>
  );
}
