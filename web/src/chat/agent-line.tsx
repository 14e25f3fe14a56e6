import { ChevronRight, MessagesSquare } from 'lucide-react';
import type { EventData } from '../../../src/agentloop/events.js';
import styles from './agent-line.module.css';

type Selected = EventData['agent_selected'];

/** Who answers and why, with the others to ask instead. */
export function AgentLine({
  selected,
  onAsk,
}: {
  selected: Selected;
  onAsk: (agent: string) => void;
}) {
  const { title, why, reason, alternatives } = selected;
  const handedOver = why === 'handed_over';
  return (
    <details className={styles.line}>
      <summary>
        <MessagesSquare size={14} aria-hidden />
        <span>
          {handedOver ? 'Handed over to' : 'Answered by'} <strong>{title}</strong>
          {reason !== undefined && <>: {reason}</>}
        </span>
        <span className={styles.label}>{handedOver ? 'Change' : `${WHY[why]}. Change`}</span>
        <ChevronRight size={14} aria-hidden className={styles.chevron} />
      </summary>
      <p className={styles.others}>
        <span className="quiet">Ask somebody else:</span>
        {alternatives.map((other) => (
          <button
            key={other.agent}
            type="button"
            className="button"
            onClick={() => onAsk(other.agent)}
          >
            {other.title}
          </button>
        ))}
      </p>
    </details>
  );
}

const WHY: Readonly<Record<Selected['why'], string>> = {
  examples: 'Fits what it is asked',
  tools: 'Fits its tools',
  texts: 'Its texts speak of this',
  page: 'Fits what is open',
  conversation: 'Goes on from before',
  handed_over: '',
  first: 'Nothing else fits',
};
