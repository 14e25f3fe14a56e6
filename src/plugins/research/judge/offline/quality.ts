import { isInLanguage } from '../../clarify/query-language.js';
import { comparable, shareSpoken, speaksOf, stemsOf, termsOf } from '../../text/terms.js';
import type { QualityMaterial, QualityOpinion, ReportDraft } from '../judge.js';
import { relevanceTo } from './relevance.js';

const phrases = {
  de: {
    unsupported: 'Nicht alle Aussagen sind durch ihre Quellen gedeckt.',
    missing: (words: string) => `Nicht behandelt: ${words}`,
    drifts: 'Mehrere Aussagen haben wenig mit der Frage zu tun.',
    form: 'Aussagen sind zu lang, doppelt oder in der falschen Sprache.',
  },
  en: {
    unsupported: 'Not all statements are supported by their sources.',
    missing: (words: string) => `Not dealt with: ${words}`,
    drifts: 'Several statements have little to do with the question.',
    form: 'Statements are too long, repeated or in the wrong language.',
  },
} as const;

const LONG_STATEMENT = 900;
const ANSWERED = 0.4;
/** What a draft is complained of for. */
const GOOD = 80;

/**
 * Scores by counting: accuracy is the share of supported statements; completeness how many words of the
 * question and how many tasks are spoken of; relevance the statements' to the anchor; clarity the share of
 * statements that are neither long nor repeated, halved in a wrong language.
 */
export function countQuality(material: QualityMaterial): QualityOpinion {
  const { anchor, draft, supported } = material;
  const say = phrases[anchor.language];
  const texts = textsOf(draft);
  const whole = stemsOf(texts.join(' '), anchor.language);
  const missing = termsOf(anchor.originalQuery, anchor.language)
    .filter((term) => !speaksOf(whole, term))
    .map(({ word }) => word);
  const scores = {
    accuracy: percent(supported),
    completeness: percent(completeness(material, texts)),
    relevance: percent(relevanceOf(material, texts)),
    clarity: percent(clarity(texts, anchor.language)),
  };
  const complaints = [
    ...(scores.accuracy < GOOD ? [say.unsupported] : []),
    ...(missing.length > 0 ? [say.missing(missing.join(', '))] : []),
    ...(scores.relevance < GOOD ? [say.drifts] : []),
    ...(scores.clarity < GOOD ? [say.form] : []),
  ];
  return { scores, complaints };
}

function completeness({ anchor, tasks }: QualityMaterial, texts: readonly string[]): number {
  const whole = texts.join(' ');
  const ofQuestion = shareSpoken(
    termsOf(anchor.originalQuery, anchor.language),
    whole,
    anchor.language,
  );
  if (tasks.length === 0) return ofQuestion;
  const answered = tasks.filter(
    ({ task }) => shareSpoken(termsOf(task, anchor.language), whole, anchor.language) >= ANSWERED,
  );
  return (ofQuestion + answered.length / tasks.length) / 2;
}

function relevanceOf({ anchor }: QualityMaterial, texts: readonly string[]): number {
  const scores = relevanceTo(
    anchor,
    texts.map((text) => ({ title: '', headingPath: [], text, info: '' })),
    'shared',
  );
  return scores.length === 0 ? 0 : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

function clarity(texts: readonly string[], language: 'de' | 'en'): number {
  const compared = texts.map(comparable);
  const clear = texts.filter(
    ({ length }, at) => length <= LONG_STATEMENT && compared.indexOf(compared[at] ?? '') === at,
  );
  const share = texts.length === 0 ? 0 : clear.length / texts.length;
  return isInLanguage(texts.join(' '), language) ? share : share / 2;
}

function textsOf({ sections }: ReportDraft): string[] {
  return sections.flatMap(({ statements }) => statements.map(({ text }) => text));
}

function percent(share: number): number {
  return Math.round(100 * Math.min(1, Math.max(0, share)));
}
