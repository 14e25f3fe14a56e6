import { useEffect, useRef } from 'react';
import { passageOf } from '../../../../src/references/passage.js';
import { messageOf } from '../../api/client.js';
import { type WholeProvision, nameOf } from './provisions.js';
import { Notice } from '../../ui/notice.js';
import { hiddenNeighbors, type KnowledgeGraph } from './knowledge-graph.js';
import { t } from './texts.js';
import styles from './findings-panel.module.css';

/** The provision that is looked at, as far as it is known. */
export interface Chosen {
  id: number;
  whole?: WholeProvision;
  error?: Error;
}

/** The words of the chosen provision and what it is connected with. */
export function ProvisionText({
  chosen,
  detail,
  graph,
  onChoose,
}: {
  chosen: Chosen | undefined;
  /** The place that is marked, where the text has it: "Abs. 2 Satz 1". */
  detail: string | undefined;
  graph: KnowledgeGraph;
  onChoose: (id: number) => void;
}) {
  if (chosen === undefined) {
    return (
      <p className="quiet small">
        {t('Choose a provision to read it and see what it is connected to.')}
      </p>
    );
  }
  const { whole, error } = chosen;
  if (whole === undefined) {
    return error === undefined ? (
      <p className="quiet small">{t('Loading…')}</p>
    ) : (
      <Notice tone="bad">{messageOf(error)}</Notice>
    );
  }
  const hidden = hiddenNeighbors(graph, whole);
  return (
    <section className={styles.text} aria-label={nameOf(whole)}>
      <h3>{[whole.source_id, whole.title].filter(Boolean).join(' ')}</h3>
      <p className="quiet small">{whole.document}</p>
      <Words text={whole.source_text} detail={detail} />
      {whole.edges.length > 0 && (
        <ul className={styles.edges} aria-label={t('Connections')}>
          {whole.edges.map((edge, at) => (
            <Edge key={at} edge={edge} onChoose={onChoose} />
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <p className="quiet small">
          {t('{hidden} of these are not in the graph. Choose one to add it.', { hidden })}
        </p>
      )}
    </section>
  );
}

function Words({ text, detail }: { text: string; detail: string | undefined }) {
  const mark = useRef<HTMLElement>(null);
  useEffect(() => {
    mark.current?.scrollIntoView({ block: 'center' });
  }, [text, detail]);
  const span = detail === undefined ? undefined : passageOf(text, detail);
  if (span === undefined) return <p className={styles.words}>{text}</p>;
  return (
    <p className={styles.words}>
      {text.slice(0, span.start)}
      <mark ref={mark}>{text.slice(span.start, span.end)}</mark>
      {text.slice(span.end)}
    </p>
  );
}

function Edge({
  edge: { relation, direction, detail, node },
  onChoose,
}: {
  edge: WholeProvision['edges'][number];
  onChoose: (id: number) => void;
}) {
  return (
    <li>
      <span className="quiet">
        {RELATIONS()[`${relation} ${direction}`] ?? relation}
        {detail === undefined ? '' : ` (${detail})`}
      </span>{' '}
      <button type="button" className="text-button" onClick={() => onChoose(node.id)}>
        {nameOf(node)}
      </button>{' '}
      <span className="quiet">{node.title}</span>
    </li>
  );
}

const RELATIONS = (): Readonly<Record<string, string>> => ({
  'contains out': t('contains'),
  'contains in': t('part of'),
  'cites out': t('cites'),
  'cites in': t('cited by'),
  'amends out': t('amends'),
  'amends in': t('amended by'),
  'similar out': t('similar to'),
  'similar in': t('similar to'),
});
