import type { ReactNode } from 'react';
import styles from './parts.module.css';

/** A part of a research: open while it is the one that counts, after that the reader's to open. */
export function Part({
  title,
  about,
  isOpen,
  children,
}: {
  title: string;
  about?: string;
  isOpen: boolean;
  children: ReactNode;
}) {
  return (
    <details className={`card ${styles.part}`} open={isOpen}>
      <summary>
        <h2>{title}</h2>
        {about !== undefined && <span className="quiet small">{about}</span>}
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  );
}
