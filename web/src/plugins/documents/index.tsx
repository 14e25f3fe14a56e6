import { BookCopy, FileText } from 'lucide-react';
import type { PagePlugin } from '../../registry/plugin.js';
import { lazyPart } from '../../ui/lazy-part.js';
import { Notice } from '../../ui/notice.js';
import { useDocument } from './api.js';
import { baseName } from './document-labels.js';
import { documentMove, documentPanel } from './open-document.js';
import { t } from './texts.js';
import { withoutSources } from './without-sources.js';

const panels = {
  DocumentPanel: lazyPart(async () => ({
    default: (await import('./document-reader.js')).DocumentPanel,
  })),
  MapPanel: lazyPart(() => import('./maps/map-panel.js')),
};

/** Documents: their view, a document or a map beside the chat, and what a chat about them takes along. */
export const documents = (): PagePlugin => ({
  name: 'documents',
  views: [
    {
      name: 'documents',
      label: t('Documents'),
      Icon: FileText,
      order: 40,
      View: lazyPart(() => import('./documents-page.js')),
    },
  ],
  contexts: { documents: { fields: ['kb_id', 'document_id'] } },
  chips: {
    document_id: {
      noun: t('Document'),
      Icon: FileText,
      useName: (id) => useDocument(id).data?.title,
    },
    kb_id: { noun: t('Knowledge base'), Icon: BookCopy, useName: baseName },
  },
  Attach: lazyPart(() => import('./attach.js')),
  moveFor: (action) => documentMove(action, panels),
  sourcePanel: (place) => documentPanel(place, panels),
  answerFacts: (view) => {
    const told = withoutSources(view);
    return told && <WithoutSourcesNote {...told} />;
  },
});

/** Says of an answer that it rests on nothing that a reader could look up. */
function WithoutSourcesNote({ searched }: { searched: boolean }) {
  return (
    <Notice tone="warn">
      <p>
        {searched
          ? t('Not proven: the answer cites no document')
          : t('From the model’s memory: no document was searched')}
      </p>
    </Notice>
  );
}
