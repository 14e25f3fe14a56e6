import { textProperty, flagProperty } from '../../../foundation/json.js';
import { knowledgeTool } from '../services.js';
import type { Slot } from '../../../agenttools/run-scratch.js';
import {
  evidenceSlot,
  isBlock,
  quoteOf,
  type Evidence,
  type Source,
} from '../../../citations/evidence.js';
import { checkStatement } from '../../../citations/check-statement.js';
import { languageOf } from '../../../language/question-language.js';
import { sentencesOf } from '../../../language/sentences.js';
import { MarkerFilter, type AnswerPiece } from '../../../citations/markers.js';

interface DraftResponse {
  answer: string;
  sources: readonly string[];
  /** From 0 to 1. */
  confidence: number;
}

interface BoundResponse {
  pieces: AnswerPiece[];
  answer: string;
  sources: readonly Source[];
  confidence: number;
  removed: string[];
  /** Quotes, numbers and dates of its sentences that stand nowhere in what these cite, nor in what was asked. */
  notInSources: string[];
}

/** Keeps what was retrieved in this run; what points to nothing is removed, told, and lowers the confidence. */
export function bindResponse(given: DraftResponse, evidence: Evidence, asked = ''): BoundResponse {
  const filter = new MarkerFilter((number) => evidence.find(number));
  const pieces = [...filter.push(given.answer), ...filter.flush()];
  const unknown: string[] = [];
  for (const reference of given.sources) {
    const source = resolve(reference, evidence);
    if (source === undefined) unknown.push(sameWriting(reference));
    else pieces.push(...filter.cite(source));
  }
  const removed = [...new Set([...filter.dropped.map((number) => `[${number}]`), ...unknown])];
  const sources = filter.cited;
  const notInSources = notInCited(given.answer, evidence, asked);
  const { removal, missing } = notes[languageOf(given.answer)];
  if (removed.length > 0) pieces.push({ text: `\n\n${removal(removed.length)}` });
  if (notInSources.length > 0) pieces.push({ text: `\n\n${missing(notInSources)}` });
  return {
    pieces,
    answer: pieces.map((piece) => ('text' in piece ? piece.text : '')).join(''),
    sources,
    confidence: lowered(given.confidence, sources.length, removed.length),
    removed,
    notInSources,
  };
}

