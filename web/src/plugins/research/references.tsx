import { language as own } from '../../texts/language.js';
import type { FollowedReference } from './api.js';
import { reasonWords } from './research-labels.js';
import { t } from './texts.js';
import styles from './task-list.module.css';

/** The references found in what a task read, indented by depth, and what became of each. */
export function References({ references }: { references: readonly FollowedReference[] }) {
  if (references.length === 0) return null;
  return (
    <ul className={styles.references} aria-label={t('References')} lang={own}>
      {references.map((reference, index) => (
        <li
          key={`${reference.key} ${index}`}
          style={{ marginLeft: `${Math.max(0, reference.depth - 1)}rem` }}
        >
          <strong>{reference.raw}</strong>{' '}
          <span className="quiet">
            {t('depth {depth}: {fate}', { depth: reference.depth, fate: fate(reference) })}
          </span>
        </li>
      ))}
    </ul>
  );
}

function fate({ chunk_ids, reason }: FollowedReference): string {
  if (chunk_ids.length > 0)
    return t('led to {n} passage | led to {n} passages', { n: chunk_ids.length });
  return reason === undefined
    ? t('not followed')
    : t('not followed, {reasonWords}', { reasonWords: reasonWords(reason) });
}
