import { createContext } from 'react';
import type { Citation } from '../../../src/agentloop/events.js';
import type { NamedPlace, Panel } from '../registry/plugin.js';
import { sourcePanelOf } from '../registry/registry.js';
import { t } from '../texts/core.js';

/** What the markers of an answer stand for, and how a source is opened beside it. */
export interface AnswerSources {
  byNumber: ReadonlyMap<number, Citation>;
  /** What the answer may name in its words. */
  places: readonly NamedPlace[];
  /** The panel that shows a source; undefined for a page outside. */
  panelOf: (citation: Citation) => Panel | undefined;
  open: (panel: Panel) => void;
}

/** Given by a turn to the text in it. */
export const SourcesContext = createContext<AnswerSources | undefined>(undefined);

/** The sources of an answer as its text is given them. */
export function answerSources(
  citations: readonly Citation[],
  open: (panel: Panel) => void,
  places: readonly NamedPlace[] = [],
): AnswerSources {
  const byNumber = new Map(citations.map((one) => [one.number, one]));
  return { byNumber, places, panelOf: panelOfCitation, open };
}

/** What a source is called: `Source 2: Returns, page 4`. */
export function sourceName(citation: Citation): string {
  return t('Source {number}: {title}', { number: citation.number, title: sourceTitle(citation) });
}

/** The title of a source, with the page where it has pages: `Returns, page 4`. */
export function sourceTitle(citation: Citation): string {
  const { title } = citation;
  return 'page' in citation && citation.page !== undefined
    ? t('{title}, page {page}', { title, page: citation.page })
    : title;
}

function panelOfCitation(citation: Citation): Panel | undefined {
  if (!('block_id' in citation)) return undefined;
  return sourcePanelOf({ documentId: citation.document_id, blockId: citation.block_id });
}
