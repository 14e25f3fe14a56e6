import { SquareArrowOutUpRight } from 'lucide-react';
import { useDocument } from './api.js';
import type { SourcePlace } from '../../registry/plugin.js';
import { href } from '../../shell/route.js';
import { SidePanel, type SidePanelProps } from '../../ui/side-panel.js';
import { DocumentReader } from './document-reader.js';
import { factsOf, readByWords } from './document-labels.js';
import { t } from './texts.js';
import styles from './document-reader.module.css';

/** A document beside the chat, at the place that is cited; `reason` is the agent's who opened it. */
export default function DocumentPanel({
  place: { documentId, blockId },
  ...panel
}: SidePanelProps & { place: SourcePlace }) {
  const { data: document } = useDocument(documentId);
  const title = document?.title ?? t('Document');
  const whole = href('documents', [documentId], blockId === undefined ? {} : { block: blockId });
  return (
    <SidePanel
      title={title}
      bodyLabel={t('Text of {title}', { title })}
      bodyClass={styles.body}
      links={
        <a className="button quiet" href={whole}>
          <SquareArrowOutUpRight size={14} aria-hidden /> {t('Open in Documents')}
        </a>
      }
      head={
        document && (
          <>
            <p className="quiet small">{factsOf(document).join(' · ')}</p>
            {document.read_by !== undefined && (
              <span className="badge warn">{readByWords(document.read_by)}</span>
            )}
          </>
        )
      }
      {...panel}
    >
      <DocumentReader key={`${documentId} ${blockId}`} id={documentId} blockId={blockId} />
    </SidePanel>
  );
}
