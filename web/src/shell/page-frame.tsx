import type { ReactNode } from 'react';
import styles from '../ui/detail.module.css';

/** A view with a title, a sentence and scrolling content; `actions` stand beside the title. */
export function PageFrame({
  title,
  about,
  actions,
  children,
}: {
  title: string;
  about?: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={styles.page} tabIndex={0} aria-label={title}>
      <header className={styles.pageHead}>
        <div>
          <h1>{title}</h1>
          {about !== undefined && <p className="quiet small">{about}</p>}
        </div>
        {actions}
      </header>
      {children}
    </section>
  );
}
