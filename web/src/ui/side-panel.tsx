import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../texts/texts.js';
import styles from './side-panel.module.css';

/** What every panel beside something takes: why it is there, and its own way to be closed. */
export interface SidePanelProps {
  /** The agent's, when it was the agent who opened it. */
  reason?: string;
  /** Absent where what holds the panel has its own way to close it. */
  onClose?: () => void;
  /** The title that already stands over it: it is not said a second time. */
  under?: string;
  /** What its own button to close it says. */
  back?: string;
}

/** Something looked at beside something else: a head that stays, and a body that scrolls. */
export function SidePanel({
  title,
  bodyLabel,
  bodyClass = '',
  links,
  head,
  reason,
  under,
  onClose,
  back = t('Back to the chat'),
  children,
}: SidePanelProps & {
  title: string;
  bodyLabel: string;
  /** Lays out the body, its padding included. */
  bodyClass?: string | undefined;
  /** Beside the button to close it. */
  links?: ReactNode;
  /** Under the title. */
  head?: ReactNode;
  children: ReactNode;
}) {
  return (
    <article className={styles.panel} aria-label={title}>
      <header className={styles.head}>
        <div className={styles.ways}>
          {onClose !== undefined && (
            <button type="button" className="button quiet" onClick={onClose}>
              <ArrowLeft size={14} aria-hidden /> {back}
            </button>
          )}
          {links}
        </div>
        {title !== under && <h2>{title}</h2>}
        {head}
        {reason !== undefined && (
          <p role="status" className={styles.reason}>
            {t('Opened by the agent: {reason}', { reason })}
          </p>
        )}
      </header>
      <div
        className={`${styles.body} ${bodyClass}`}
        tabIndex={0}
        role="region"
        aria-label={bodyLabel}
      >
        {children}
      </div>
    </article>
  );
}
