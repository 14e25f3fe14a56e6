import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { href } from '../shell/route.js';
import { LIST_TITLES, type ListName } from './places.js';
import styles from './library.module.css';

/** One thing of the library: the way back to its list, its name, what can be done, and itself. */
export function DetailFrame({
  list,
  title,
  about,
  facts,
  actions,
  children,
}: {
  list: ListName;
  title: string;
  about?: string | undefined;
  facts?: readonly ReactNode[];
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={styles.detail} tabIndex={0} aria-label={title}>
      <a className={styles.back} href={href('library', [list])}>
        <ArrowLeft size={14} aria-hidden /> {LIST_TITLES[list]}
      </a>
      <header className={styles.head}>
        <div className={styles.words}>
          <h1>{title}</h1>
          {about !== undefined && about !== '' && <p className={styles.about}>{about}</p>}
          {facts !== undefined && (
            <ul className={styles.facts}>
              {facts.map((fact, index) => (
                <li key={index}>{fact}</li>
              ))}
            </ul>
          )}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      <div className={styles.parts}>{children}</div>
    </section>
  );
}
