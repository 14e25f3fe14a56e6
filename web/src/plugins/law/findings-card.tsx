import { PanelRightOpen, Waypoints } from 'lucide-react';
import { useMemo } from 'react';
import type { RunView } from '../../run/run-view.js';
import { findingsOf } from './findings.js';
import { graphOf } from './knowledge-graph.js';
import styles from '../../ui/summary-card.module.css';

/** The way from an answer to what its tools found; nothing for answers without such tools. */
export function FindingsCard({
  view,
  isOpen,
  onOpen,
}: {
  view: RunView;
  isOpen: boolean;
  onOpen: () => void;
}) {
  const count = useMemo(() => findingsOf(view).length, [view]);
  const provisions = useMemo(() => graphOf(view).nodes.length, [view]);
  if (count === 0) return null;
  return (
    <div className={`card ${styles.card} ${isOpen ? styles.open : ''}`}>
      <Waypoints size={18} aria-hidden />
      <div className={styles.words}>
        <p className={styles.title}>What was found</p>
        <p className={styles.badges}>
          <span className="badge">{count === 1 ? '1 result' : `${count} results`}</span>{' '}
          {provisions > 0 && (
            <span className="badge info">
              {provisions === 1 ? '1 provision' : `${provisions} provisions`}
            </span>
          )}
        </p>
      </div>
      <button type="button" className="button" aria-pressed={isOpen} onClick={onOpen}>
        <PanelRightOpen size={15} aria-hidden /> Open
      </button>
    </div>
  );
}
