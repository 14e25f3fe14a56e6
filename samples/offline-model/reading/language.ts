import { phrases, stopWords, wordsNamed } from '../lexicon.js';
import { compileLexicon, correct, tagConcepts, type Lexicon } from './concepts.js';
import { Reading, type Language, type Vocabulary } from './reading.js';
import { tokenize } from './tokens.js';

const NO_WORDS: Vocabulary = {
  ...{ records: {}, columns: {}, columns_by_unit: {} },
  ...{ columns_by_preposition: {}, record_of_column: {} },
};

/** Beyond this a message is no request in plain words; the rest is not read. */
const MAX_CHARACTERS = 4000;

/** English as far as a lexicon goes, with further phrases and the words of a backend. */
export function createLanguage(
  lexicons: readonly Lexicon[] = [],
  vocabulary: Vocabulary = NO_WORDS,
  correctsSlips = true,
): Language {
  const records = Object.entries(vocabulary.records);
  const entities = Object.fromEntries(records.map(([name, said]) => [`entity.${name}`, said]));
  const plain = [...stopWords, ...wordsNamed('plain')];
  const lexicon = compileLexicon([phrases, entities, ...lexicons], plain);
  const language: Language = {
    vocabulary,
    // Tokens, slips corrected, concepts.
    read: (text) => {
      const written = tokenize(text.slice(0, MAX_CHARACTERS));
      const tokens = correctsSlips ? correct(written, lexicon) : written;
      return new Reading(text, tokens, tagConcepts(tokens, lexicon), language);
    },
    columnsFor: (kind, word) => vocabulary[kind][word]?.split(' ') ?? [],
  };
  return language;
}

/** English where a word that no lexicon knows may well be one of the backend. */
export const english = createLanguage([], NO_WORDS, false);
