import type { Language } from './question-language.js';

/** What kind of answer a question asks for by its form. */
export type QuestionForm =
  | ('definition' | 'deadline' | 'time' | 'authority' | 'person' | 'place')
  | ('sanction' | 'cost' | 'amount' | 'permission' | 'duty');

/** How questions of one form are asked, and what passages say that answer them. */
interface Form {
  form: QuestionForm;
  asked: RegExp;
  says: readonly string[];
}

const list = (text: string): string[] => text.split(', ');

const terms = {
  de: list('Frist, Monat, Woche, Tag, Jahr, unverzüglich, spätestens, jährlich, Zeitabstand'),
  en: list('time limit, within, days, month, week, year'),
};

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
        /^[Ww](?:as|er) (?:ist|sind|gilt als|bedeutet|bedeuten|heißt) (?:(?:eine?[rmns]?|der|die|das) (?:[\p{L}-]{1,40} ){0,3}[\p{L}-]{1,60}|(?:\p{Ll}{1,40} ){0,2}\p{Lu}[\p{L}-]{1,60})(?: im Sinne .{1,80})?\s?\??$|[Ww]as (?:versteht man|bedeutet)|[Ww]as ist (?:mit|unter) .{1,80} (?:gemeint|zu verstehen)|Begriff|Definition|definiert/u,
      says: list('Begriff, Begriffsbestimmung, Definition'),
    },
    {
      form: 'authority',
      asked:
        /(?<!\p{L})welche[mnrs]? (?:\p{L}{1,40} ){0,2}(?:behörde|amt|stelle|ministerium)(?!\p{L})/iu,
      says: list('zuständige Behörde, zuständig'),
    },
    {
      form: 'deadline',
      asked:
        /(?<!\p{L})(?:wie lange?|wie oft|bis wann|ab wann|wie schnell|in welchen abständen|frist|wie bald|wie alt|wie viele (?:tage|wochen|monate|jahre|stunden))(?!\p{L})/iu,
      says: terms.de,
    },
    {
      form: 'time',
      asked: /(?<!\p{L})(?:wann|um wie viel uhr|welchen tagen)(?!\p{L})/iu,
      says: terms.de,
    },
    {
      form: 'cost',
      asked:
        /(?<!\p{L})(?:was kostet|was kosten|wer (?:muss )?(?:be)?zahl(?:t|en)|wer trägt|wie teuer|wie viel kostet|wie viel kosten)(?!\p{L})/iu,
      says: list('Gebühr, Kosten, Euro'),
    },
    {
      form: 'amount',
      asked:
        /(?<!\p{L})(?:wie viele?|wieviele?|wie (?:hoch|groß|schwer|weit|warm|kalt)|ab wie|höchstens|maximal|welche[rsn]? (?:\p{L}{1,40} ){0,2}(?:kosten|preis|wert|gebühr|grenzwert))(?!\p{L})/iu,
      says: list('Grenzwert, Referenzwert, höchstens, beträgt, überschreiten, Wert'),
    },
    {
      form: 'permission',
      asked: /(?<!\p{L})wer (?:darf|kann|dürfte)(?!\p{L})/iu,
      says: list('berechtigt, befugt, dürfen, zugelassen'),
    },
    {
      form: 'duty',
      asked:
        /(?<!\p{L})(?:pflichten|aufgaben|verpflichtungen|was (?:muss|müssen|hat) (?:\p{L}{1,40} ){1,6}tun)(?!\p{L})/iu,
      says: [],
    },
    {
      form: 'permission',
      asked: /(?<!\p{L})(?:darf|dürfen|erlaubt|verboten)(?!\p{L})/iu,
      says: list('zulässig, unzulässig, Verbot, untersagt, Genehmigung, Erlaubnis, dürfen'),
    },
    {
      form: 'person',
      asked: /(?<!\p{L})(?:wer|wem|wen|wessen)(?!\p{L})/iu,
      says: list('zuständige Behörde, zuständig'),
    },
    { form: 'place', asked: /(?<!\p{L})(?:wo|wohin|woher)(?!\p{L})/iu, says: [] },
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
        /^(?:what|who) (?:is|are|counts as) (?:an? )?(?:[\w-]{1,40} ){0,2}[\w-]{1,60}\s?\??$|\bwhat does .{1,80} mean\b|\bmeaning of\b|\bdefin/i,
      says: list('terms, definition, mean'),
    },
    {
      form: 'authority',
      asked: /\bwhich (?:\w{1,40} ){0,2}(?:authority|agency|office|department)\b/i,
      says: list('competent, office, decide'),
    },
    {
      form: 'deadline',
      asked:
        /\b(?:how (?:long|often|soon|old|quickly)|how fast (?:are|is|do|does|must)|how many (?:days|weeks|months|years|hours)|by when|until when|too late|deadline|time limit)\b/i,
      says: terms.en,
    },
    { form: 'time', asked: /\b(?:when|what time|which days?)\b/i, says: terms.en },
    {
      form: 'amount',
      asked:
        /\b(?:how (?:much|many|high|big|fast|heavy|large|far|warm|cold)|maximum|what does .{1,80} cost|(?:what|which) (?:\w{1,40} ){0,2}(?:fee|cost|price|value|limit|temperature|level|percent))\b/i,
      says: list('at most, limit, EUR'),
    },
    { form: 'duty', asked: /\b(?:duties|obligations)\b/i, says: [] },
    {
      form: 'permission',
      asked: /^(?:may|can|could|am i|are we|is it)\b|\b(?:allowed|permitted)\b/i,
      says: list('may, permit, forbidden, allowed, licence'),
    },
    {
      form: 'person',
      asked: /\b(?:who|whom|whose)\b/i,
      says: list('competent, office, decide'),
    },
    { form: 'place', asked: /\bwhere\b/i, says: [] },
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

