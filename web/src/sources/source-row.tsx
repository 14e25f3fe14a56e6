import { Blocks, FileJson2, Search, ServerCog } from 'lucide-react';
import { remove } from '../api/client.js';
import { href } from '../shell/route.js';
import { ConfirmedButton } from '../ui/confirmed-button.js';
import { ItemRow } from '../ui/item-row.js';
import { sourcesChanged } from './queries.js';
import { SignIn, SignOut } from './sign-in.js';
import { WaitingTools } from './waiting-tools.js';
import type { SourceInfo } from './wire.js';
import styles from './sources-page.module.css';

const ICONS = { static: Blocks, openapi: FileJson2, mcp: ServerCog };
const KINDS = { static: 'Built in', openapi: 'OpenAPI document', mcp: 'MCP server' };
const STATES = {
  ok: { tone: 'good', label: 'Ready' },
  degraded: { tone: 'warn', label: 'Partly ready' },
  down: { tone: 'bad', label: 'Not usable' },
  loading: { tone: 'info', label: 'Being read' },
};

/** One source: how it stands, what it gives, and what of it is not offered. */
export function SourceRow({ source }: { source: SourceInfo }) {
  const { id, title, kind, state, detail, tools, changes, removable } = source;
  const { tone, label } = STATES[state];
  return (
    <ItemRow
      Icon={ICONS[kind]}
      name={title}
      about={detail}
      badges={<span className={`badge ${tone}`}>{label}</span>}
      facts={[KINDS[kind], counted(tools - changes, 'read'), counted(changes, 'change')]}
      note={<LeftOut source={source} />}
    >
      {source.sign_in === 'done' && <SignOut source={id} title={title} />}
      {tools > 0 && kind !== 'static' && (
        <a
          className="button"
          href={href('tools', [], { context: id })}
          aria-label={`Try a sentence: ${title}`}
        >
          <Search size={14} aria-hidden /> Try a sentence
        </a>
      )}
      {removable && (
        <ConfirmedButton
          name={title}
          verb="Remove"
          question={`Remove “${title}”?`}
          remove={async () => {
            await remove(`/v1/agent/sources/${encodeURIComponent(id)}`);
            await sourcesChanged();
          }}
        >
          Its tools and its agent are gone for everybody. Previews of its changes can no longer be
          accepted.
        </ConfirmedButton>
      )}
    </ItemRow>
  );
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function LeftOut({
  source: { id, title, refused, quarantined, sign_in: signIn },
}: {
  source: SourceInfo;
}) {
  return (
    <>
      {signIn === 'needed' && <SignIn source={id} title={title} />}
      {quarantined.length > 0 && <WaitingTools source={id} tools={quarantined} />}
      {refused.length > 0 && (
        <details className={styles.left}>
          <summary>Tools that are not offered: {refused.length}</summary>
          <ul>
            {refused.map(({ tool, reason }) => (
              <li key={tool}>
                <code>{tool}</code> {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
