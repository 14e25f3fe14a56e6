import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { PageFrame, BackLink, ListFrame } from '../../ui/frames.js';
import { href, navigate, useRoute } from '../../shell/route.js';
import { Segments } from '../../ui/controls.js';
import { SET_STATES } from '../sets/change-set.js';
import Plan from '../sets/plan.js';
import { t, rich, formatLocale } from '../../texts/texts.js';
import { PAGE_SIZE, usePreviews } from '../../api/queries.js';
import { Pager } from '../../ui/item-list.js';
import { getJson } from '../../api/client.js';
import { FailedQuery, Notice } from '../../ui/notice.js';
import { title } from '../../ui/format.js';
import { CHANGE_STATES } from '../change-states.js';
import { ChangeRow } from './change-row.js';
import styles from './changes-page.module.css';

const AUDIT = 'audit';

/** What was proposed and what became of it: its history, one plan, and the log of all users for operators. */
export default function ChangesPage() {
  const [place] = useRoute().path;
  if (place !== undefined && place !== AUDIT) return <OnePlan id={place} />;
  return (
    <PageFrame
      title={t('Changes')}
      about={t(
        'What was proposed in your chats, and what became of it. Nothing is saved until you accept it.',
      )}
      actions={<Tabs isAudit={place === AUDIT} />}
    >
      {place === AUDIT ? <AuditLog /> : <History />}
    </PageFrame>
  );
}

/** Where no tokens are checked everybody on this machine is an operator. */
function Tabs({ isAudit }: { isAudit: boolean }) {
  return (
    <Segments
      label={t('Which changes')}
      chosen={isAudit ? 'audit' : 'own'}
      choices={{ own: { label: t('Yours') }, audit: { label: t('Audit log') } }}
      onChoose={(tab) => navigate(href('changes', tab === 'audit' ? [AUDIT] : []))}
    />
  );
}

function OnePlan({ id }: { id: string }) {
  return (
    <section className={styles.one} aria-label={t('Plan')}>
      <h1 className="visually-hidden">{t('Plan')}</h1>
      <div className={styles.back}>
        <BackLink to={href('changes')} label={t('Changes')} />
      </div>
      <div className={`card ${styles.card}`}>
        <Plan key={id} id={id} />
      </div>
    </section>
  );
}

/** The user's changes, the newest first; each leads to its plan where it has one. */
export function History() {
  const asked = Number(useRoute().query.get('page') ?? 1);
  const page = Math.max(0, Math.trunc(asked || 1) - 1);
  const turn = (to: number) =>
    navigate(href('changes', [], to === 0 ? {} : { page: String(to + 1) }));
  const previews = usePreviews(undefined, page);
  return (
    <>
      <h2 className="visually-hidden">{t('History')}</h2>
      <div className={styles.pager}>
        <Pager
          page={page}
          size={PAGE_SIZE}
          total={previews.data?.total}
          onTurn={turn}
          noun={t('change')}
          plural={t('changes')}
        />
      </div>
      <ListFrame
        asked={previews}
        empty={
          <p>
            {rich('Nothing has been proposed yet. Ask for a change in a {link}.', {
              link: <a href={href('chat')}>{t('chat')}</a>,
            })}
          </p>
        }
        onFirst={() => turn(0)}
      >
        {(preview) => <ChangeRow preview={preview} />}
      </ListFrame>
    </>
  );
}

interface AuditEntry {
  seq: number;
  facts: {
    at: string;
    action: string;
    actor: string;
    owner?: string;
    description?: string;
    preview_id?: string;
    source?: string;
    state?: string;
    reason?: string;
  };
}

interface AuditPage {
  items: readonly AuditEntry[];
  head: { seq: number; hash: string };
}

const SIZE = 100;

