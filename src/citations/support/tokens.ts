import type { Language } from '../../language/question-language.js';

/** A word or mark of a sentence. */
export interface Token {
  /** In lower case. */
  word: string;
  /** As it is written. */
  text: string;
  isCapital: boolean;
  isFirst: boolean;
}

/** Verbs; nouns such as "right" say what is allowed only where no verb does. */
export const STRONG =
  /^(?:must|shall|may|can|could|might|cannot|should|need|darf|dürfen|kann|können|muss|müssen|soll|sollen|sollten?|forbidden)$/;
const TO_DO = /^(?:ist|sind|hat|haben|war|waren)$/;

/** German "ist … zu prüfen", "hat … abzurechnen". */
export function orders(tokens: readonly Token[]): boolean {
  if (!tokens.some(({ word }) => TO_DO.test(word)) || tokens.some(({ word }) => word === 'um'))
    return false;
  return hasInfinitive(tokens);
}

/** German "zu prüfen", "abzurechnen". */
export function hasInfinitive(tokens: readonly Token[]): boolean {
  return tokens.some(({ word, isCapital }, at) => {
    if (isCapital) return false;
    if (word === 'zu')
      return /(?:en|ern|eln|n)$/.test(tokens[at + 1]?.word ?? '') && !tokens[at + 1]?.isCapital;
    return /^(?:ab|an|auf|aus|bei|ein|fest|mit|nach|vor|weg|wieder|zurück|bereit)zu.{3,}n$/.test(
      word,
    );
  });
}

const PASSIVE: Readonly<Record<Language, RegExp>> = {
  de: /^(?:wird|werden|wurde|wurden|worden)$/,
  en: /^(?:is|are|was|were|be|been|being)$/,
};

/** Whether something is done to the subject of a clause. */
export function isPassive(tokens: readonly Token[], language: Language): boolean {
  const at = tokens.findIndex(({ word }) => PASSIVE[language].test(word));
  if (at < 0 || language === 'de') return at >= 0;
  return tokens.slice(at + 1, at + 4).some(({ word }) => /(?:ed|en|[dlnp]t)$/.test(word));
}

/** Before a word that is no subject. */
export const OBLIQUE =
  /^(?:dem|den|des|einem|einen|eines|zum|zur|vom|beim|im|am|ihm|bei|mit|an|für|gegen|to|of|for|with|from|at|against|between|in|on)$/;
/** Before a noun. */
export const ARTICLE =
  /^(?:der|die|das|dem|den|des|ein|eine|einem|einen|einer|eines|the|a|an|any|each|every|jede[rnms]?)$/;

/** Stands for a subject. */
export const SUBJECT_PRONOUN = /^(?:er|sie|es|man|wer|he|she|they|it|who)$/;

const PARTICLES = new Set(
  `ab an auf aus bei bekannt bereit ein entgegen fehl fest fort frei her heran heraus herbei herein hervor hin hinaus hinein hinzu los mit
  nach nieder statt teil über um unter vor voraus vorbei weg weiter wieder zu zurück zusammen`.split(
    /\s+/,
  ),
);

/** Whether a word is a particle that may belong to a verb far before it. */
export function isParticle(word: string): boolean {
  return PARTICLES.has(word);
}

const TOKEN = /\d+(?:[.,:]\d+)*(?:st|nd|rd|th)?|[\p{L}\p{M}\p{N}]+(?:['’][\p{L}]+)?|[%€$§;:,()–]/gu;
const MARKS: Readonly<Record<string, string>> = { '€': 'euro', $: 'dollar', '%': 'percent' };

/** "20 000" with a blank of any kind. */
const THOUSANDS = /(?<![\d.,])(\d{1,3})[ \u00a0\u202f](?=000(?!\d))/g;

/** The words and marks of a sentence. */
export function tokensOf(sentence: string, language: Language): Token[] {
  const flat = sentence.replaceAll(/\b([ap])\.m\./g, '$1m').replaceAll(THOUSANDS, '$1.');
  return [...flat.matchAll(TOKEN)].map(([text], at) => ({
    text,
    word: text === '%' && language === 'de' ? 'prozent' : (MARKS[text] ?? text.toLowerCase()),
    isCapital: /^\p{Lu}/u.test(text),
    isFirst: at === 0,
  }));
}
