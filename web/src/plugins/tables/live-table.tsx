import { RefreshCw, RotateCcw } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import type { TableConfig } from '../../../../src/platform/types.js';
import { defined } from '../../../../src/foundation/defined.js';
import { ApiProblem, messageOf } from '../../api/client.js';
import { Notice } from '../../ui/notice.js';
import { SearchField } from '../../ui/controls.js';
import { useLiveRows, type LiveRows } from './api.js';
import { columnMarks, type Change } from './config-changes.js';
import { ConfigTable } from './config-table.js';
import { TableChips } from './table-chips.js';
import type { PlacedFindings } from './findings.js';
import { columnsOf, nextSort, sortsOf, type SortWish } from './table-columns.js';
import { t } from './texts.js';
import styles from './config-table.module.css';

interface LiveTableProps {
  config: TableConfig;
  caption: string;
  /** Rows to show until live ones have come. */
  sample?: LiveRows | undefined;
  /** What a change does to the table. */
  changes?: readonly Change[];
  findings?: PlacedFindings | undefined;
  /** Not to be asked for now, because the config is not valid or not checked. */
  paused?: boolean;
}

/** A config with live rows: another order and a search can be tried, which changes nothing stored. */
export function LiveTable(props: LiveTableProps) {
  const { config, caption, sample, changes = [], findings, paused = false } = props;
  const [sort, setSort] = useState<SortWish>();
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search.trim());
  const known = columnsOf(config).some(({ key }) => key === sort?.column);
  const tried = known ? sort : undefined;
  const live = useLiveRows(
    {
      config,
      ...defined({ search: wanted === '' ? undefined : wanted, sort: tried && [tried] }),
    },
    sample,
    paused,
  );
  const own = sortsOf(config);
  const sorts = tried === undefined ? own : [tried];
  const rows = live.data ?? sample;
  return (
    <div className={styles.live}>
      <TableChips config={config} changes={changes} findings={findings} />
      <Tools
        search={search}
        onSearch={setSearch}
        ownOrder={tried === undefined ? undefined : () => setSort(undefined)}
        busy={live.isFetching}
        refresh={paused ? undefined : live.refetch}
      />
      {live.isError && <RowsProblem error={live.error} shown={rows !== undefined} />}
      {rows !== undefined && (
        <ConfigTable
          config={config}
          rows={rows.rows}
          caption={caption}
          stale={live.isPlaceholderData}
          sorts={sorts}
          onSort={(key) => setSort(nextSort(tried, own[0], key))}
          marks={columnMarks(changes)}
          {...defined({ findings: findings?.columns })}
        />
      )}
      {rows === undefined && live.isFetching && (
        <p className="quiet small">{t('Loading the rows…')}</p>
      )}
      <Count rows={rows} search={wanted} paused={paused} />
    </div>
  );
}

function Tools({
  search,
  onSearch,
  ownOrder,
  busy,
  refresh,
}: {
  search: string;
  onSearch: (search: string) => void;
  /** Goes back to the table's own order; undefined while it has that. */
  ownOrder: (() => void) | undefined;
  busy: boolean;
  refresh: (() => unknown) | undefined;
}) {
  return (
    <div className={styles.tools}>
      <SearchField label={t('Search the rows')} value={search} onChange={onSearch} />
      {ownOrder !== undefined && (
        <button type="button" className="button quiet" onClick={ownOrder}>
          <RotateCcw size={14} aria-hidden /> {t('Own order')}
        </button>
      )}
      <button
        type="button"
        className="button"
        disabled={busy || refresh === undefined}
        onClick={() => void refresh?.()}
      >
        <RefreshCw size={14} aria-hidden className={busy ? 'spin' : undefined} />
        {t('Refresh')}
      </button>
    </div>
  );
}

function Count({
  rows,
  search,
  paused,
}: {
  rows: LiveRows | undefined;
  search: string;
  paused: boolean;
}) {
  return (
    <p className={styles.count} role="status">
      {rows !== undefined && countWords(rows, search)}
      {paused && ` ${t('These rows are from before your edit.')}`}
    </p>
  );
}

function countWords({ rows, total, notes }: LiveRows, search: string): string {
  const found =
    rows.length === 0
      ? search === ''
        ? t('No rows match the filters.')
        : t('No rows contain “{search}”.', { search })
      : rows.length < total
        ? t('The first {first} of {n} row. | The first {first} of {n} rows.', {
            first: rows.length,
            n: total,
          })
        : t('{n} row. | {n} rows.', { n: total });
  return [found, ...notes].join(' ');
}

/** Findings of a config are drawn in place; here stands why there are no rows. */
function RowsProblem({ error, shown }: { error: unknown; shown: boolean }) {
  const invalid = error instanceof ApiProblem && error.code === 'invalid_config';
  return (
    <Notice tone="warn">
      <p>
        {invalid ? t('This table is not valid, so its rows cannot be read.') : messageOf(error)}
        {shown && ` ${t('These rows are from before.')}`}
      </p>
    </Notice>
  );
}
