import { CircleMinus, CirclePlus, PencilLine } from 'lucide-react';
import type { Mark } from './rule-graph-parts.js';
import styles from './mark-badge.module.css';

const MARKS = {
  added: { Icon: CirclePlus, word: 'Added' },
  removed: { Icon: CircleMinus, word: 'Removed' },
  changed: { Icon: PencilLine, word: 'Changed' },
} as const;

/** What an update does to something: a picture and a word, never a colour alone. */
export function MarkBadge({ mark }: { mark: Mark }) {
  const { Icon, word } = MARKS[mark];
  return (
    <span className={`${styles.badge} ${styles[mark]}`}>
      <Icon size={12} aria-hidden />
      {word}
    </span>
  );
}

/** The picture alone, where a word has no room; what it means is said beside it. */
export function MarkIcon({ mark }: { mark: Mark }) {
  const { Icon, word } = MARKS[mark];
  return <Icon size={12} role="img" aria-label={word} />;
}
