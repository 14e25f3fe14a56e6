import type { FollowedReference } from './api.js';
import { count } from '../../ui/format.js';
import { reasonWords } from './research-labels.js';
import styles from './task-list.module.css';

/** The references found in what a task read, indented by depth, and what became of each. */
export function References({ references }: { references: readonly FollowedReference[] }) {
  if (references.length === 0) return null;
  return (
    <ul className={styles.references} aria-label="References" lang="en">
      {references.map((reference, index) => (
        <li
          key={`${reference.key} ${index}`}
          style={{ marginLeft: `${Math.max(0, reference.depth - 1)}rem` }}
        >
          <strong>{reference.raw}</strong>{' '}
          <span className="quiet">
            depth {reference.depth}: {fate(reference)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function fate({ chunk_ids, reason }: FollowedReference): string {
  if (chunk_ids.length > 0) return `led to ${count(chunk_ids.length, 'passage')}`;
  return reason === undefined ? 'not followed' : `not followed, ${reasonWords(reason)}`;
}