/** What a text shows that answers a question of a form. */
const shown: Readonly<Partial<Record<QuestionForm, RegExp>>> = {
  sanction:
    /geldbuße|freiheitsstrafe|geldstrafe|zwangsgeld|ordnungswidrig|\bfine[ds]?\b|penalt|\boffen[cs]e/iu,
  authority:
    /(?<!\p{L})(?!insgesamt)[\p{L}-]{0,40}(?:bundesamt|(?<=\p{L}{4})amt|ministerium|anstalt|aufsichtsbehörde|polizei|gericht|agentur)(?:e?s)?(?!\p{L})|(?<!\p{L})\p{L}{1,40} (?:office|authority|board|agency|master|council|department)\b/iu,
  duty: /\b(?:hat|haben|muss|müssen|must|shall|has to|have to)\b/iu,
  deadline:
    /(?<![\p{L}\d])(?:\d{1,4}|one|two|three|four|five|six|seven|ten|twelve|\p{L}{0,20}(?:einem|einen?|einer|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|ßig|zig))(?: \p{L}{1,40})? (?:minute|hour|day|week|month|quarter|year|stunde|tag|woche|monat|jahr|werktag)|(?<!\p{L})(?:same day|at once|sofort|unverzüglich|every (?:day|week|month|quarter|year)|once a|(?:halb|viertel)?jährlich\p{L}{0,2}|(?:monat|wöchent|täg)lich\p{L}{0,2}|lebensjahr\p{L}{0,2})(?!\p{L})/iu,
  cost: /(?<!\p{L})(?:euro|eur|[\p{L}-]{0,30}kosten|aufwendungen|\p{L}{0,20}gebühr(?:en)?|entgelt|vergütung|haftung|haftet|fees?|costs?)(?!\p{L})/iu,
  amount: /\d|\p{L}(?:hundert|tausend)/iu,
  permission:
    /(?<!\p{L})(?:darf|dürfen|zulässig|unzulässig|verboten|untersagt|erlaubt|(?:genehmigung|erlaubnis|zulassung) bedarf|bedarf (?:der|einer|keiner)|may|must not|forbidden|allowed|permit(?:ted)?|prohibited)(?!\p{L})/iu,
  time: /\d{1,2}[:.]\d{2}|\d{1,2} uhr|(?<!\p{L})(?:(?:at|by|from|until|um|bis|ab) (?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight|eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|mittag|mitternacht)|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|juni|juli|oktober|dezember|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|daily|every|täglich|within|after|before|innerhalb|nach|vor|under|over|above|when|unless|if|wenn|sofern|soweit|sobald|falls|bevor|unverzüglich|spätestens)(?!\p{L})/iu,
  person:
    /(?<!\p{L})(?:manager|management|board|head|agent|officer|representative|leader|director|expert|authority|supplier|customer|buyer|receiver|driver|\p{L}{0,40}leiter(?:in)?|\p{L}{0,40}(?:beauftragte|verantwortliche)[rnm]?|(?:aufsichts)?behörde|führungskraft|vorstand|stellvertreter(?:in)?|nobody|everybody|niemand)(?!\p{L})/iu,
  place: /\b(?:in|at|on|zone|rack|aisle|cage|cabinet|im|am|beim|gang|halle|lager|hof)\b/iu,
};

/** First and last name of somebody. */
const FULL_NAME = /\p{Lu}\p{Ll}{1,40} (?:de )?\p{Lu}\p{Ll}/u;

/** Whether a text shows what a question of the form asks for; whether it defines something only its words tell. */
export function shows(form: QuestionForm, text: string): boolean {
  return shown[form]?.test(text) === true || (form === 'person' && FULL_NAME.test(text));
}
