import { firstChars } from '../../../foundation/first-chars.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { QueryAnchor, ResearchLanguage, Tier } from '../state.js';
import { toSnakeCase } from '../text/wire-names.js';

/** A text that was found, as a judge reads it. */
export interface Excerpt {
  /** The document's title. */
  document: string;
  /** The headings it stands under; empty where there are none. */
  heading: string;
  text: string;
}

/** What the clarification knows when it continues. */
export interface Inquiry {
  question: string;
  language: ResearchLanguage;
  /** What the user has added, in the order it was said. */
  refinements: readonly string[];
  /** What the last look at the documents left open. */
  gaps: readonly string[];
  /** Gaps that the user was asked about already, or does not want filled. */
  settled: readonly string[];
}

/** A piece of evidence with the number a report cites it by. */
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

/** A place's input as a model reads it: the anchor's own fields, passages numbered from 1, evidence without its full text. */
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
