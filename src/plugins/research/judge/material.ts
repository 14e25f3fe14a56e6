import { firstChars } from '../../../foundation/first-chars.js';
import type { QueryAnchor, ResearchLanguage, Tier } from '../state.js';

/** A text that was found, as a judge reads it. */
export interface Excerpt {
  /** The document's title. */
  title: string;
  headingPath: readonly string[];
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
  taskId?: number;
}

/** The question and what is known of it. */
export function inquiryMaterial({ question, refinements, gaps, settled }: Inquiry) {
  return { question, refinements, gaps, settled };
}

/** What the research is held against. */
export function anchorMaterial(anchor: QueryAnchor) {
  const { originalQuery: question, scope, keyEntities: key_entities, refinements, parts } = anchor;
  return { question, parts, scope, key_entities, refinements };
}

/** Passages, numbered from 1. */
export function passageMaterial(passages: readonly Excerpt[], maxChars = 1600) {
  return passages.map(({ title, headingPath, text }, at) => ({
    number: at + 1,
    document: title,
    heading: headingPath.join(' › '),
    text: firstChars(text, maxChars),
  }));
}

/** Evidence under its own numbers. */
export function evidenceMaterial(evidence: readonly NumberedEvidence[]) {
  return evidence.map(({ number, tier, weight, title, headingPath, info, quotes, taskId }) => ({
    number,
    tier,
    weight,
    document: title,
    heading: headingPath.join(' › '),
    info,
    quotes,
    task: taskId,
  }));
}
