import { PanelRightOpen, Table2, Workflow } from 'lucide-react';
import { StateBadge, titleOf } from './preview-panel.js';
import type { PreviewItem } from './props.js';
import { useDecision } from './use-decision.js';
import styles from '../ui/summary-card.module.css';

/** A preview's place in the conversation: what it is, where it stands, and the way to see it whole. */
export function PreviewCard({
  item,
  isOpen,
  onOpen,
}: {
  item: PreviewItem;
  isOpen: boolean;
  onOpen: () => void;
}) {
  const { state } = useDecision(item.data.preview_id);
  const Icon = item.kind === 'workflow_preview' ? Workflow : Table2;
  return (
    <div className={`card ${styles.card} ${isOpen ? styles.open : ''}`}>
      <Icon size={18} aria-hidden />
      <div className={styles.words}>
        <p className={styles.title}>{item.data.description}</p>
        <p className={styles.badges}>
          <span className="badge">{titleOf(item)}</span> <StateBadge state={state} />
        </p>
      </div>
      <button type="button" className="button" aria-pressed={isOpen} onClick={onOpen}>
        <PanelRightOpen size={15} aria-hidden />
        {state === 'waiting' ? 'Review' : 'Open'}
      </button>
    </div>
  );
}
