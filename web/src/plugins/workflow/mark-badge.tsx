import { CircleMinus, CirclePlus, PencilLine } from 'lucide-react';
import type { Mark } from './rule-graph-parts.js';
import { title } from '../../ui/value-words.js';
import { markWords } from './node-label.js';
import styles from './workflow-node.module.css';

const ICONS = { added: CirclePlus, removed: CircleMinus, changed: PencilLine } as const;

/** What an update does to something: a picture and a word, never a colour alone. */
export function MarkBadge({ mark }: { mark: Mark }) {
  const Icon = ICONS[mark];
  return (
    <span className={`${styles.badge} ${styles[`badge-${mark}`]}`}>
      <Icon size={12} aria-hidden />
      {title(markWords(mark))}
    </span>
  );
}

/** The picture alone, where a word has no room; what it means is said beside it. */
export function MarkIcon({ mark }: { mark: Mark }) {
  const Icon = ICONS[mark];
  return <Icon size={12} role="img" aria-label={title(markWords(mark))} />;
}
