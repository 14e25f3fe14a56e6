import { useMutation } from '@tanstack/react-query';
import { messageOf, postJson } from '../api/client.js';
import { Notice } from '../ui/notice.js';
import { sourcesChanged, useMoreOf } from './queries.js';
import type { SourceInfo } from './wire.js';
import { t } from '../texts/core.js';
import styles from './sources-page.module.css';

const WHY = () => ({
  new: t('is new'),
  changed: t('is not what was approved'),
  suspicious: t('has a suspicious description'),
});

type Waiting = SourceInfo['quarantined'];

/** Tools that wait for approval, each with what is new or other; approving takes them exactly as shown. */
export function WaitingTools({
  source,
  tools,
  total,
}: {
  source: string;
  tools: Waiting;
  total: number;
}) {
  const more = useMoreOf(source);
  const shown = [...tools, ...more.pages.flatMap(({ quarantined }) => quarantined)];
  const approving = useMutation({
    mutationFn: async (chosen: Waiting) => {
      const seen = chosen.map(({ tool, sha256 }) => ({ tool, sha256 }));
      const path = `/v1/agent/sources/${encodeURIComponent(source)}/approve`;
      await postJson(path, { tools: seen });
    },
    onSettled: sourcesChanged,
  });
  return (
    <details className={styles.left} open>
      <summary>{t('Tools that wait for approval: {n}', { n: total })}</summary>
      {approving.isError && <Notice tone="bad">{messageOf(approving.error)}</Notice>}
      <ul>
        {shown.map((one) => (
          <li key={one.tool}>
            <code>{one.tool}</code> {[WHY()[one.why], ...one.suspicions].join('; ')}
            <Changes changes={one.changes} />
            <button
              type="button"
              className="button"
              disabled={approving.isPending}
              onClick={() => approving.mutate([one])}
              aria-label={t('Approve {tool}', { tool: one.tool })}
            >
              {t('Approve')}
            </button>
          </li>
        ))}
        <More count={total - shown.length} more={more} />
      </ul>
    </details>
  );
}

/** How many more there are than those that are shown, and the way to them. */
export function More({
  count,
  more: { fetchNextPage, isFetching, error },
}: {
  count: number;
  more: ReturnType<typeof useMoreOf>;
}) {
  if (count <= 0) return null;
  return (
    <li>
      <button
        type="button"
        className="text-button"
        disabled={isFetching}
        onClick={() => void fetchNextPage()}
      >
        {t('… and {n} more', { n: count })}
      </button>
      {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
    </li>
  );
}

function Changes({ changes }: { changes: Waiting[number]['changes'] }) {
  return (
    <dl className={styles.changes}>
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            {before !== undefined && <del>{before}</del>}{' '}
            {after !== undefined && <ins>{after}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
