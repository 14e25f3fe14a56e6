import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './detail.module.css';

/** The way from one thing back to the list it is in. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <a className={styles.back} href={to}>
      <ArrowLeft size={14} aria-hidden /> {label}
    </a>
  );
}

/** One thing of a list on a page of its own: the way back, its name, what can be done, and itself. */
export function Detail({
  title,
  back,
  about,
  actions,
  children,
}: {
  title: string;
  back: { to: string; label: string };
  /** Under the title. */
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={styles.detail} tabIndex={0} aria-label={title}>
      <BackLink {...back} />
      <header className={styles.head}>
        <div className={styles.words}>
          <h1>{title}</h1>
          {about}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </section>
  );
}
