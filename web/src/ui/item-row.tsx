import { MessageSquare, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Facts } from './facts.js';
import { ago } from './format.js';
import { t } from '../texts/core.js';
import { formatLocale } from '../texts/texts.js';
import styles from './item-list.module.css';

/** One thing in a list: its name leads to it, beside it stands what can be done with it. */
export function ItemRow({
  Icon,
  name,
  href,
  about,
  badges,
  facts,
  note,
  children,
}: {
  Icon: LucideIcon;
  name: string;
  /** Absent where there is nothing to open. */
  href?: string | undefined;
  about?: string | undefined;
  badges?: ReactNode;
  /** Short facts in one line. */
  facts: readonly ReactNode[];
  /** Below the facts. */
  note?: ReactNode;
  /** Buttons and links. */
  children?: ReactNode;
}) {
  return (
    <div className={styles.row}>
      <Icon size={17} aria-hidden />
      <div className={styles.words}>
        <h3>
          {href === undefined ? name : <a href={href}>{name}</a>} {badges}
        </h3>
        <Facts about={about} facts={facts} />
        {note}
      </div>
      {children !== undefined && <div className={styles.actions}>{children}</div>}
    </div>
  );
}

/** The way to a chat in which a thing is open. */
export function ContinueInChat({ to, name }: { to: string; name: string }) {
  return (
    <a className="button" href={to} aria-label={t('Continue in chat: {name}', { name })}>
      <MessageSquare size={14} aria-hidden /> {t('Continue in chat')}
    </a>
  );
}

/** When something was done; the whole time is shown on hover. */
export function When({ at, done }: { at: string; done: string }) {
  const date = new Date(at);
  const whole = date.toLocaleString(formatLocale, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <>
      {done}{' '}
      <time dateTime={at} title={whole}>
        {ago(date, new Date())}
      </time>
    </>
  );
}
