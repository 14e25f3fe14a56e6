/** What a question asks for; `other` is anything that is not one of the kinds. */
export type QuestionKind = 'duration' | 'amount' | 'time' | 'person' | 'place' | 'other';

/** How questions of each kind begin, the surest first. */
export const kindPatterns: readonly (readonly [QuestionKind, RegExp])[] = [
  [
    'duration',
    /\bhow (?:long|soon|old|quickly|often)\b|\bhow many (?:days|weeks|months|years|hours)\b/i,
  ],
  [
    'duration',
    /\bwie (?:lange?|bald|alt|oft)\b|\bwie viele (?:tage|wochen|monate|jahre|stunden)\b/i,
  ],
  ['duration', /\bhow fast (?:are|is|do|does|must)\b|\b(?:deadline|time limit|frist)\b/i],
  ['amount', /\bhow (?:much|many|high|big|heavy|large|fast|far|warm|cold)\b/i],
  ['amount', /\bwie (?:viel|viele|hoch|groß|schwer|schnell|weit|warm|kalt)\b/i],
  [
    'amount',
    /\b(?:what|which|welche[rsn]?) (?:\p{L}+ ){0,2}(?:fee|cost|price|value|limit|temperature|level|percent|kosten|preis|wert|gebühr)/iu,
  ],
  [
    'time',
    /\b(?:when|until when|what time|which days?)\b|\b(?:wann|bis wann|um wie viel uhr|welchen tagen)\b/i,
  ],
  ['person', /\b(?:who|whom|whose)\b|\b(?:wer|wem|wen|wessen)\b/i],
  ['place', /\bwhere\b|\b(?:wo|wohin|woher)\b/i],
];

/** What a sentence shows that answers a question of the kind. */
export const kindCues: Readonly<Record<QuestionKind, RegExp | undefined>> = {
  duration:
    /\b(?:\d+|one|two|three|four|five|six|seven|ten|twelve|einen?|einer|zwei|drei|vier|sechs|acht|zehn)(?: \p{L}+)? (?:minute|hour|day|week|month|quarter|year|minute|stunde|tag|woche|monat|jahr)|\b(?:same day|at once|sofort|every (?:day|week|month|quarter|year)|once a)\b/iu,
  amount: /\d/,
  time: /\d{1,2}[:.]\d{2}|\d{1,2} uhr|\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|juni|juli|oktober|dezember|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|daily|every|täglich|within|after|before|innerhalb|nach|under|over|above|when|unless)\b/iu,
  person:
    /\b(?:manager|management|board|head|agent|officer|representative|leader|director|expert|authority|supplier|customer|buyer|receiver|driver|\p{L}{0,40}leiter(?:in)?|\p{L}{0,40}beauftragte[rn]?|behörde|führungskraft|vorstand|stellvertreter(?:in)?|nobody|everybody|niemand)\b|\p{Lu}\p{Ll}+ (?:de )?\p{Lu}\p{Ll}+/u,
  place: /\b(?:in|at|on|zone|rack|aisle|cage|cabinet|im|am|beim|gang|halle|lager|hof)\b/i,
  other: undefined,
};

/** Beginnings of a question that goes on with the one before. */
export const continues =
  /^(?:and|or|but|also|what about|how about|und|oder|aber|wie (?:ist|sieht) es (?:mit|bei))\b/i;

/** Words that stand for something said before. */
export const pointing =
  /\b(?:it|its|they|them|their|this|these|those|there|that one|sie|es|ihn|ihm|ihnen|dort|davon|dafür|das)\b/i;

/** Beginnings of a sentence that cannot be read without the one before. */
export const leaning =
  /^(?:it|they|this|these|those|that|he|she|above that|below that|within this|otherwise|then|if so|es|sie|er|dies\p{L}*|dort|danach|darüber|sonst|dann)\b/iu;

/** Wishes to see a document, or the place in it. */
export const asksToOpen =
  /\bopen\b.{0,60}\b(?:document|page|policy|handbook|place|it)\b|\bshow me (?:where|the (?:document|page|place|policy))\b|\b(?:öffne|zeig(?:e)? mir (?:wo|die stelle|das dokument))\b/i;
