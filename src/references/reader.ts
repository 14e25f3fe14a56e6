/** A place in a text that sticky patterns move on; every pattern given must be bounded in length. */
export class Reader {
  constructor(
    readonly text: string,
    public at: number,
  ) {}

  /** Matches at the place and steps behind it; undefined leaves the place. */
  take(sticky: RegExp): RegExpExecArray | undefined {
    const match = this.peek(sticky);
    if (match) this.at += match[0].length;
    return match;
  }

  peek(sticky: RegExp): RegExpExecArray | undefined {
    sticky.lastIndex = this.at;
    return sticky.exec(this.text) ?? undefined;
  }
}

/** Blanks between the words of one reference; law texts break lines and indent inside them. */
export const GAP = '\\s{1,24}';

export const LOOSE = '\\s{0,24}';

/** Line breaks and indents made one blank; a word broken behind its hyphen is joined. */
export function oneLine(text: string): string {
  return text
    .replace(/-\s*\n\s*/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
}

export interface Lead {
  kind: ReferenceKind;
  /** Whether several numbers may follow: "§§ 12 und 13". */
  plural: boolean;
  unit?: string;
}

/** The words that lead to one number, and to several. */
const WORDS: readonly (readonly [ReferenceKind, one: string, several: string, unit?: string])[] = [
  ['section', '§ Section section SECTION Sec. sec.', '§§ Sections sections Secs. secs.'],
  ['article', 'Article article ARTICLE Artikels', 'Articles articles Arts. Art. Artikel Artikeln'],
  ['annex', 'Anlage Anhang Annex', 'Anlagen Anhänge Anhängen Annexes'],
  ['annex', 'Appendix Schedule', 'Appendices Schedules'],
  ['part', 'Teil Teils Teiles', 'Teile Teilen', 'Teil'],
  ['part', 'Kapitels', 'Kapitel Kapiteln', 'Kapitel'],
  ['part', 'Abschnitt Abschnitts', 'Abschnitte Abschnitten', 'Abschnitt'],
  ['part', 'Unterabschnitt Unterabschnitts', 'Unterabschnitte Unterabschnitten', 'Unterabschnitt'],
  ['part', 'Part', 'Parts', 'Part'],
  ['part', 'Chapter chapter', 'Chapters chapters', 'Chapter'],
  ['part', 'Title title', 'Titles', 'Title'],
  ['part', 'Division', 'Divisions', 'Division'],
];

export const leads = new Map(
  WORDS.flatMap(([kind, one, several, unit]) => [
    ...one.split(' ').map((word): [string, Lead] => [word, { kind, plural: false, unit }]),
    ...several.split(' ').map((word): [string, Lead] => [word, { kind, plural: true, unit }]),
  ]),
);

const alternatives = [...leads.keys()]
  .sort((a, b) => b.length - a.length)
  .map((word) => word.replace('.', '\\.'))
  .join('|');

export function leadPattern(): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(${alternatives})(?!\\p{L})`, 'gu');
}

const LEVELS = [
  'Absatz(?:es)?|Absätzen?|Abs\\.|Unterabsatz|UAbs\\.',
  'Satz(?:es)?|Sätzen?|S\\.|Halbsatz|Halbs\\.',
  'Nummern?|Nrn?\\.|Buchstaben?|Buchst\\.|lit\\.|Doppelbuchstaben?|Ziffern?|Ziff\\.',
  'Alternative|Alt\\.|Spalten?|Zeilen?|Tabellen?',
  'Teil|Kapitel|Abschnitt|Unterabschnitt|Chapter|Division|Subpart',
  '[Ss]ubsections?|[Pp]aragraphs?|[Pp]aras?\\.|[Cc]lauses?|[Ss]entences?|[Ii]tems?|[Pp]oints?',
].join('|');

const JOIN = `(?:${LOOSE},${LOOSE}(?:(?:und|oder|sowie|and|or)${GAP})?|${GAP}(?:und|oder|sowie|bis|and|or|to|through|&)${GAP}|${LOOSE}[–—]${LOOSE})`;
const VALUE =
  '(?:\\d{1,4}[a-z]{0,2}|\\((?:\\d{1,4}|[a-z]{1,4}|[A-Z])\\)|[a-z]{1,2}|[IVX]{1,6}|[A-Z])';
const ENDS = '(?![\\p{L}\\p{N}])';

const level = new RegExp(`(?:${JOIN}|${GAP})(?:${LEVELS})${LOOSE}${VALUE}${ENDS}`, 'uy');
const brackets = new RegExp(
  `\\s?\\((?:\\d{1,3}[a-z]?|[a-z]{1,2}|[ivx]{1,6}|[A-Z])\\)(?:${LOOSE}\\((?:\\d{1,3}|[a-z]{1,4}|[A-Z])\\)){0,5}`,
  'uy',
);
const moreNumbers = new RegExp(`${JOIN}(\\d{1,4})[a-z]{0,2}${ENDS}`, 'uy');
const moreBrackets = new RegExp(`${JOIN}\\((?:\\d{1,3}|[a-z]{1,4}|[A-Z])\\)`, 'uy');
const moreLetters = new RegExp(`${JOIN}[a-z]${ENDS}`, 'uy');
const levelAhead = new RegExp(`${GAP}(?:${LEVELS})`, 'uy');

/** "erster Halbsatz zweiter Satzteil". */
const ordinal = new RegExp(
  `${GAP}(?:erster|zweiter|dritter|vierter|erste|zweite)${GAP}(?:Halbsatz|Satzteil|Teilsatz|Alternative)${ENDS}`,
  'uy',
);

/** "§§ 78 ff.": with the next one ("f.") or the next ones. */
const following = new RegExp(`${GAP}ff?(?:\\.|${ENDS})`, 'uy');

/** Reads what follows a number inside its section: "Abs. 1 Satz 2 Nr. 3 oder 4", "(b)(1)"; `section`: that of a list. */
export function readDetail(reader: Reader, section: number | undefined): string | undefined {
  const from = reader.at;
  for (;;) {
    const first = reader.take(level) ?? reader.take(brackets) ?? reader.take(ordinal);
    if (!first) break;
    readMore(reader, first[0], section);
  }
  reader.take(following);
  const detail = oneLine(reader.text.slice(from, reader.at)).replace(/^, ?/, '');
  return detail === '' ? undefined : detail;
}

/** Lists are of one kind: numbers follow a number, letters a letter, brackets brackets. */
function readMore(reader: Reader, first: string, section: number | undefined): void {
  if (first.endsWith(')')) while (reader.take(moreBrackets));
  else if (/\d[a-z]{0,2}$/.test(first)) while (takeNumber(reader, section));
  else while (reader.take(moreLetters));
}

/** In a list of sections a larger number, or one with a level of its own, is the next section. */
function takeNumber(reader: Reader, section: number | undefined): boolean {
  const next = reader.peek(moreNumbers);
  if (!next) return false;
  const before = reader.at;
  reader.at += next[0].length;
  const isSection = section !== undefined && Number(next[1]) > section;
  const hasOwnLevel = section !== undefined && reader.peek(levelAhead) !== undefined;
  if (isSection || hasOwnLevel) reader.at = before;
  return !isSection && !hasOwnLevel;
}

/** What a reference points to; `document` is a whole act named by its number ("Directive 2013/59/Euratom"). */
export type ReferenceKind = 'section' | 'article' | 'part' | 'annex' | 'document';

/** One reference found in a text. The references of a range ("§§ 5 bis 7") share one place in it. */
export interface Reference {
  raw: string;
  /** Offsets in UTF-16 code units; `end` is exclusive. */
  start: number;
  end: number;
  kind: ReferenceKind;
  /** As written, without the word before it: "70", "9b", "2.2-3700", "II". */
  number: string;
  /** For parts: what kind of part, in the singular: "Teil", "Kapitel", "Part", "Chapter". */
  unit?: string;
  /** The place inside, blanks made one: "Abs. 1 Satz 2", "(b)(1)", "Kapitel 1". */
  detail?: string;
  /** The act named with it, in the nominative: "StrlSchG", "Strahlenschutzgesetz". None: the text's own. */
  document?: string;
}

const ANNEX_WORDS = ['Anlage', 'Anhang', 'Annex', 'Appendix', 'Schedule'];

/** How what a reference names may be labelled: "§ 12-104", "Art. 3", "Anlage 4" or "Annex 4", "Teil 2". */
export function labelsOf({ kind, number, unit }: Reference): string[] {
  if (kind === 'part') return [`${unit} ${number}`];
  if (kind === 'section') return [`§ ${number}`];
  if (kind === 'article') return [`Art. ${number}`];
  return ANNEX_WORDS.map((word) => `${word} ${number}`);
}
