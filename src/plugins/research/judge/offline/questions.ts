import { findReferences } from '../../../../references/find-references.js';
import type { ResearchLanguage } from '../../state.js';
import { sentencesOf } from '../../../../language/sentences.js';
import { exclusionsOf, isLeftOut } from '../../text/exclusions.js';
import { withoutCourtesy } from '../../text/courtesy.js';
import { comparable, speaksOf, stemsOf, termsOf } from '../../text/terms.js';
import type { Excerpt, FollowUpQuestion, Inquiry, ReplyAnalysis } from '../judge.js';

/** A question for each kind of gap, and for when there are none. */
const phrases = {
  de: {
    unknown: (gap: string) =>
      `Zu „${gap}“ sagen die gefundenen Stellen nichts. Mit welchem anderen Wort könnte es in den Dokumenten stehen, oder kann es entfallen?`,
    section: (gap: string) =>
      `Die gefundenen Stellen verweisen mehrfach auf ${gap}, der noch nicht gelesen wurde. Soll er einbezogen werden?`,
    topic: (gap: string) =>
      `In der Nähe steht „${gap}“. Gehört das zu Ihrer Frage, oder soll es außer Acht bleiben?`,
    whose: 'Für wen und für welchen Fall soll die Antwort gelten?',
    where: (titles: string) =>
      `Soll in bestimmten Dokumenten vorrangig gesucht werden (gefunden wurde in: ${titles})?`,
    nowhere: 'In welchem Dokument vermuten Sie die Antwort?',
  },
  en: {
    unknown: (gap: string) =>
      `The passages found say nothing of "${gap}". Which other word may the documents use for it, or can it be left out?`,
    section: (gap: string) =>
      `The passages found refer to ${gap} several times, which has not been read. Shall it be included?`,
    topic: (gap: string) => `Near by stands "${gap}". Does it belong to your question, or not?`,
    whose: 'For whom and for which case shall the answer hold?',
    where: (titles: string) =>
      `Shall some documents come first (something was found in: ${titles})?`,
    nowhere: 'In which document do you expect the answer?',
  },
} as const;

const MOST = 3;
const FEWEST = 2;
const SHOWN_TITLES = 3;

/** A question for each of the first gaps; general ones where there are fewer than two. */
export function followUpQuestions(
  inquiry: Inquiry & { passages: readonly Excerpt[] },
): FollowUpQuestion[] {
  const { gaps, language, passages } = inquiry;
  const say = phrases[language];
  const asked = gaps.slice(0, MOST).map((gap) => ({ question: questionOf(gap, inquiry), gap }));
  const titles = [...new Set(passages.map(({ title }) => title))].slice(0, SHOWN_TITLES);
  const where = titles.length === 0 ? say.nowhere : say.where(titles.join('; '));
  const general = [say.whose, where].map((question) => ({ question, gap: '' }));
  return [...asked, ...general.slice(0, Math.max(0, FEWEST - asked.length))];
}

function questionOf(gap: string, { question, refinements, language }: Inquiry): string {
  const say = phrases[language];
  if (/^§\s*\S+$/.test(gap) && findReferences(gap).length > 0) return say.section(gap);
  const asked = comparable([question, ...refinements].join(' '));
  return asked.includes(comparable(gap)) ? say.unknown(gap) : say.topic(gap);
}

const YES: Readonly<Record<ResearchLanguage, RegExp>> = {
  de: /^(?:ja|genau|richtig|gern(?:e)?|beides|unbedingt)\b|^bitte\s?[.!]?$/i,
  en: /^(?:yes|yep|right|both|sure)\b|^please\s?[.!]?$/i,
};
const NO: Readonly<Record<ResearchLanguage, RegExp>> = {
  de: /^(?:nein|weder|außer acht|egal)\b|^(?:keine[rs]?|nichts?)(?:\s(?:davon|von|der)\b|\s?[.!]?$)/i,
  en: /^(?:no|none|neither|never mind)\b|^leave (?:it|them|both)\b/i,
};
/** "Yes, and …": what follows is said besides. */
const REST = /^[\p{L} ]{0,20}?[,.;:!–-]\s*/u;
const EXCLUDES = /\b(?:nicht|kein\p{L}*|ohne|außer|not|without|except|no)\b/iu;
const isExcluding = (sentence: string) =>
  EXCLUDES.test(sentence) || exclusionsOf(sentence).length > 0;

/**
 * A plain yes takes the gaps that were asked about into the question, a plain no dismisses them; what is said
 * besides holds as it is written. A sentence that excludes something dismisses the gaps it names.
 */
export function readReply({
  reply,
  questions,
  language,
}: Inquiry & { questions: readonly FollowUpQuestion[]; reply: string }): ReplyAnalysis {
  const gaps = questions.map(({ gap }) => gap).filter((gap) => gap !== '');
  const text = reply.trim();
  const isYes = YES[language].test(text);
  const isNo = NO[language].test(text);
  const rest = isYes || isNo ? withoutLead(text) : text;
  const sentences = sentencesOf(withoutCourtesy(rest), language);
  const excluding = sentences.filter((sentence) => isExcluding(sentence));
  const left = excluding.flatMap(exclusionsOf);
  const isNamed = (gap: string) =>
    isLeftOut(gap, left, language) ||
    excluding.some((sentence) => {
      const stems = stemsOf(sentence, language);
      return termsOf(gap, language).some((term) => speaksOf(stems, term));
    });
  return {
    refinements: [...(isYes ? gaps.filter((gap) => !isNamed(gap)) : []), ...sentences],
    dismissedGaps: isNo && rest === '' ? gaps : gaps.filter(isNamed),
  };
}

function withoutLead(text: string): string {
  const rest = text.replace(REST, '');
  return rest === text ? text.replace(/^\p{L}+\s*/u, '') : rest;
}
