import type { Language } from './question-language.js';

/** What kind of answer a question asks for by its form. */
export type QuestionForm =
  'definition' | 'deadline' | 'competence' | 'sanction' | 'amount' | 'permission';

/** How questions of one form are asked, and what passages say that answer them. */
interface Form {
  form: QuestionForm;
  asked: RegExp;
  says: readonly string[];
}

const list = (text: string): string[] => text.split(', ');

/** The surest form first. Letters beyond ASCII end no word for `\b`: ends are looked for by hand. */
const forms: Readonly<Record<Language, readonly Form[]>> = {
  de: [
    {
      form: 'sanction',
      asked:
        /(?<!\p{L})(?:strafe|strafbar|bestraft|bußgeld|geldbuße|geldstrafe|verstoß|verstößt|verstoßen|zuwider\p{L}{0,12}|was droht|was passiert, wenn|folgen hat)(?!\p{L})/iu,
      says: list('Geldbuße, ordnungswidrig, Ordnungswidrigkeit, Bußgeld'),
    },
    {
      form: 'definition',
      asked:
        /^(?:was|wer) (?:ist|sind|gilt als|bedeutet|bedeuten|heißt)(?!\p{L})|was versteht man|was bedeutet|begriff|definition/iu,
      says: list('Begriff, Begriffsbestimmung, Definition'),
    },
    {
      form: 'deadline',
      asked:
        /(?<!\p{L})(?:wie lange|wie oft|bis wann|ab wann|wann|wie schnell|in welchen abständen|frist|wie bald)(?!\p{L})/iu,
      says: list('Frist, Monat, Woche, Tag, Jahr, unverzüglich, spätestens, jährlich, Zeitabstand'),
    },
    {
      form: 'amount',
      asked:
        /(?<!\p{L})(?:wie viele?|wieviel|wie hoch|ab wie|wie teuer|höchstens|maximal)(?!\p{L})/iu,
      says: list('Grenzwert, Referenzwert, höchstens, beträgt, überschreiten, Wert'),
    },
    {
      form: 'permission',
      asked: /(?<!\p{L})wer (?:darf|kann|dürfte)(?!\p{L})/iu,
      says: list('berechtigt, befugt, dürfen, zugelassen'),
    },
    {
      form: 'permission',
      asked: /(?<!\p{L})(?:darf|dürfen|erlaubt|verboten)(?!\p{L})/iu,
      says: list('zulässig, unzulässig, Verbot, untersagt, Genehmigung, Erlaubnis, dürfen'),
    },
    {
      form: 'competence',
      asked: /(?<!\p{L})(?:wer|wem|wen|welche behörde|welches amt)(?!\p{L})/iu,
      says: list('zuständige Behörde, zuständig'),
    },
  ],
  en: [
    {
      form: 'sanction',
      asked:
        /\b(?:fined?|penalt(?:y|ies)|punish\w{0,8}|offences?|sanctions?|what happens if|breaks? (?:a|the) (?:rule|law)s?)\b/i,
      says: list('offence, fine, penalty'),
    },
    {
      form: 'definition',
      asked:
        /^(?:what|who) (?:is|are|counts as)\b|\bwhat does .{1,80} mean\b|\bmeaning of\b|\bdefin/i,
      says: list('terms, definition, mean'),
    },
    {
      form: 'deadline',
      asked:
        /\b(?:how long|how often|how soon|how quickly|when|by when|until when|too late|deadline|time limit)\b/i,
      says: list('time limit, within, days, month, week, year'),
    },
    {
      form: 'amount',
      asked:
        /\b(?:how much|how many|how high|how big|how fast|how heavy|maximum|what does .{1,80} cost)\b/i,
      says: list('at most, limit, EUR'),
    },
    {
      form: 'permission',
      asked: /^(?:may|can|could|am i|are we|is it)\b|\b(?:allowed|permitted)\b/i,
      says: list('may, permit, forbidden, allowed, licence'),
    },
    {
      form: 'competence',
      asked: /\b(?:who|whom|which office|which authority)\b/i,
      says: list('competent, office, decide'),
    },
  ],
};

/** The form of a question, and what answers to it say; undefined for a question of no known form. */
export function formOf(
  question: string,
  language: Language,
): Pick<Form, 'form' | 'says'> | undefined {
  const asked = question.trim();
  return forms[language].find((each) => each.asked.test(asked));
}

/** "Was ist ein Störstrahler?", "What does berth mean?": the words behind the verb. */
const SUBJECT =
  /^(?:(?:was|wer) (?:ist|sind|bedeutet|bedeuten|heißt|gilt als)|was versteht man unter|(?:what|who) (?:is|are|does|counts as)|what is the meaning of|define) (?:(?:eine?[rmns]?|der|die|das|dem|den|an?|the) )?([^?!.]{2,80})/iu;

/** What a question for a definition asks for, as it is written there. */
export function definedSubject(question: string): string | undefined {
  const [, subject] = SUBJECT.exec(question.trim()) ?? [];
  return subject?.replace(/ mean$/i, '').trim();
}
