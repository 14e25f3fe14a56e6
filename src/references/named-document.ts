import { GAP, LOOSE, oneLine, type Reader } from './reader.js';

const ABBREVIATION = '[A-ZÄÖÜ][A-Za-zÄÖÜäöüß]{0,18}[A-ZÄÖÜ](?:\\s[IVX]{1,4})?';
const abbreviationBehind = new RegExp(`${GAP}(${ABBREVIATION})(?![\\p{L}\\p{N}])`, 'uy');
const abbreviationBefore = new RegExp(`(?<![\\p{L}\\p{N}.])(${ABBREVIATION})\\s?$`, 'u');
const noAbbreviation = /^(?:AND|OR|OF|TO|THE|UND|ODER|BIS|DES|DER|SATZ|ABS|NR|[IVXLC]+)$/;

const EU_NUMBER =
  '(?:\\([A-Z]{2,8}(?:, Euratom)?\\)\\s?)?(?:(?:Nr|No)\\.?\\s)?\\d{1,4}/\\d{1,4}(?:/[A-Z][A-Za-z]{1,8})?';
const GERMAN_ACTS =
  '[Gg]esetz(?:es)?|[Gg]esetzbuch(?:e?s)?|[Vv]erordnung|[Oo]rdnung|[Ss]atzung|[Vv]erfassung|[Rr]ichtlinie|[Üü]bereinkommens|[Vv]ertrage?s|[Aa]bkommens|[Ss]tatuts|[Kk]odex';
const germanNumbered = new RegExp(
  `${GAP}(?:des|der|dem)${GAP}((?:[A-Z][a-zü]{2,20}${GAP})?(?:Verordnung|Durchführungsverordnung|Richtlinie|Beschlusses|Entscheidung)${GAP}${EU_NUMBER})`,
  'uy',
);
const ADJECTIVES = `(?:[A-ZÄÖÜ][a-zäöüß]{1,30}en${GAP}){0,2}`;
const COMPOUND = `[A-ZÄÖÜ](?:\\p{L}|-(?:\\n\\s{0,8})?){0,60}?(?:${GERMAN_ACTS})`;
/** What a law on its own needs to be named: "Gesetzes über die Umweltverträglichkeitsprüfung". */
const SUBJECT = `${GAP}(?:über|zur|zum)(?:${GAP}(?:die|den|das|der|des|dem|und|vor|von|zur|zum|[A-ZÄÖÜ][\\p{L}-]{1,60})){1,10}`;
const germanNamed = new RegExp(
  `${GAP}(?:des|der|dem)${GAP}(${ADJECTIVES}(?:${COMPOUND}(?![\\p{L}-])|(?:${GERMAN_ACTS})(?![\\p{L}-])(?:${SUBJECT})?))`,
  'uy',
);
const bareGerman = new RegExp(`^(?:Rechtsverordnung|${GERMAN_ACTS})$`, 'u');

const ENGLISH_ACTS =
  'Act|Code|Ordinance|Law|Statute|Regulations?|Rules|Directive|Convention|Constitution|Charter|Treaty|Order|Bylaw';
const CAPITAL = "[A-Z][\\w'’-]{0,30}";
const englishNumbered = new RegExp(
  `${GAP}(?:of|to)${GAP}(?:the${GAP})?((?:${CAPITAL}${GAP}){0,3}(?:Regulation|Directive|Decision|Ordinance|Act|Order|Law|Resolution)${GAP}(?:${EU_NUMBER}|(?:No\\.?\\s)?\\d{1,6}(?:[./-]\\d{1,6}){0,3}))`,
  'uy',
);
const englishNamed = new RegExp(
  `${GAP}(?:of|to)${GAP}(?:the${GAP})?((?:${CAPITAL}${GAP}(?:(?:of|and|on|for|the)${GAP}){0,2}){0,7}(?:${ENGLISH_ACTS})(?!\\w)` +
    `(?:${GAP}(?:on|for|concerning)(?:${GAP}(?:and|of|the|on|${CAPITAL})){1,8})?)`,
  'uy',
);
const bareEnglish = new RegExp(`^(?:${ENGLISH_ACTS})$`);
const codeBefore = new RegExp(
  `((?:[A-Z][A-Za-z.]{0,20}\\s){1,5}?(?:Code(?:\\sAnn\\.)?|Act|Ordinance)|\\d{1,3}\\s(?:U\\.?S\\.?C\\.?|C\\.?F\\.?R\\.?))\\s?$`,
);

