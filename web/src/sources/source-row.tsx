import { Blocks, FileJson2, Pencil, Search, ServerCog } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMutation } from '@tanstack/react-query';
import { remove, messageOf, postJson } from '../api/client.js';
import { href } from '../shell/route.js';
import { ConfirmedButton } from '../ui/sheet.js';
import { OwnToken, SignIn, SignOut } from './sign-in.js';
import { useDisclosure } from '../ui/hooks.js';
import { ItemRow } from '../ui/item-list.js';
import { t, agentWords, language } from '../texts/texts.js';
import { Notice } from '../ui/notice.js';
import { sourcesChanged, useMoreOf, type SourceInfo } from './queries.js';
import { EditSource } from './source-form.js';
import styles from './sources-page.module.css';

const ICONS = { static: Blocks, openapi: FileJson2, mcp: ServerCog };
const KINDS = () => ({
  static: t('Built in'),
  openapi: t('OpenAPI document'),
  mcp: t('MCP server'),
});
const STATES = () => ({
  ok: { tone: 'good', label: t('Ready') },
  degraded: { tone: 'warn', label: t('Partly ready') },
  down: { tone: 'bad', label: t('Not usable') },
  loading: { tone: 'info', label: t('Being read') },
});

/** What it is, and the short name that its tools begin with: two can have one title. */
function kindWords({ kind, id }: SourceInfo): ReactNode {
  if (kind === 'static') return KINDS()[kind];
  return (
    <>
      <code>{id}</code> · {KINDS()[kind]}
    </>
  );
}

function State({ of: { state } }: { of: SourceInfo }) {
  const { tone, label } = STATES()[state];
  return <span className={`badge ${tone}`}>{label}</span>;
}

/** Why it stands so, in the server's words; of one that is ready or being read the page has words of its own. */
function aboutWords({ kind, state, detail, counts }: SourceInfo): string | undefined {
  if (state === 'loading' || (kind === 'static' && state === 'ok')) return undefined;
  if (state !== 'ok' || counts === undefined || language === 'en') return detail;
  const { offered, declared, wrong } = counts;
  const words = t('{offered} of {declared} are offered.', { offered, declared });
  return wrong === 0
    ? words
    : `${words} ${t('Found wrong in it: {wrong}. “sextant check” lists it.', { wrong })}`;
}

/** One source: how it stands, what it gives, and what of it is not offered. */
export function SourceRow({ source }: { source: SourceInfo }) {
  const { id, kind, tools, changes, removable } = source;
  const title = kind === 'static' ? agentWords(source.title) : source.title;
  const { opener, isOpen, toggle, close } = useDisclosure();
  return (
    <ItemRow
      Icon={ICONS[kind]}
      name={title}
      about={aboutWords(source)}
      badges={<State of={source} />}
      facts={[
        kindWords(source),
        t('{n} read | {n} reads', { n: tools - changes }),
        t('{n} change | {n} changes', { n: changes }),
      ]}
      note={
        <>
          <LeftOut source={source} />
          {isOpen && <EditSource id={id} onClose={close} />}
        </>
      }
    >
      {source.forwards === true && <OwnToken source={id} />}
      {source.sign_in === 'done' && <SignOut source={id} title={title} />}
      {tools > 0 && kind !== 'static' && (
        <a
          className="button"
          href={href('tools', [], { context: id })}
          aria-label={t('Try a sentence: {title}', { title })}
        >
          <Search size={14} aria-hidden /> {t('Try a sentence')}
        </a>
      )}
      {removable && (
        <button
          ref={opener}
          type="button"
          className="button"
          aria-expanded={isOpen}
          aria-label={t('Edit: {name}', { name: title })}
          onClick={toggle}
        >
          <Pencil size={14} aria-hidden /> {t('Edit')}
        </button>
      )}
      {removable && <RemoveSource id={id} title={title} />}
    </ItemRow>
  );
}

function RemoveSource({ id, title }: Pick<SourceInfo, 'id' | 'title'>) {
  return (
    <ConfirmedButton
      name={title}
      verb={t('Remove')}
      question={t('Remove “{title}”?', { title })}
      remove={async () => {
        await remove(`/v1/agent/sources/${encodeURIComponent(id)}`);
        await sourcesChanged();
      }}
    >
      {t(
        'Its tools and its agent are gone for everybody. Previews of its changes can no longer be accepted.',
      )}
    </ConfirmedButton>
  );
}

function LeftOut({
  source: { id, title, refused, quarantined, sign_in: signIn, ...totals },
}: {
  source: SourceInfo;
}) {
  return (
    <>
      {signIn === 'needed' && <SignIn source={id} title={title} />}
      {quarantined.length > 0 && (
        <WaitingTools source={id} tools={quarantined} total={totals.quarantined_total} />
      )}
      {refused.length > 0 && <Refused id={id} first={refused} total={totals.refused_total} />}
    </>
  );
}

function Refused({
  id,
  first,
  total,
}: Pick<SourceInfo, 'id'> & { first: SourceInfo['refused']; total: number }) {
  const more = useMoreOf(id);
  const shown = [...first, ...more.pages.flatMap(({ refused }) => refused)];
  return (
    <details className={styles.left}>
      <summary>{t('Tools that are not offered: {n}', { n: total })}</summary>
      <ul>
        {shown.map(({ tool, reason }) => (
          <li key={tool}>
            <code>{tool}</code> {reason}
          </li>
        ))}
        <More count={total - shown.length} more={more} />
      </ul>
    </details>
  );
}

const WHY = () => ({
  new: t('is new'),
  changed: t('is not what was approved'),
  suspicious: t('has a suspicious description'),
});

type Waiting = SourceInfo['quarantined'];

/** Tools that wait for approval, each with what is new or other; approving takes them exactly as shown. */
function WaitingTools({ source, tools, total }: { source: string; tools: Waiting; total: number }) {
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
