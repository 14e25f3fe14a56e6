import { createContext } from 'react';
import type { Citation } from '../../../src/agentloop/events.js';
import type { Panel, PlaceFinder } from '../registry/plugin.js';
import { sourcePanelOf } from '../registry/registry.js';
import type { RunItem } from '../run/run-items.js';
import { t } from '../texts/core.js';

/** What the markers of an answer stand for, and how a source is opened beside it. */
export interface AnswerSources {
  byNumber: ReadonlyMap<number, Citation>;
  /** Where a text names places; stays the same function as long as there is nothing else to find. */
  findPlaces: PlaceFinder['find'];
  /** The panel of a place that was found. */
  placePanel: PlaceFinder['panel'];
  /** The panel that shows a source; undefined for a page outside. */
  panelOf: (citation: Citation) => Panel | undefined;
  open: (panel: Panel) => void;
  /** What the run did, once it is over: its records are linked. */
  items?: readonly RunItem[];
}

/** Given by a turn to the text in it. */
export const SourcesContext = createContext<AnswerSources | undefined>(undefined);

/** The sources of an answer as its text is given them. */
export function answerSources(
  citations: readonly Citation[],
  open: (panel: Panel) => void,
  finders: readonly PlaceFinder[] = [],
): AnswerSources {
  const byNumber = new Map(citations.map((one) => [one.number, one]));
  return { byNumber, ...joined(finders), panelOf: panelOfCitation, open };
}

/** What several find, as one finds it: a place within another's is left out. */
function joined(finders: readonly PlaceFinder[]): Pick<AnswerSources, 'findPlaces' | 'placePanel'> {
  return {
    findPlaces: (text) => {
      const all = finders.flatMap(({ find }, at) =>
        find(text).map((place) => ({ ...place, key: `${at} ${place.key}` })),
      );
      const inOrder = all.toSorted((one, other) => one.start - other.start);
      return inOrder.filter(({ start }, at) => start >= (inOrder[at - 1]?.end ?? 0));
    },
    placePanel: (key) => {
      const at = key.indexOf(' ');
      return finders[Number(key.slice(0, at))]?.panel(key.slice(at + 1));
    },
  };
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
