import { firstChars } from '../../../foundation/text.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { QueryAnchor, ResearchLanguage, Tier, ContextEntry, SourcePlace } from '../state.js';
import { toSnakeCase } from '../state-reader.js';
import { type Passage, underWay, type SearchAnswer } from '../../../knowledge/retrieval/search.js';

export interface Excerpt {
  document: string;
  heading: string;
  text: string;
}

export interface Inquiry {
  question: string;
  language: ResearchLanguage;
  refinements: readonly string[];
  gaps: readonly string[];
  settled: readonly string[];
}

export interface NumberedEvidence extends Excerpt {
  number: number;
  tier: Tier;
  /** From 0 to 1. */
  weight: number;
  info: string;
  quotes: readonly string[];
  /** The task that found it; absent for what clarification found. */
  task?: number;
}

/** What of a place's input is not passed on as it is. */
export interface Given {
  anchor?: QueryAnchor;
  passages?: readonly Excerpt[];
  evidence?: readonly NumberedEvidence[];
  findings?: readonly NumberedEvidence[];
}

const PASSAGE_CHARS = 1600;

export function materialOf({ anchor, passages, evidence, findings, ...rest }: Given): JsonObject {
  return {
    question: anchor?.originalQuery,
    parts: anchor?.parts,
    scope: anchor?.scope,
    key_entities: anchor?.keyEntities,
    refinements: anchor?.refinements,
    passages: passages?.map(({ text, ...place }, at) => {
      return { number: at + 1, ...place, text: firstChars(text, PASSAGE_CHARS) };
    }),
    evidence: evidence?.map(withoutText),
    findings: findings?.map(withoutText),
    ...(toSnakeCase(rest) as JsonObject),
  };
}

function withoutText({ text: _text, ...evidence }: NumberedEvidence) {
  return evidence;
}

const MAX_CHUNK_CHARS = 2000;

export function placeOf(passage: Passage): SourcePlace & { chunkId: string; chunk: string } {
  return {
    chunkId: passage.chunkId,
    chunk: firstChars(passage.text, MAX_CHUNK_CHARS),
    documentId: passage.documentId,
    document: passage.title,
    heading: passage.headingPath.join(' › '),
    page: passage.page,
    blockIds: passage.blocks.map(({ id }) => id),
  };
}

export function excerptOf(place: Pick<ContextEntry, 'document' | 'heading' | 'chunk'>): Excerpt {
  return { document: place.document, heading: place.heading, text: place.chunk };
}

export const LEFT_OUT = ' … ';

export function withoutJoint(item: string): string {
  return item.replace(/(?:,? (?:und|oder|and|or)|[,;])$/, '');
}

export function shortened(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const kept = firstChars(text, maxChars);
  return `${kept.slice(0, kept.lastIndexOf(' '))} …`;
}

export function comparable(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}

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

/** What the report tells of a search that could not do all: its own notes are for people who run servers. */
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