/** An item's number in a list is its own. */
const ITEM = /^(?:\d{1,3}[.)]|[-*])\s/;
const MARKERS = /\[[\d, ]{1,40}\]/g;
/** Markers behind the end of the sentence that they belong to. */
const MARKERS_BEHIND = /([.!?]["“”»«]?) ?((?:\[[\d, ]{1,40}\] ?){1,9})/g;

/** By characters alone: whether a sentence follows from what it cites is not decided. */
function notInCited(answer: string, evidence: Evidence, asked: string): string[] {
  const marked = answer.replace(MARKERS_BEHIND, '$2$1 ');
  const missing = sentencesOf(marked, languageOf(answer)).flatMap((sentence) => {
    const filter = new MarkerFilter((number) => evidence.find(number));
    Array.from(filter.push(`${sentence}\n`));
    const cited = filter.cited.map(({ title, text }) => ({ text, context: `${title}\n${asked}` }));
    // Of a page outside only a snippet is known.
    if (cited.length === 0 || !filter.cited.every(isBlock)) return [];
    const said = checkStatement(sentence.replace(ITEM, '').replace(MARKERS, ''), cited).missing;
    return said === undefined ? [] : [said.said];
  });
  return [...new Set(missing)];
}

export function wireSource(source: Source, number: number) {
  const common = { number, title: source.title, quote: quoteOf(source) };
  if (!isBlock(source)) return { ...common, type: 'external' as const, url: source.url };
  const { blockId: block_id, documentId: document_id, page } = source;
  return { ...common, type: 'internal' as const, document_id, block_id, page };
}

function numberIn(reference: string): number | undefined {
  const digits = /^\[?(\d{1,3})\]?$/.exec(reference.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function sameWriting(reference: string): string {
  const number = numberIn(reference);
  return number === undefined ? reference.trim() : `[${number}]`;
}

function resolve(reference: string, evidence: Evidence): Source | undefined {
  const text = reference.trim();
  const number = numberIn(reference);
  if (number !== undefined) return evidence.find(number);
  return evidence.all().find((source) => {
    const ids = isBlock(source) ? [source.blockId, source.documentId] : [source.url];
    return ids.includes(text) || source.title.toLowerCase() === text.toLowerCase();
  });
}

function lowered(confidence: number, kept: number, removed: number): number {
  const share = removed === 0 ? 1 : kept / (kept + removed);
  return Math.round(confidence * share * 100) / 100;
}

const notes = {
  de: {
    removal: (count: number) =>
      `Hinweis: Weggelassen, weil nicht unter dem Gefundenen: ${count === 1 ? 'eine genannte Quelle' : `${count} genannte Quellen`}. Dafür gilt die Antwort als weniger sicher.`,
    missing: (said: readonly string[]) =>
      `Hinweis: Steht nicht in der Quelle, die dafür genannt ist: ${said.join('; ')}.`,
  },
  en: {
    removal: (count: number) =>
      `Note: ${count === 1 ? 'One of the sources given was' : `${count} of the sources given were`} not among what was found, and left out. The confidence is lowered for it.`,
    missing: (said: readonly string[]) =>
      `Note: Not in the source that is given for it: ${said.join('; ')}.`,
  },
} as const;

interface Input extends Omit<DraftResponse, 'confidence'> {
  confidence?: number;
  used_internal_kb: boolean;
  used_external_kb: boolean;
}

export const responseSlot: Slot<{ asked: string; bound?: BoundResponse }> = {
  make: () => ({ asked: '' }),
};

const UNSTATED = 0.5;

export const generateResponse = knowledgeTool<Input>({
  name: 'generate_response',
  description:
    "Gives the user the final answer. Mandatory, and the last call of every question: never answer in your message. Put the number of a block or page after each statement it supports, as [3], and list the same in sources. Write in the user's language; say what comes from the knowledge base and what from outside, and what could not be found.",
  properties: {
    answer: textProperty('The whole answer.', 20_000),
    sources: {
      type: 'array',
      maxItems: 50,
      items: { type: 'string', minLength: 1, maxLength: 2000 },
      description: 'The numbers of the blocks and pages that the answer rests on; may be empty.',
    },
    confidence: {
      type: 'number',
      minimum: 0,
      maximum: 1,
      description: 'How sure the answer is, from 0 to 1.',
    },
    used_internal_kb: flagProperty('Whether the knowledge base was used.'),
    used_external_kb: flagProperty('Whether external sources were used.'),
  },
  required: ['answer', 'sources', 'used_internal_kb', 'used_external_kb'],
  examples: ['Give me the final answer with its sources'],
  // Not of the group "knowledge": only the knowledge agent shows what it answers.
  groups: ['knowledge_answer'],
  // After the reads of its turn, and never twice at once.
  effect: 'draft',
  execute: async ({ answer, sources, confidence = UNSTATED }, { scratch }) => {
    const response = scratch.of(responseSlot);
    const given = { answer, sources, confidence };
    const bound = bindResponse(given, scratch.of(evidenceSlot), response.asked);
    response.bound = bound;
    return {
      result: {
        answer: bound.answer,
        sources: bound.sources.map((source, at) => wireSource(source, at + 1)),
        confidence_score: bound.confidence,
        // What the answer cites says it, whatever the model claims.
        used_internal_kb: bound.sources.some(isBlock),
        used_external_kb: bound.sources.some((source) => !isBlock(source)),
        removed_sources: bound.removed,
        not_in_sources: bound.notInSources,
      },
    };
  },
});