/** How far before a lead its act may begin: "Va. Code Ann. § 2.2-3700". */
const LOOK_BACK = 70;

/** Reads the act named behind a reference, "des Atomgesetzes", "of the Harbour Act", "StrlSchG", and steps over it. */
export function readDocument(reader: Reader): string | undefined {
  return (
    readAbbreviation(reader) ??
    readNamed(reader, [germanNumbered, germanNamed, bareGerman], nominative) ??
    readNamed(reader, [englishNumbered, englishNamed, bareEnglish], (name) => name)
  );
}

function readAbbreviation(reader: Reader): string | undefined {
  const match = reader.peek(abbreviationBehind);
  const name = match?.[1];
  if (!match || !name || noAbbreviation.test(name)) return undefined;
  reader.at += match[0].length;
  return oneLine(name);
}

function readNamed(
  reader: Reader,
  [numbered, named, bare]: readonly [RegExp, RegExp, RegExp],
  asNamed: (name: string) => string,
): string | undefined {
  const match = reader.take(numbered) ?? reader.peek(named);
  if (!match?.[1]) return undefined;
  const name = asNamed(oneLine(match[1]));
  if (bare.test(name)) return undefined;
  reader.at = match.index + match[0].length;
  return name;
}

/** "Strahlenschutzgesetzes" to "Strahlenschutzgesetz", "Bürgerlichen Gesetzbuchs" to "Bürgerliches Gesetzbuch". */
function nominative(name: string): string {
  return name
    .replace(/(esetz|ertrag)e?s(?=$|\s)/u, '$1')
    .replace(/(buch|statut|bkommen|bereinkommen)(?:e?s)(?=$|\s)/iu, '$1')
    .replace(/^(\p{L}+)en (?=\p{L}*(?:[Gg]esetz|buch)$)/u, '$1es ')
    .replace(/^(\p{L}+)en (?=\p{L}*(?:ordnung|satzung)$)/u, '$1e ');
}

/** The act named before a lead, "StrlSchG § 70", and where it begins; nothing before `from` is looked at. */
export function documentBefore(
  text: string,
  lead: number,
  from: number,
): { document: string; start: number } | undefined {
  if (!/[\p{L}.]\s?$/u.test(text.slice(Math.max(from, lead - 2), lead))) return undefined;
  const begin = Math.max(from, lead - LOOK_BACK);
  const before = text.slice(begin, lead);
  const match = codeBefore.exec(before) ?? abbreviationBefore.exec(before);
  const name = match?.[1];
  if (!match || !name || noAbbreviation.test(name)) return undefined;
  const article = /^(?:(?:The|Under|See|By|In)\s)+/.exec(name)?.[0].length ?? 0;
  return { document: name.slice(article), start: begin + match.index + article };
}

const numberedAct = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:Verordnung|Durchführungsverordnung|Richtlinie|Regulation|Directive)${GAP}(${EU_NUMBER})` +
    `|(?:Ordinance|Act|Resolution)${GAP}(?:No\\.?|Nr\\.)${LOOSE}(\\d{1,6}(?:[./-]\\d{1,6}){0,3}))(?![\\p{L}\\p{N}])`,
  'gu',
);

/** All acts named by their number alone, "Directive 2013/59/Euratom", "Ordinance No. 12", with their places. */
export function numberedActs(text: string): { start: number; end: number; number: string }[] {
  return [...text.matchAll(numberedAct)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    number: oneLine(match[1] ?? match[2] ?? '')
      .replace(/^\([^)]*\)\s?/, '')
      .replace(/^(?:Nr|No)\.?\s/, ''),
  }));
}
