import { underWay, type SearchAnswer } from '../../../knowledge/retrieval/search.js';
import type { ResearchLanguage } from '../state.js';

const phrases = {
  de: {
    beingRead:
      'Während der Recherche wurden noch Dokumente eingelesen; was darin steht, kann fehlen.',
    limited:
      'Ein Teil der Suche war zeitweise nicht verfügbar; Fundstellen können fehlen oder anders gereiht sein.',
  },
  en: {
    beingRead: 'Documents were still being read during the research; what they say may be missing.',
    limited:
      'A part of the search was away for a time; passages may be missing or in another order.',
  },
} as const;

/**
 * What the report tells of a search that could not do all. A search's own notes are for models and people
 * who run servers: in one language, and with the words of the fault.
 */
export function searchNotes(
  { notes, beingRead }: Pick<SearchAnswer, 'notes' | 'beingRead'>,
  language: ResearchLanguage,
): string[] {
  const say = phrases[language];
  const ofReading = underWay({ beingRead });
  const isLimited = notes.some((note) => !ofReading.includes(note));
  return [...(beingRead > 0 ? [say.beingRead] : []), ...(isLimited ? [say.limited] : [])];
}
