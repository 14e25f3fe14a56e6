import { Blocks, FileJson2, Pencil, Search, ServerCog } from 'lucide-react';
import { useState } from 'react';
import { remove } from '../api/client.js';
import { href } from '../shell/route.js';
import { ConfirmedButton } from '../ui/confirmed-button.js';
import OwnToken from '../sign-in/own-token.js';
import { ItemRow } from '../ui/item-row.js';
import { sourcesChanged, useMoreOf } from './queries.js';
import { EditSource } from './source-form.js';
import { SignIn, SignOut } from './sign-in.js';
import { More, WaitingTools } from './waiting-tools.js';
import type { SourceInfo } from './wire.js';
import { t } from '../texts/core.js';
import { agentWords } from '../texts/texts.js';
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

/** One source: how it stands, what it gives, and what of it is not offered. */
export function SourceRow({ source }: { source: SourceInfo }) {
  const { id, kind, state, detail, tools, changes, removable } = source;
  const title = kind === 'static' ? agentWords(source.title) : source.title;
  const { tone, label } = STATES()[state];
  const [edits, setEdits] = useState(false);
  return (
    <ItemRow
      Icon={ICONS[kind]}
      name={title}
      about={detail}
      badges={<span className={`badge ${tone}`}>{label}</span>}
      facts={[
        KINDS()[kind],
        t('{n} read | {n} reads', { n: tools - changes }),
        t('{n} change | {n} changes', { n: changes }),
      ]}
      note={
        <>
          <LeftOut source={source} />
          {edits && <EditSource id={id} onClose={() => setEdits(false)} />}
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
          type="button"
          className="button"
          aria-expanded={edits}
          aria-label={t('Edit: {name}', { name: title })}
          onClick={() => setEdits(!edits)}
        >
          <Pencil size={14} aria-hidden /> {t('Edit')}
        </button>
      )}
      {removable && <RemoveSource {...{ id, title }} />}
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
