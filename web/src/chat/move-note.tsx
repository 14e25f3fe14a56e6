import { Compass } from 'lucide-react';
import type { Panel } from '../registry/plugin.js';
import { moveFor } from '../registry/registry.js';
import type { UiAction } from '../run/run-items.js';
import { t } from '../texts/core.js';
import styles from './conversation.module.css';

/** A move of the page that the agent asked for: why, and the way there. */
export function MoveNote({
  action,
  onPanel,
}: {
  action: UiAction;
  onPanel: (panel: Panel) => void;
}) {
  const move = moveFor(action);
  return (
    <div className={`card ${styles.note}`}>
      <Compass size={16} aria-hidden />
      <p>{action.reason}</p>
      {move === undefined ? (
        <span className="quiet">{t('This page cannot show it.')}</span>
      ) : 'to' in move ? (
        <a className="button" href={move.to}>
          {t('Go to {name}', { name: move.name })}
        </a>
      ) : (
        <button type="button" className="button" onClick={() => onPanel(move.panel)}>
          {t('Open {name}', { name: move.name })}
        </button>
      )}
    </div>
  );
}
