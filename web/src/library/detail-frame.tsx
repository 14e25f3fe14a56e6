import type { ReactNode } from 'react';
import { href } from '../shell/route.js';
import { Detail } from '../ui/detail.js';
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
    <Detail
      title={title}
      back={{ to: href('library', [list]), label: LIST_TITLES[list] }}
      actions={actions}
      about={
        <>
          {about !== undefined && about !== '' && <p className={styles.about}>{about}</p>}
          {facts !== undefined && (
            <ul className={styles.facts}>
              {facts.map((fact, index) => (
                <li key={index}>{fact}</li>
              ))}
            </ul>
          )}
        </>
      }
    >
      <div className={styles.parts}>{children}</div>
    </Detail>
  );
}
