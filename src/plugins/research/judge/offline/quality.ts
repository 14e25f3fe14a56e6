import { isInLanguage } from '../../clarify/query-language.js';
import { questionParts } from '../../../../language/question-parts.js';
import { comparable, shareSpoken, termsOf } from '../../text/terms.js';
import type { QualityMaterial, QualityOpinion, ReportDraft } from '../judge.js';
import { relevanceTo } from './relevance.js';

const phrases = {
  de: {
    unsupported: 'Nicht alle Aussagen sind durch ihre Quellen gedeckt.',
    drifts: 'Mehrere Aussagen haben wenig mit der Frage zu tun.',
    form: 'Aussagen sind zu lang, doppelt oder in der falschen Sprache.',
  },
  en: {
    unsupported: 'Not all statements are supported by their sources.',
    drifts: 'Several statements have little to do with the question.',
    form: 'Statements are too long, repeated or in the wrong language.',
  },
} as const;

const LONG_STATEMENT = 900;
/** What a draft is complained of for. */
const GOOD = 80;

/**
 * Scores by counting: accuracy is the share of supported statements; completeness how many words of the
 * question are spoken of (what is answered is counted apart); relevance the statements' to the anchor; clarity the share of
 * statements that are neither long nor repeated, halved in a wrong language.
 */
export function countQuality(material: QualityMaterial): QualityOpinion {
  const { anchor, draft, supported } = material;
  const say = phrases[anchor.language];
  const texts = textsOf(draft);
  const asked = termsOf(anchor.originalQuery, anchor.language);
  const scores = {
    accuracy: percent(supported),
    completeness: percent(shareSpoken(asked, texts.join(' '), anchor.language)),
    relevance: percent(relevanceOf(material, texts)),
    clarity: percent(clarity(texts, anchor.language)),
  };
  const complaints = [
    ...(scores.accuracy < GOOD ? [say.unsupported] : []),
    ...(scores.relevance < GOOD ? [say.drifts] : []),
    ...(scores.clarity < GOOD ? [say.form] : []),
  ];
  return { scores, complaints };
}

/** How near the statements are to the question, or to the part of it that each is nearest to. */
function relevanceOf({ anchor }: QualityMaterial, texts: readonly string[]): number {
  const excerpts = texts.map((text) => ({ title: '', headingPath: [], text, info: '' }));
  const asked = questionParts(anchor.originalQuery, anchor.language).map((part) => {
    return relevanceTo({ ...anchor, originalQuery: part }, excerpts, 'shared');
  });
  const scores = [relevanceTo(anchor, excerpts, 'shared'), ...asked];
  const best = texts.map((_, at) => Math.max(...scores.map((each) => each[at] ?? 0)));
  return best.length === 0 ? 0 : best.reduce((sum, score) => sum + score, 0) / best.length;
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
