import { languageOf, type Language } from '../../language/question-language.js';
import {
  builtInSynonyms,
  synonymsOf,
  type SynonymGroups,
} from '../../language/synonyms/synonyms.js';
import { isCommon } from '../../language/common-words.js';
import { formOf } from '../../language/question-forms.js';
import { queryWords } from '../../language/query-words.js';
import { familyOf } from '../../language/word-families.js';

/** One way in which a text may say a word of a query. */
export interface TermForm {
  /** Which word of the query it stands for: of the forms of one word the best counts. */
  term: number;
  /** That word as it is shown. */
  word: string;
  /** Words or phrases that are searched as full text sees them; or beginnings of stems. Any is enough. */
  texts: readonly string[];
  isRoot: boolean;
  /** From 0 to 1: 1 for the word itself. */
  share: number;
}

/** What a form counts beside the word itself. */
const SHARES = { synonym: 0.5, answer: 0.3, common: 0.4 } as const;

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
  const synonyms = [builtInSynonyms[language], synonymsOf(own, language)];
  const words = [...new Set(queryWords(query).split(' '))].slice(0, MOST_TERMS);
  const terms = words.flatMap((word, term) => {
    const others = synonyms.flatMap((each) => each.of(word));
    return formsOf({ word, term }, language, [...new Set(others)]);
  });
  const says = formOf(query, language)?.says;
  if (says === undefined) return terms;
  const place = { term: words.length, word: ANSWERS, isRoot: false };
  return [...terms, { ...place, texts: says, share: SHARES.answer }];
}

function formsOf(
  place: Pick<TermForm, 'word' | 'term'>,
  language: Language,
  synonyms: readonly string[],
): TermForm[] {
  const { word } = place;
  const weight = isCommon(word, language) ? SHARES.common : 1;
  const form = (texts: readonly string[], share: number, isRoot: boolean): TermForm => {
    return { ...place, texts, isRoot, share: share * weight };
  };
  const roots = familyOf(word, language).map(({ roots, share }) => form(roots, share, true));
  const forms = [form([word], 1, false), ...roots];
  return synonyms.length === 0 ? forms : [...forms, form(synonyms, SHARES.synonym, false)];
}
