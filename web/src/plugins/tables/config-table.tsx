import { ArrowDown, ArrowUp, ArrowUpDown, Check, Minus } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import type { ErrorDetail } from '../../../../src/foundation/errors.js';
import type { ConditionalFormat, TableConfig } from '../../../../src/platform/types.js';
import { findingWords } from '../../ui/format.js';
import { cellText, toneOf } from './cell-text.js';
import { columnsOf, type SortWish, type Row, type TableColumn } from './table-columns.js';
import { t } from './texts.js';
import styles from './config-table.module.css';

/** What stands in the head of a table beside the names. */
export interface HeadNotes {
  /** The order that the rows have, first one first. */
  sorts: readonly SortWish[];
  onSort: (key: string) => void;
  /** What a change does to a column. */
  marks?: ReadonlyMap<string, 'added' | 'changed'> | undefined;
  findings?: ReadonlyMap<string, readonly ErrorDetail[]>;
}

/** A configured table: its visible columns in their order, formats and alignment, with the rows given. */
export function ConfigTable({
  config,
  rows,
  caption,
  stale = false,
  ...notes
}: HeadNotes & {
  config: TableConfig;
  rows: readonly Row[];
  caption: string;
  /** Other rows are on their way. */
  stale?: boolean;
}) {
  const columns = columnsOf(config).filter(({ hidden }) => !hidden);
  const region = useRef<HTMLDivElement>(null);
  const wrong = columns.find(({ key }) => notes.findings?.has(key))?.key;
  useEffect(() => {
    if (wrong !== undefined) showColumn(region.current);
  }, [wrong]);
  const rules = config.visual_settings.conditional_formatting ?? [];
  return (
    <div
      ref={region}
      className={styles.region}
      role="region"
      aria-label={t('{caption}, rows', { caption })}
      tabIndex={0}
    >
      <table className={styles.table} aria-busy={stale} data-stale={stale || undefined}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} {...notes} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <BodyRow key={index} row={row} columns={columns} rules={rules} marks={notes.marks} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function BodyRow({
  row,
  columns,
  rules,
  marks,
}: {
  row: Row;
  columns: readonly TableColumn[];
  rules: readonly ConditionalFormat[];
  marks: HeadNotes['marks'];
}) {
  return (
    <tr>
      {columns.map((column) => (
        <Cell
          key={column.key}
          column={column}
          value={row[column.key]}
          mark={marks?.get(column.key)}
          tone={toneOf(rules, column.key, row[column.key])}
        />
      ))}
    </tr>
  );
}

/** How much of the column before is left to be seen, in pixels. */
const BEFORE = 96;

/** Brings the first column with a finding into sight, sideways only. */
function showColumn(region: HTMLElement | null): void {
  const head = region?.querySelector<HTMLElement>('th[data-wrong]');
  if (region && head) region.scrollTo({ left: head.offsetLeft - BEFORE });
}

function HeadCell({ column, sorts, onSort, marks, findings }: HeadNotes & { column: TableColumn }) {
  const { key, header, align, sortable, width } = column;
  const note = useId();
  const place = sorts.findIndex((sort) => sort.column === key);
  const sort = sorts[place];
  const mark = marks?.get(key);
  const wrong = findings?.get(key) ?? [];
  return (
    <th
      scope="col"
      className={`${styles[align]} ${mark === undefined ? '' : styles[mark]} ${wrong.length > 0 ? styles.wrong : ''}`}
      style={width === undefined ? undefined : { minWidth: Math.min(width, 480) }}
      data-wrong={wrong.length > 0 || undefined}
      aria-sort={sort === undefined || place > 0 ? undefined : ariaSort(sort)}
      aria-describedby={mark !== undefined || wrong.length > 0 ? note : undefined}
    >
      {sortable ? (
        <button type="button" className={styles.sort} onClick={() => onSort(key)}>
          {header}
          <SortMark sort={sort} place={sorts.length > 1 ? place + 1 : 0} />
        </button>
      ) : (
        <span className={styles.name}>
          {header} <SortMark sort={sort} place={sorts.length > 1 ? place + 1 : 0} fixed />
        </span>
      )}
      <span id={note} className={styles.notes}>
        {mark !== undefined && (
          <span className={styles.mark}>{mark === 'added' ? t('New') : t('Changed')}</span>
        )}
        {wrong.map((finding, index) => (
          <span key={index} className={styles.finding}>
            {findingWords(finding)}
          </span>
        ))}
      </span>
    </th>
  );
}

function ariaSort({ direction }: SortWish): 'ascending' | 'descending' {
  return direction === 'desc' ? 'descending' : 'ascending';
}

function SortMark({
  sort,
  place,
  fixed = false,
}: {
  sort: SortWish | undefined;
  place: number;
  fixed?: boolean;
}) {
  if (sort === undefined) {
    return fixed ? null : <ArrowUpDown size={13} aria-hidden className={styles.unsorted} />;
  }
  const Icon = sort.direction === 'desc' ? ArrowDown : ArrowUp;
  return (
    <span className={styles.sorted}>
      <Icon size={13} aria-hidden />
      {place > 0 && <span aria-hidden>{place}</span>}
      <span className="visually-hidden">{sortedWords(ariaSort(sort), place)}</span>
    </span>
  );
}

function sortedWords(way: 'ascending' | 'descending', place: number): string {
  if (place === 0) return way === 'ascending' ? t('sorted ascending') : t('sorted descending');
  return way === 'ascending'
    ? t('sorted ascending, {place}.', { place })
    : t('sorted descending, {place}.', { place });
}

function Cell({
  column,
  value,
  mark,
  tone,
}: {
  column: TableColumn;
  value: unknown;
  mark: 'added' | 'changed' | undefined;
  tone: string | undefined;
}) {
  const { text, as, title } = cellText(value, column);
  const long = text.length > 60;
  return (
    <td
      className={`${styles[column.align]} ${mark === 'added' ? styles.added : ''} ${long ? styles.long : ''}`}
      title={title}
    >
      <span className={tone === undefined ? '' : `${styles.tone} ${styles[tone]}`}>
        {as === 'badge' && <span className="badge">{text}</span>}
        {(as === 'yes' || as === 'no') && (
          <span className={styles.truth}>
            {as === 'yes' ? <Check size={14} aria-hidden /> : <Minus size={14} aria-hidden />}
            {text}
          </span>
        )}
        {as === 'empty' && (
          <span className="quiet">
            <span aria-hidden>{text}</span>
            <span className="visually-hidden">{t('empty')}</span>
          </span>
        )}
        {as === 'text' && <LinkLike column={column}>{text}</LinkLike>}
      </span>
    </td>
  );
}

/** A link of the real page leads nowhere here: it is shown as one, and not followed. */
function LinkLike({ column, children }: { column: TableColumn; children: string }) {
  const { link } = column.visual;
  if (link === undefined) return <>{children}</>;
  return (
    <span className={styles.link} title={t('On the page, a link to {url}', { url: link.url })}>
      {children}
    </span>
  );
}
