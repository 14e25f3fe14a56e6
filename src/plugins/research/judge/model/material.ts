import { defined } from '../../../../foundation/defined.js';
import { firstChars } from '../../../../foundation/first-chars.js';
import type { AnchorText, Excerpt, Inquiry, NumberedEvidence } from '../judge.js';

const PASSAGE_CHARS = 1600;

/** The question and what is known of it. */
export function inquiryMaterial({ question, refinements, gaps, settled }: Inquiry) {
  return { question, refinements, gaps, settled };
}

/** What the research is held against. */
export function anchorMaterial(anchor: AnchorText) {
  const { originalQuery: question, scope, keyEntities: key_entities, refinements } = anchor;
  return { question, scope, key_entities, refinements };
}

/** Passages, numbered from 1. */
export function passageMaterial(passages: readonly Excerpt[], maxChars = PASSAGE_CHARS) {
  return passages.map((passage, at) => ({ number: at + 1, ...excerptMaterial(passage, maxChars) }));
}

/** Evidence under its own numbers. */
export function evidenceMaterial(evidence: readonly NumberedEvidence[]) {
  return evidence.map(({ number, tier, weight, info, quotes, taskId, ...passage }) => {
    const { document, heading } = excerptMaterial(passage, 0);
    return {
      number,
      tier,
      weight,
      document,
      heading,
      info,
      quotes,
      ...defined({ task: taskId }),
    };
  });
}

function excerptMaterial({ title, headingPath, text }: Excerpt, maxChars: number) {
  return { document: title, heading: headingPath.join(' › '), text: firstChars(text, maxChars) };
}
