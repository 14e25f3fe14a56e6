import { ChevronRight, MessagesSquare } from 'lucide-react';
import type { EventData } from '../../../src/agentloop/events.js';
import { rich, t, agentWords } from '../texts/texts.js';
import styles from './turn-view.module.css';

type Selected = EventData['agent_selected'];

/** Who answers and why, with the others to ask instead. */
export function AgentLine({
  selected,
  onAsk,
}: {
  selected: Selected;
  onAsk: (agent: string) => void;
}) {
  const { why, reason, alternatives } = selected;
  const title = agentWords(selected.title);
  const handedOver = why === 'handed_over';
  return (
    <details className={styles.line}>
      <summary>
        <MessagesSquare size={14} aria-hidden />
        <span>
          {handedOver
            ? rich('Handed over to {agent}', { agent: <strong>{title}</strong> })
            : rich('Answered by {agent}', { agent: <strong>{title}</strong> })}
          {reason !== undefined && <>: {reason}</>}
        </span>
        <span className={styles.label}>
          {handedOver ? t('Change') : t('{why}. Change', { why: WHY()[why] })}
        </span>
        <ChevronRight size={14} aria-hidden className={styles.chevron} />
      </summary>
      <p className={styles.others}>
        <span className="quiet">{t('Ask somebody else:')}</span>
        {alternatives.map((other) => (
          <button
            key={other.agent}
            type="button"
            className="button"
            onClick={() => onAsk(other.agent)}
          >
            {agentWords(other.title)}
          </button>
        ))}
      </p>
    </details>
  );
}

const WHY = (): Readonly<Record<Selected['why'], string>> => ({
  examples: t('Fits what it is asked'),
  tools: t('Fits its tools'),
  texts: t('Its texts speak of this'),
  page: t('Fits what is open'),
  conversation: t('Goes on from before'),
  handed_over: '',
  first: t('Nothing else fits'),
});
