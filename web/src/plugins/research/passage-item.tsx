import type { ReactNode } from 'react';
import { defined } from '../../../../src/foundation/defined.js';
import type { SourcePlace } from '../../registry/plugin.js';
import { placeTitle } from './research-labels.js';
import { t } from './texts.js';
import { number } from '../../texts/texts.js';
import styles from './task-list.module.css';

/** Where a passage stands, as the state has it. */
interface Place {
  document_id: string;
  document: string;
  heading: string;
  page?: number;
  block_ids: string[];
  chunk: string;
}

/** A passage: its place, which opens it, its beginning and its score; facts of its own as children. */
export function PassageItem({
  passage,
  score,
  onOpen,
  children,
}: {
  passage: Place;
  score: number;
  onOpen: (place: SourcePlace) => void;
  children?: ReactNode;
}) {
  const { document, document_id: documentId, heading, page, block_ids, chunk } = passage;
  const [blockId] = block_ids;
  return (
    <div className={styles.passage}>
      <p>
        <button
          type="button"
          className="text-button"
          onClick={() => onOpen({ documentId, ...defined({ blockId }) })}
        >
          {placeTitle(document, heading)}
        </button>
        {page !== undefined && <span className="quiet"> {t('page {page}', { page })}</span>}
      </p>
      <p className={styles.text}>{chunk}</p>
      <p className={styles.facts}>
        <span className="quiet">{t('score {score}', { score: number(score, 2) })}</span> {children}
      </p>
    </div>
  );
}
