import type { ReactNode } from 'react';
import styles from './item-list.module.css';

/** What a thing is, in a sentence, and short facts of it in one line. */
export function Facts({
  about,
  facts,
}: {
  about?: string | undefined;
  facts?: readonly ReactNode[] | undefined;
}) {
  return (
    <>
      {about !== undefined && about !== '' && <p className={styles.about}>{about}</p>}
      {facts !== undefined && facts.length > 0 && (
        <ul className={styles.facts}>
          {facts.map((fact, index) => (
            <li key={index}>{fact}</li>
          ))}
        </ul>
      )}
    </>
  );
}
