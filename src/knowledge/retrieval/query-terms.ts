import { languageOf, stopWords } from '../../language/question-language.js';
import { synonymsOf, type SynonymGroups } from '../../language/words.js';

/** Ways in which a text may say a word of a query that are equally sure. */
export interface TermForm {
  /** Which word of the query they stand for: of the forms of one word the best counts. */
  term: number;
  /** That word as it is shown. */
  word: string;
  /** Words or phrases that are searched as full text sees them. Each counts by itself. */
  texts: readonly string[];
  /** `word`: longer words that begin with one are found as well, at less weight; `synonym`: they are not. */
  kind: 'word' | 'synonym';
  /** From 0 to 1: 1 for the word itself. */
  share: number;
}

/** What a synonym counts beside the word itself. */
const SYNONYM_SHARE = 0.65;
/** A query of more words is read to here: each is compared with every text. */
const MOST_TERMS = 40;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu;

/** The words of a query that are no stop words, and what stands for them in the knowledge base's own groups. */
export function queryTerms(query: string, own: SynonymGroups): TermForm[] {
  const language = languageOf(query);
  const all = query.match(WORD) ?? [];
  const said = all.filter((word) => !stopWords[language].has(word.toLowerCase()));
  const words = [...new Set(said.length === 0 ? all : said)].slice(0, MOST_TERMS);
  return words.flatMap((word, term): TermForm[] => {
    const synonyms = synonymsOf(own, word, language);
    const itself = { term, word, texts: [word], kind: 'word', share: 1 } as const;
    if (synonyms.length === 0) return [itself];
    return [itself, { term, word, texts: synonyms, kind: 'synonym', share: SYNONYM_SHARE }];
  });
}
