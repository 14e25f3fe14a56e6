import type { AppError } from '../../foundation/errors.js';
import { languageOf, type Language } from '../../language/question-language.js';

const EN = {
  /** Why a fixed sequence of steps answers. */
  fallback: (code: AppError['code']) =>
    `Note: ${REASONS.en[code] ?? 'The model failed during the research'}. A fixed sequence of steps answers instead: search, weigh, read, answer.`,
  nothingFits: 'Nothing in the documents fits the question.',
  /** Before quotes. */
  quotes: 'The documents say:',
  brokeOff: 'The model broke off here.',
  /** Of an answer for which nothing was looked up. */
  fromMemory: 'Note: this answer rests on no document. None was searched or read for it.',
};

const DE: typeof EN = {
  fallback: (code) =>
    `Hinweis: ${REASONS.de[code] ?? 'Das Modell ist während der Recherche ausgefallen'}. Stattdessen antwortet eine feste Folge von Schritten: suchen, gewichten, lesen, antworten.`,
  nothingFits: 'Nichts in den Dokumenten passt zur Frage.',
  quotes: 'In den Dokumenten steht:',
  brokeOff: 'Hier ist das Modell abgebrochen.',
  fromMemory:
    'Hinweis: Diese Antwort stützt sich auf kein Dokument. Für sie wurde keines durchsucht oder gelesen.',
};

const REASONS: Readonly<Record<Language, Partial<Record<AppError['code'], string>>>> = {
  en: {
    turn_limit: 'The research did not finish in its turns',
    model_not_allowed: 'The model in use is not one that may choose its own steps',
  },
  de: {
    turn_limit: 'Die Recherche ist in ihren Runden nicht fertig geworden',
    model_not_allowed: 'Das eingesetzte Modell darf seine Schritte nicht selbst wählen',
  },
};

/** What the agent itself says around an answer, in the language of the question: German, else English. */
export function notesFor(question: string): typeof EN {
  return languageOf(question) === 'de' ? DE : EN;
}
