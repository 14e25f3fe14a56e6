import { ArrowDown, ArrowUp, Check, Copy } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { t } from '../texts/texts.js';
import { isNumeric, sortRows, type Sort } from './tool-results.js';
import styles from './step-row.module.css';

/** A row: what its cells show, and their texts to sort by and to copy. */
interface DataRow {
  texts: readonly string[];
  cells: readonly ReactNode[];
}

/** Rows of data: sorted by a click on a head, copied as a spreadsheet takes them. */
export function DataTable({
  label,
  head,
  rows,
}: {
  label: string;
  head: readonly { text: string; shown: ReactNode }[];
  rows: readonly DataRow[];
}) {
  const [sort, setSort] = useState<Sort>();
  const sorted = sort === undefined ? rows : sortRows(rows, sort);
  const toRight = head.map((_, column) => isNumeric(rows, column) || undefined);
  return (
    <div className={styles.frame}>
      <div className={styles.table} tabIndex={0} role="region" aria-label={label}>
        <table>
          <thead>
            <tr>
              {head.map(({ shown }, column) => (
                <Head
                  key={column}
                  isNumeric={toRight[column]}
                  down={sort?.column === column ? sort.down : undefined}
                  onSort={(down) => setSort({ column, down })}
                >
                  {shown}
                </Head>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.map(({ cells }, row) => (
              <tr key={row}>
                {cells.map((cell, column) => (
                  <td key={column} dir="auto" data-number={toRight[column]}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <CopyTable lines={[head.map(({ text }) => text), ...sorted.map(({ texts }) => texts)]} />
    </div>
  );
}

function Head({
  isNumeric: isRight,
  down,
  onSort,
  children,
}: {
  isNumeric: true | undefined;
  /** How it is sorted by this column; undefined when by another. */
  down: boolean | undefined;
  onSort: (down: boolean) => void;
  children: ReactNode;
}) {
  const Arrow = down === true ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      data-number={isRight}
      aria-sort={down === undefined ? 'none' : down ? 'descending' : 'ascending'}
    >
      <button type="button" onClick={() => onSort(down === false)}>
        {children} <Arrow size={12} aria-hidden data-off={down === undefined || undefined} />
      </button>
    </th>
  );
}

/** The rows as they are sorted, with tabs between their cells. */
function CopyTable({ lines }: { lines: readonly (readonly string[])[] }) {
  const [copied, setCopied] = useState<boolean>();
  const text = () =>
    lines.map((cells) => cells.map((cell) => cell.replaceAll(/\s+/g, ' ')).join('\t')).join('\n');
  const copy = () =>
    navigator.clipboard.writeText(text()).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  const label =
    copied === undefined ? t('Copy the table') : copied ? t('Copied') : t('It could not be copied');
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      onClick={() => void copy()}
    >
      {copied === true ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
    </button>
  );
}
