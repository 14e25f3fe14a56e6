import { Check, CircleHelp, CircleStop, LoaderCircle, X } from 'lucide-react';
import type { Provision } from './api.js';
import { title } from '../../ui/value-words.js';
import { safeLink } from '../../chat/safe-link.js';
import type { Finding, FoundItem } from './findings.js';
import { nameOf } from './provisions.js';
import { t } from './texts.js';
import styles from './findings-panel.module.css';

const ICONS = {
  running: LoaderCircle,
  done: Check,
  failed: X,
  stopped: CircleStop,
  unknown: CircleHelp,
} as const;
/** The rest of a long list is a click away in the step itself. */
const SHOWN = 8;

/** The results of an answer's tools in the order they were asked; a provision opens in the graph. */
export function FindingsList({
  findings,
  onOpen,
}: {
  findings: readonly Finding[];
  onOpen: (id: number) => void;
}) {
  return (
    <ol className={styles.list}>
      {findings.map((finding) => (
        <li key={finding.id} className={`card ${styles.finding} ${styles[finding.state]}`}>
          <Head finding={finding} />
          {finding.provisions.length > 0 && (
            <ul className={styles.items}>
              {finding.provisions.slice(0, SHOWN).map((provision) => (
                <li key={provision.id}>
                  <ProvisionButton provision={provision} onOpen={onOpen} />
                </li>
              ))}
            </ul>
          )}
          {finding.items.length > 0 && (
            <ul className={styles.items}>
              {finding.items.slice(0, SHOWN).map((item, at) => (
                <li key={at}>
                  <Item item={item} />
                </li>
              ))}
            </ul>
          )}
          <More count={Math.max(finding.provisions.length, finding.items.length) - SHOWN} />
        </li>
      ))}
    </ol>
  );
}

function Head({ finding }: { finding: Finding }) {
  const Icon = ICONS[finding.state];
  return (
    <div className={styles.head}>
      <Icon
        size={14}
        role="img"
        aria-label={finding.state}
        className={finding.state === 'running' ? 'spin' : undefined}
      />
      <span className={styles.tool}>{title(finding.tool)}</span>
      {finding.asked !== '' && <span className={styles.asked}>{finding.asked}</span>}
      <span className={styles.summary}>{finding.summary}</span>
    </div>
  );
}

function ProvisionButton({
  provision,
  onOpen,
}: {
  provision: Provision;
  onOpen: (id: number) => void;
}) {
  return (
    <button type="button" className={styles.item} onClick={() => onOpen(provision.id)}>
      <span className={styles.name}>{nameOf(provision)}</span>{' '}
      <span className="quiet">{provision.title}</span>
    </button>
  );
}

function Item({ item: { title, line, url } }: { item: FoundItem }) {
  const link = safeLink(url);
  return (
    <p className={styles.item}>
      {link === undefined ? (
        <span className={styles.name}>{title}</span>
      ) : (
        <a href={link.href} target="_blank" rel="noopener noreferrer nofollow">
          {title}
        </a>
      )}
      {link?.host !== undefined && <span className="quiet"> ({link.host})</span>}{' '}
      <span className="quiet">{line}</span>
    </p>
  );
}

function More({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <p className="quiet small">
      {t('and {count} more: open the step in the chat to see them', { count })}
    </p>
  );
}
