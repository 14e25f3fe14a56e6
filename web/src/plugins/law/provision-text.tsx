import { messageOf } from '../../api/client.js';
import type { WholeProvision } from './api.js';
import { Notice } from '../../ui/notice.js';
import { hiddenNeighbors, type KnowledgeGraph } from './knowledge-graph.js';
import { nameOf } from './provisions.js';
import styles from './provision-text.module.css';

/** The provision that is looked at, as far as it is known. */
export interface Chosen {
  id: number;
  whole?: WholeProvision;
  error?: Error;
}

/** The words of the chosen provision and what it is connected with. */
export function ProvisionText({
  chosen,
  graph,
  onChoose,
}: {
  chosen: Chosen | undefined;
  graph: KnowledgeGraph;
  onChoose: (id: number) => void;
}) {
  if (chosen === undefined) {
    return (
      <p className="quiet small">Choose a provision to read it and see what it is connected to.</p>
    );
  }
  const { whole, error } = chosen;
  if (whole === undefined) {
    return error === undefined ? (
      <p className="quiet small">Loading…</p>
    ) : (
      <Notice tone="bad">{messageOf(error)}</Notice>
    );
  }
  const hidden = hiddenNeighbors(graph, whole);
  return (
    <section className={styles.text} aria-label={nameOf(whole)}>
      <h3>{[whole.source_id, whole.title].filter(Boolean).join(' ')}</h3>
      <p className="quiet small">{whole.document}</p>
      <p className={styles.words}>{whole.source_text}</p>
      {whole.edges.length > 0 && (
        <ul className={styles.edges} aria-label="Connections">
          {whole.edges.map(({ relation, direction, detail, node }, at) => (
            <li key={at}>
              <span className="quiet">
                {RELATIONS[`${relation} ${direction}`] ?? relation}
                {detail === undefined ? '' : ` (${detail})`}
              </span>{' '}
              <button type="button" className="text-button" onClick={() => onChoose(node.id)}>
                {nameOf(node)}
              </button>{' '}
              <span className="quiet">{node.title}</span>
            </li>
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <p className="quiet small">{hidden} of these are not in the graph. Choose one to add it.</p>
      )}
    </section>
  );
}

const RELATIONS: Readonly<Record<string, string>> = {
  'contains out': 'contains',
  'contains in': 'part of',
  'cites out': 'cites',
  'cites in': 'cited by',
  'amends out': 'amends',
  'amends in': 'amended by',
  'similar out': 'similar to',
  'similar in': 'similar to',
};
