import type { ReferenceKind } from './reference.js';

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

  /** Matches at the place without moving. */
  peek(sticky: RegExp): RegExpExecArray | undefined {
    sticky.lastIndex = this.at;
    return sticky.exec(this.text) ?? undefined;
  }
}

/** Blanks between the words of one reference; law texts break lines and indent inside them. */
export const GAP = '\\s{1,24}';

/** As {@link GAP}, or nothing. */
export const LOOSE = '\\s{0,24}';

/** Line breaks and indents made one blank; a word broken behind its hyphen is joined. */
export function oneLine(text: string): string {
  return text
    .replace(/-\s*\n\s*/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
}

/** What the word before a number says about it. */
export interface Lead {
  kind: ReferenceKind;
  /** Whether several numbers may follow: "§§ 12 und 13". */
  plural: boolean;
  unit?: string;
}

const words: [Lead, string[]][] = [
  [{ kind: 'section', plural: false }, ['§', 'Section', 'section', 'SECTION', 'Sec.', 'sec.']],
  [{ kind: 'section', plural: true }, ['§§', 'Sections', 'sections', 'Secs.', 'secs.']],
  [{ kind: 'article', plural: false }, ['Article', 'article', 'ARTICLE', 'Artikels']],
  [
    { kind: 'article', plural: true },
    ['Articles', 'articles', 'Arts.', 'Art.', 'Artikel', 'Artikeln'],
  ],
  [{ kind: 'annex', plural: false }, ['Anlage', 'Anhang', 'Annex', 'Appendix', 'Schedule']],
  [
    { kind: 'annex', plural: true },
    ['Anlagen', 'Anhänge', 'Anhängen', 'Annexes', 'Appendices', 'Schedules'],
  ],
  ...parts('Teil', ['Teil', 'Teils', 'Teiles'], ['Teile', 'Teilen']),
  ...parts('Kapitel', ['Kapitels'], ['Kapitel', 'Kapiteln']),
  ...parts('Abschnitt', ['Abschnitt', 'Abschnitts'], ['Abschnitte', 'Abschnitten']),
  ...parts(
    'Unterabschnitt',
    ['Unterabschnitt', 'Unterabschnitts'],
    ['Unterabschnitte', 'Unterabschnitten'],
  ),
  ...parts('Part', ['Part'], ['Parts']),
  ...parts('Chapter', ['Chapter', 'chapter'], ['Chapters', 'chapters']),
  ...parts('Title', ['Title', 'title'], ['Titles']),
  ...parts('Division', ['Division'], ['Divisions']),
];

function parts(unit: string, singular: string[], plural: string[]): [Lead, string[]][] {
  return [
    [{ kind: 'part', plural: false, unit }, singular],
    [{ kind: 'part', plural: true, unit }, plural],
  ];
}

/** What each word of {@link leadPattern} says. */
export const leads = new Map(
  words.flatMap(([lead, names]) => names.map((name) => [name, lead] as const)),
);

const alternatives = [...leads.keys()]
  .sort((a, b) => b.length - a.length)
  .map((word) => word.replace('.', '\\.'))
  .join('|');

/** Finds the next lead; the word is group 1. Longer words first, so that "§§" is not two "§". */
export function leadPattern(): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(${alternatives})(?!\\p{L})`, 'gu');
}
