import {
  ArrowDownNarrowWide,
  ArrowUpNarrowWide,
  EyeOff,
  Filter as FilterIcon,
  Trash2,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { ErrorDetail } from '../../../src/foundation/errors.js';
import type { TableConfig } from '../../../src/platform/tables/table-config.model.js';
import { directionWords } from './config-changes.js';
import type { PlacedFindings } from './findings.js';
import { filterSentence } from './sentences.js';
import { columnsOf, nameOfReference, sortsOf, sourceOf } from './table-columns.js';
import styles from './table-chips.module.css';

/** Which rows a table has, in which order, and what it does not show: one chip each. */
export function TableChips({
  config,
  removed,
  findings,
}: {
  config: TableConfig;
  removed: readonly string[];
  findings: PlacedFindings | undefined;
}) {
  const { filters = [], sort = [] } = sourceOf(config);
  const hidden = columnsOf(config).filter((column) => column.hidden);
  const sorts = sortsOf(config);
  const chips = filters.length + sorts.length + hidden.length + removed.length;
  if (chips === 0) return null;
  return (
    <ul className={styles.chips} aria-label="Filters, order and what is not shown">
      {filters.map((filter, index) => (
        <Chip key={`f${index}`} Icon={FilterIcon} wrong={findings?.filters.get(index)}>
          {filterSentence(config, filter)}
        </Chip>
      ))}
      {sorts.map((one, index) => (
        <Chip
          key={`s${index}`}
          Icon={one.direction === 'desc' ? ArrowDownNarrowWide : ArrowUpNarrowWide}
          wrong={findings?.sorts.get(sort.indexOf(one))}
        >
          {index === 0 ? 'Sorted by ' : 'then by '}
          {nameOfReference(config, one.column)}, {directionWords(one.direction)}
        </Chip>
      ))}
      {hidden.map(({ key, header }) => (
        <Chip key={key} Icon={EyeOff} quiet wrong={findings?.columns.get(key)}>
          Hidden: {header}
        </Chip>
      ))}
      {removed.map((header) => (
        <Chip key={header} Icon={Trash2} quiet>
          Taken away: <s>{header}</s>
        </Chip>
      ))}
    </ul>
  );
}

function Chip({
  Icon,
  quiet = false,
  wrong = [],
  children,
}: {
  Icon: typeof FilterIcon;
  quiet?: boolean;
  wrong?: readonly ErrorDetail[] | undefined;
  children: ReactNode;
}) {
  return (
    <li
      className={`${styles.chip} ${quiet ? styles.quiet : ''} ${wrong.length > 0 ? styles.wrong : ''}`}
    >
      <Icon size={13} aria-hidden />
      <span>
        {children}
        {wrong.map(({ message }, index) => (
          <span key={index} className={styles.finding}>
            {message}
          </span>
        ))}
      </span>
    </li>
  );
}
