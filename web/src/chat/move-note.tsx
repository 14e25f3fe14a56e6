import { Compass } from 'lucide-react';
import { useContext } from 'react';
import type { EventData } from '../../../src/agentloop/events.js';
import type { SiteMap } from '../plugins/documents/maps/sites.js';
import { moveOf } from './page-move.js';
import { SourcesContext } from './sources.js';
import styles from './move-note.module.css';

/** A move of the page that the agent asked for: why, and the way there. */
export function MoveNote({
  action,
  onMap,
}: {
  action: EventData['ui_action'];
  onMap: (map: SiteMap) => void;
}) {
  const sources = useContext(SourcesContext);
  const move = moveOf(action);
  return (
    <div className={`card ${styles.note}`}>
      <Compass size={16} aria-hidden />
      <p>{action.reason}</p>
      {move === undefined ? (
        <span className="quiet">This page cannot go there.</span>
      ) : 'to' in move ? (
        <a className="button" href={move.to}>
          Go to {move.name}
        </a>
      ) : (
        <button
          type="button"
          className="button"
          onClick={() => ('map' in move ? onMap(move.map) : sources?.open(move.document))}
        >
          Open {move.name}
        </button>
      )}
    </div>
  );
}
