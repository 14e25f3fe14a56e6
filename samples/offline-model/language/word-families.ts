import { withoutAccents } from './plain-text.js';
import type { Language } from './stop-words.js';

/** Words with one of these beginnings belong to a word's family, the more surely the higher the share. */
export interface FamilyRoots {
  roots: readonly string[];
  /** From 0 to 1, beside 1 for the word itself. */
  share: number;
}

/** A shorter root begins too many words of other families. */
const LEAST_LETTERS = 4;

const SHARES = { root: 0.5, vowel: 0.2, prefix: 0.4 } as const;

/** The beginnings of words that share a root with a word: "geprüft" is of the family of "pruf", "betreten" of that of "zutritt". */
export function familyOf(word: string, language: Language): FamilyRoots[] {
  return language === 'de' ? germanFamily(word) : englishFamily(word);
}

/** What a family is known by: the same for "stehlen", "gestohlen" and "stahl". */
export function familyKey(word: string, language: Language): string {
  if (language === 'en') return englishRoot(plain(word));
  const root = germanRoot(word);
  const { prefix, stem } = withoutPrefix(root);
  return `${prefix}${vowelsOf.get(stem)?.[0] ?? stem}`;
}

/** Lower case, without accents, as the German dictionary's stems are. */
function plain(word: string): string {
  return withoutAccents(word.toLowerCase());
}

function germanFamily(word: string): FamilyRoots[] {
  const root = germanRoot(word);
  if (/^\p{N}/u.test(root)) return [];
  const { prefix, stem } = withoutPrefix(root);
  const stems = vowelsOf.get(stem) ?? [stem];
  const isPlain = LIGHT_STEMS.has(stem) || stem.length < LEAST_LETTERS;
  const others = stems.filter((each) => each !== stem).map((each) => `${prefix}${each}`);
  return [
    rootsOf([`${prefix}${stem}`], SHARES.root),
    rootsOf(others, SHARES.vowel),
    rootsOf(isPlain ? [] : stems.flatMap((each) => relatives(each, prefix)), SHARES.prefix),
  ].filter(({ roots }) => roots.length > 0);
}

function rootsOf(roots: readonly string[], share: number): FamilyRoots {
  return { roots: [...new Set(roots)].filter((each) => each.length >= LEAST_LETTERS), share };
}

/** The plain verb of one with a prefix, and those with prefixes that seldom make another matter of it. */
function relatives(stem: string, prefix: string): string[] {
  const prefixes = RELATED_PREFIXES.filter((each) => each !== prefix);
  return [...(prefix === '' ? [] : [stem]), ...prefixes.map((each) => `${each}${stem}`)];
}

const PREFIXES =
  'zusammen zuruck wieder unter durch uber nach auf aus ein ent fest her hin los mit vor weg ver zer ab an be bei er um zu'.split(
    ' ',
  );

const RELATED_PREFIXES = ['ge', 'be', 'uber', 'zu', 'ein', 'an'];

/** Verbs that mean nothing without what stands before them. */
const LIGHT_STEMS = new Set(
  'stell steh stand halt hielt nehm nahm nomm geb gab geh gang ging komm kam setz leg lieg lag fuhr zieh zog zug bring brach trag trug fall fiel lass liess mach tu sag werd schlag'.split(
    ' ',
  ),
);

/** The vowels of strong verbs and their nouns, the verb first. */
const VOWELS = `bind band bund, biet bot gebot, brech broch bruch, brenn brann brand, fahr fuhr fahrt, find fand fund, flieg flog flug,
  greif griff, helf half holf hilf, les las, mess mass, schliess schloss schluss, schneid schnitt, schreib schrieb schrift,
  schutz, sprech sprach sproch spruch, steh stand, stehl stahl stohl diebstahl, steig stieg, sterb starb storb, treff traf troff, treib trieb,
  tret trat tritt, trink trank trunk, verlier verlor verlust, werb warb worb, werf warf worf wurf, wieg wog gewicht, zieh zog zug,
  geb gab gift, geh gang ging, nehm nahm nomm, bring brach brauch, denk dach, wachs wuchs, verbiet verbot, entscheid entschied, heb hob, schieb schob, schein schien, grab grub, wend wand, send sand, kenn kann, nenn nann, arzt, wähl wahl`;

const vowelsOf = new Map(
  VOWELS.split(',').flatMap((line) => {
    const stems = line.trim().split(/\s+/).map(plain);
    return stems.map((stem): [string, readonly string[]] => [stem, stems]);
  }),
);

function withoutPrefix(root: string): { prefix: string; stem: string } {
  const isStem = (stem: string) => stem.length >= LEAST_LETTERS || vowelsOf.has(stem);
  const prefix = vowelsOf.has(root)
    ? undefined
    : PREFIXES.find((each) => root.startsWith(each) && isStem(root.slice(each.length)));
  return prefix === undefined
    ? { prefix: '', stem: root }
    : { prefix, stem: root.slice(prefix.length) };
}

const ENDINGS =
  /^(.{3,}?)(?:ungen|ungs|ung|schaften|schaft|heiten|heit|keiten|keit|nisse|nis|liche[rnms]?|lich|bare[rnms]?|bar|ige[rnms]?|ig|ische[rnms]?|isch|ende[rnms]?|end|erinnen|erin|ern|er|en|em|es|e|n|s)$/;
const PAST = /^(.{3,}?)(?:te[nrms]?|tet|test|t|st)$/;

/** "aufgehoben", "geprüft": a participle, in small letters, for nouns begin with "Ge" as well. */
const PARTICIPLE =
  /^(ab|an|auf|aus|bei|durch|ein|fest|her|hin|los|mit|nach|um|unter|vor|weg|wieder|zu|zuruck|zusammen)?ge(.{3,}?)(?:t|en|et|te[nrms]?|ene[nrms]?)$/;

function germanRoot(word: string): string {
  const text = plain(word);
  const isSmall = /^\p{Ll}/u.test(word);
  const [, prefix = '', core] = (isSmall && PARTICIPLE.exec(text)) || [];
  if (core !== undefined) return `${prefix}${core}`;
  const once = shorter(text, ENDINGS);
  const twice = once === text ? text : shorter(once, ENDINGS);
  return isSmall && once === text ? shorter(text, PAST) : twice;
}

function shorter(text: string, endings: RegExp): string {
  const [, root = text] = endings.exec(text) ?? [];
  return root.length < LEAST_LETTERS ? text : root;
}

const ENGLISH_ENDINGS =
  /^(.{4,}?)(?:ations?|itions?|ions?|ments?|ances?|ences?|ers?|ors?|als?|ants?|ents?|ities|ity|ies|ings?|ed|es|s|e|y|ness|ive|able|ible)$/;

function englishRoot(text: string): string {
  const [, root = text] = ENGLISH_ENDINGS.exec(text) ?? [];
  return root;
}

function englishFamily(word: string): FamilyRoots[] {
  const root = englishRoot(plain(word));
  return root.length > LEAST_LETTERS ? [{ roots: [root], share: SHARES.root }] : [];
}
