import { stem } from '../../language/english-stem.js';
import type { Language } from '../../language/question-language.js';
import { words } from './lexicon.js';
import { englishVerbs, germanVerbs } from './roots.js';

const SUFFIXES: Readonly<Record<Language, ReadonlySet<string>>> = {
  de: words(
    `e en n er ern em es s et t te ten end ende enden ender endes ung ungen lich liche lichen licher liches ig ige igen iger iges
    igkeit keit heit bar bare baren barkeit sam isch ische ischen nis nisse in innen erin st r rs ert erte elt eln tes schaft schaften`,
  ),
  en: words(
    `s es ed ing er ers or ors ion ions ation ations al ally ly ment ments d e y ies ied ity able ance ence ive r ier iers ies t
    ted ting ped ping ned ning led ling sion ications ication ure ility ilities le`,
  ),
};
/** The least that two forms of a word begin alike with. */
const LEAST_ALIKE = 4;
/** The longest ending that is cut. */
const LONGEST_SUFFIX = 8;

/** Particles that German puts before a verb and takes off again. */
const PARTICLES = words(
  `ab an auf aus bei bekannt bereit ein entgegen fehl fest fort frei her heran heraus herbei herein hervor hin hinaus hinein hinzu los mit
  nach nieder statt teil über um unter vor voraus vorbei weg weiter wieder zu zurück zusammen`,
);
/** What makes another word of a German word, not a compound of two. */
const PREFIXES = words(
  'ab an auf aus be bei ein ent er ge mit nach uber um un unter ver vor zer zu miss',
);
const LINKS = ['', 's', 'es', 'n', 'en', 'e', 'er'];

/** The forms in which a word is compared: without umlauts, and without what German puts into participles. */
export function formsOf(word: string, language: Language): readonly string[] {
  if (language === 'en') {
    const bare = word.replace(/['’]s?$/, '');
    return [...new Set([bare, stem(word), ...englishVerbs(bare).map((verb) => stem(verb))])];
  }
  const forms = [plain(word)];
  if (word.startsWith('zurück')) forms.push(plain(word.slice(2)));
  const ge = /^ge(.{3,}(?:t|en|te|ten|ter|tes))$/.exec(word);
  if (ge?.[1] !== undefined) forms.push(plain(ge[1]));
  for (const particle of PARTICLES) {
    if (!word.startsWith(particle)) continue;
    const inside = /^(?:ge|zu)(.{3,})$/.exec(word.slice(particle.length));
    if (inside?.[1] !== undefined)
      forms.push(plain(particle.replace(/^zu(?=rück)/, '') + inside[1]));
  }
  return [...new Set([...forms, ...forms.flatMap((form) => germanVerbs(form, isBeforeStem))])];
}

/** What may stand before the stem of a verb: "ein" in "Einsicht", "ge" in "gegessen". */
function isBeforeStem(before: string): boolean {
  const inner = before.replace(/(?:ge|zu)$/, '');
  return inner === '' || PREFIXES.has(inner) || PREFIXES.has(before) || PARTICLES.has(inner);
}

function plain(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss');
}

/** Whether a word is a particle that may belong to a verb far before it. */
export function isParticle(word: string): boolean {
  return PARTICLES.has(word);
}

/** Whether two words, each in all its forms, are one word with other endings. */
export function sameWord(a: readonly string[], b: readonly string[], language: Language): boolean {
  const [first = ''] = a;
  const [second = ''] = b;
  if (language === 'en' && (areTwoSides(first, second) || areTwoSides(second, first))) return false;
  return a.some((one) => b.some((other) => one === other || sameRoot(one, other, language)));
}

/** "Employer" and "employee". */
function areTwoSides(a: string, b: string): boolean {
  return DOES.test(a) && IS_DONE_TO.test(b);
}

const DOES = /[eo]rs?$/;
const IS_DONE_TO = /ees?$/;

function sameRoot(a: string, b: string, language: Language): boolean {
  const suffixes = SUFFIXES[language];
  let alike = 0;
  while (alike < a.length && alike < b.length && a[alike] === b[alike]) alike += 1;
  const least = Math.max(LEAST_ALIKE, Math.min(a.length, b.length) / 2);
  const isEnding = (rest: string) => rest === '' || suffixes.has(rest);
  for (
    let cut = alike;
    cut >= least && Math.max(a.length, b.length) - cut <= LONGEST_SUFFIX;
    cut -= 1
  )
    if (isEnding(a.slice(cut)) && isEnding(b.slice(cut))) return true;
  return false;
}

/** The shortest part of a compound that is read. */
const LEAST_PART = 4;

/** Whether a German word is a part of a compound: its head ("Behörde" of "Küstenbehörde") or what stands before it. */
export function isPartOf(word: readonly string[], compound: readonly string[]): boolean {
  return compound.some((whole) =>
    word.some((part) => {
      if (part.length < LEAST_PART || whole.length - part.length < 3) return false;
      const bare = part.replace(/e?s$/, '');
      if (
        whole.length - bare.length >= LEAST_PART &&
        bare.length >= LEAST_PART &&
        whole.startsWith(bare)
      )
        return true;
      const before = whole.slice(0, whole.length - part.length);
      if (whole.endsWith(part) && !PREFIXES.has(before)) return true;
      return false;
    }),
  );
}

/** Whether two words make up a German compound, in any of their forms: "Pflichtverletzungen" of "Pflicht" and "verletzt". */
export function areParts(compound: readonly string[], isKnown: (part: string) => boolean): boolean {
  const [whole = ''] = compound;
  for (let cut = LEAST_PART; cut <= whole.length - LEAST_PART; cut += 1)
    if (
      isKnown(whole.slice(cut)) &&
      LINKS.some((link) => {
        const front = whole.slice(0, cut);
        return front.endsWith(link) && isKnown(front.slice(0, front.length - link.length));
      })
    )
      return true;
  return false;
}

/** What is left of a German compound when one of the words is taken from its front or its end. */
export function restsOf(
  compound: readonly string[],
  parts: readonly (readonly string[])[],
): string[] {
  const rests: string[] = [];
  for (const whole of compound) {
    for (const part of parts.flat()) {
      if (part.length < LEAST_PART) continue;
      for (const cut of [part, part.slice(0, -1)]) {
        if (cut.length < LEAST_PART) continue;
        if (whole.startsWith(cut)) {
          const rest = whole.slice(cut.length);
          rests.push(
            ...LINKS.filter((link) => rest.startsWith(link)).map((l) => rest.slice(l.length)),
          );
        }
        if (whole.endsWith(cut)) {
          const rest = whole.slice(0, whole.length - cut.length);
          rests.push(
            ...LINKS.filter((l) => rest.endsWith(l)).map((l) =>
              rest.slice(0, rest.length - l.length),
            ),
          );
        }
      }
    }
  }
  return rests.filter((rest) => rest.length >= LEAST_PART - 1);
}
