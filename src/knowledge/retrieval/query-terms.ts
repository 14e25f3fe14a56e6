import { languageOf, type Language } from '../../language/question-language.js';
import {
  builtInSynonyms,
  synonymsOf,
  type SynonymGroups,
} from '../../language/synonyms/synonyms.js';
import { isCommon } from '../../language/common-words.js';
import { formOf } from '../../language/question-forms.js';
import { queryWords } from '../../language/query-words.js';
import type { RelatedWord } from '../../language/thesaurus/thesaurus.js';
import { familyOf } from '../../language/word-families.js';

/** Ways in which a text may say a word of a query that are equally sure. */
export interface TermForm {
  /** Which word of the query they stand for: of the forms of one word the best counts. */
  term: number;
  /** That word as it is shown. */
  word: string;
  /** Words or phrases that are searched as full text sees them; or beginnings of stems. Each counts by itself. */
  texts: readonly string[];
  /**
   * `root`: the texts are beginnings of stems; `word`: longer words that begin with one are found as well, at less
   * weight; `synonym`: they are not.
   */
  kind: 'word' | 'root' | 'synonym';
  /** From 0 to 1: 1 for the word itself. */
  share: number;
}

/** What a form counts beside the word itself. */
const SHARES = { synonym: 0.65, answer: 0.3, common: 0.4 } as const;

/** Synonyms less sure than this are not searched: they would find anything. */
const LEAST_SHARE = 0.15;

/** A query of more words is read to here: each is compared with every text. */
const MOST_TERMS = 40;

/** How "zuständig" and the like are shown, which no word of the query stands for. */
const ANSWERS = '(what answers say)';

/**
 * The words of a query in all forms in which texts may say them: each itself, its family and its synonyms, those of
 * the knowledge base's `own` groups among them; and what answers to such a question say.
 */
export function queryTerms(query: string, own: SynonymGroups): TermForm[] {
  const language = languageOf(query);
  const ofOwn = synonymsOf(own, language);
  const words = [...new Set(queryWords(query).split(' '))].slice(0, MOST_TERMS);
  const terms = words.flatMap((word, term) => {
    const place = { term, word };
    const synonyms = [...ofOwn.of(word), ...builtInSynonyms[language].of(word)];
    return [...formsOf(place, language), ...synonymForms(place, language, synonyms)];
  });
  const says = formOf(query, language)?.says;
  if (says === undefined) return terms;
  const place = { term: words.length, word: ANSWERS, kind: 'word' as const };
  return [...terms, { ...place, texts: says, share: SHARES.answer }];
}

/** A word of a query, and which it is. */
type Place = Pick<TermForm, 'word' | 'term'>;

/** The word itself and its family. */
function formsOf(place: Place, language: Language): TermForm[] {
  const { word } = place;
  const weight = weightOf(word, language);
  const roots = familyOf(word, language).map(({ roots, share }): TermForm => ({
    ...place,
    texts: roots,
    kind: 'root',
    share: share * weight,
  }));
  return [{ ...place, texts: [word], kind: 'word', share: weight }, ...roots];
}

/** Synonyms, those that are equally sure together. */
function synonymForms(
  place: Place,
  language: Language,
  synonyms: readonly RelatedWord[],
): TermForm[] {
  const weight = SHARES.synonym * weightOf(place.word, language);
  const byShare = new Map<number, string[]>();
  for (const { word, share } of synonyms) {
    if (share * SHARES.synonym < LEAST_SHARE) continue;
    byShare.set(share, [...(byShare.get(share) ?? []), word]);
  }
  return [...byShare].map(([share, texts]) => ({
    ...place,
    texts,
    kind: 'synonym',
    share: share * weight,
  }));
}

function weightOf(word: string, language: Language): number {
  return isCommon(word, language) ? SHARES.common : 1;
}
