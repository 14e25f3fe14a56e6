import { AlertTriangle, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { messageOf } from '../api/client.js';
import { t } from '../texts/texts.js';
import styles from './notice.module.css';

/** A box that says something the user should know; `bad` is read out at once. */
export function Notice({
  tone = 'info',
  children,
}: {
  tone?: 'info' | 'warn' | 'bad';
  children: ReactNode;
}) {
  const Icon = tone === 'info' ? Info : AlertTriangle;
  return (
    <div className={`${styles.notice} ${styles[tone]}`} role={tone === 'bad' ? 'alert' : undefined}>
      <Icon size={16} aria-hidden />
      <div className={styles.body}>{children}</div>
    </div>
  );
}

/** A question to the server that failed, in its own words, with a way to ask again. */
export function FailedQuery({ error, again }: { error: unknown; again: () => unknown }) {
  return (
    <Notice tone="bad">
      <p>{messageOf(error)}</p>
      <button type="button" className="button" onClick={() => void again()}>
        {t('Try again')}
      </button>
    </Notice>
  );
}
