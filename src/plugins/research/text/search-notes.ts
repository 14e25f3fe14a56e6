import { underWay, type SearchAnswer } from '../../../knowledge/retrieval/search.js';
import type { ResearchLanguage } from '../state.js';

const phrases = {
  de: {
    beingRead:
      'Während der Recherche wurden noch Dokumente eingelesen; was darin steht, kann fehlen.',
    limited:
      'Ein Teil der Suche war zeitweise nicht verfügbar; Fundstellen können fehlen oder anders gereiht sein.',
    replaced: (title: string, successor: string) =>
      `„${title}“ blieb außer Betracht: Dort steht, dass „${successor}“ darauf folgt.`,
  },
  en: {
    beingRead: 'Documents were still being read during the research; what they say may be missing.',
    limited:
      'A part of the search was away for a time; passages may be missing or in another order.',
    replaced: (title: string, successor: string) =>
      `“${title}” was left out: it says that “${successor}” follows it.`,
  },
} as const;

/**
 * What the report tells of a search that could not do all. A search's own notes are for models and people
 * who run servers: in one language, and with the words of the fault.
 */
export function searchNotes(
  { notes, beingRead, leftOut }: Pick<SearchAnswer, 'notes' | 'beingRead' | 'leftOut'>,
  language: ResearchLanguage,
): string[] {
  const say = phrases[language];
  const ofReading = underWay({ beingRead });
  const isLimited = notes.some((note) => !ofReading.includes(note));
  return [
    ...(beingRead > 0 ? [say.beingRead] : []),
    ...(isLimited ? [say.limited] : []),
    ...leftOut.map(({ title, successor }) => say.replaced(title, successor)),
  ];
}