/** What all users proposed, decided and sent, for operators; others are told that they are none. */
export function AuditLog() {
  const log = useInfiniteQuery({
    queryKey: ['audit'],
    queryFn: ({ pageParam, signal }) =>
      getJson<AuditPage>(`/v1/agent/audit?limit=${SIZE}&after=${pageParam}`, signal),
    initialPageParam: 0,
    getNextPageParam: ({ items, head }) => {
      const last = items.at(-1)?.seq;
      return last !== undefined && last < head.seq ? last : undefined;
    },
    retry: false,
  });
  if (log.isError) return <FailedQuery error={log.error} again={log.refetch} />;
  if (log.data === undefined) return <p className="quiet">{t('Loading…')}</p>;
  const entries = log.data.pages.flatMap(({ items }) => items);
  // Only what was proposed is described; what came of it is known by its id.
  const described = new Map(
    entries.flatMap(({ facts: { preview_id: id, description } }) =>
      id === undefined || description === undefined ? [] : [[id, description] as const],
    ),
  );
  return (
    <>
      <Chain />
      <div className={styles.table} tabIndex={0} role="region" aria-label={t('Entries of the log')}>
        <table className={styles.entries}>
          <thead>
            <tr>
              {[t('No.'), t('When'), t('Who'), t('What'), t('Of##whose change')].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <Row key={entry.seq} entry={entry} described={described} />
            ))}
          </tbody>
        </table>
      </div>
      {log.hasNextPage && (
        <button type="button" className="button" onClick={() => void log.fetchNextPage()}>
          {t('Show more')}
        </button>
      )}
    </>
  );
}

const ACTIONS = (): Readonly<Record<string, string>> => ({
  proposed: t('Proposed'),
  superseded: t('Replaced'),
  approval_asked: t('Approval asked for'),
  approved: t('Approved'),
  rejected: t('Rejected'),
  set_accepted: t('Plan accepted'),
  sent: t('Sent'),
  answered: t('Answered'),
  released: t('Not applied, can be tried again'),
  cut: t('Older entries deleted'),
});

/** A state of a change, or of a plan, in words. */
function labelOf(state: string): string {
  const words: Readonly<Record<string, { label: string }>> = {
    ...SET_STATES(),
    ...CHANGE_STATES(),
  };
  return words[state]?.label ?? state;
}

function Row({
  entry: { seq, facts },
  described,
}: {
  entry: AuditEntry;
  described: ReadonlyMap<string, string>;
}) {
  const { at, actor, action, state, reason, preview_id: id = '', source, owner } = facts;
  return (
    <tr>
      <td>{seq}</td>
      <td>
        <time dateTime={at}>
          {new Date(at).toLocaleString(formatLocale, { dateStyle: 'medium', timeStyle: 'medium' })}
        </time>
      </td>
      <td>{actor}</td>
      <td>
        {ACTIONS()[action] ?? title(action)}
        {state !== undefined && `: ${labelOf(state)}`}
        {reason !== undefined && <bdi> ({reason})</bdi>}
      </td>
      <td>
        <bdi>{facts.description ?? described.get(id) ?? id}</bdi>
        {source !== undefined && <span className="quiet"> · {source}</span>}
        {owner !== undefined && <span className="quiet"> {t('· of {owner}', { owner })}</span>}
      </td>
    </tr>
  );
}

/** Whether nobody has altered the log. */
function Chain() {
  const { data } = useQuery({
    queryKey: ['audit', 'verify'],
    queryFn: ({ signal }) =>
      getJson<{ ok: boolean; entries: number; fault?: unknown }>('/v1/agent/audit/verify', signal),
    retry: false,
  });
  if (data === undefined) return null;
  return data.ok ? (
    <p className="quiet small">
      {t('The chain of {entries} entries is whole: nothing was altered.', {
        entries: data.entries,
      })}
    </p>
  ) : (
    <Notice tone="bad">
      <p>{t('The log was altered: {stringify}', { stringify: JSON.stringify(data.fault) })}</p>
    </Notice>
  );
}
