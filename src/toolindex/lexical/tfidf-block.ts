import type { IndexedDocument } from '../document.js';
import { inSlices } from '../slices.js';
import type { WeightedText } from '../search-text.js';
import type { SparseBlock } from '../sparse-block.js';
import { addFeatures, isWord, type Features } from './features.js';
import { Postings } from './postings.js';
import { Vocabulary, type SparseRow } from './vocabulary.js';

/** The name counts twice: once here and once in the text, which begins with it. */
const NAME_WEIGHT = 1;
const TEXT_WEIGHT = 1;
const PARAMETER_WEIGHT = 0.5;
/** The part of a score that is the share of the name's words found in the query; the rest is the cosine. */
const NAME_SHARE = 0.08;

/**
 * TF-IDF vectors of one catalogue, stored by their non-zero entries (about 2 kB a tool): weight
 * `ln(1 + tf) · idf` with BM25's idf, each row of length 1. Words of a query that no tool has are
 * left out. Beside the cosine a little counts how much of a tool's name is said: a cosine sees less
 * of a name the longer the description beside it.
 */
export class TfidfBlock implements SparseBlock {
  private constructor(
    readonly share: number,
    private readonly vocabulary: Vocabulary,
    private readonly postings: Postings,
    private readonly names: Postings,
    private readonly rows: number,
  ) {}

  /** Fits vocabulary and document frequencies on the documents, in slices of a few milliseconds. */
  static async fit(
    documents: readonly IndexedDocument[],
    share: number,
    signal?: AbortSignal,
  ): Promise<TfidfBlock> {
    const vocabulary = new Vocabulary(documents.length);
    const counted: SparseRow[] = [];
    await inSlices(documents.length, signal, (row) => {
      counted.push(vocabulary.count(documentFeatures(documents[row] as IndexedDocument)));
    });
    const named: SparseRow[] = [];
    await inSlices(documents.length, signal, (row) => {
      vocabulary.weigh(counted[row] as SparseRow);
      const words = vocabulary.lookUp(nameWords((documents[row] as IndexedDocument).name));
      vocabulary.share(words);
      named.push(words);
    });
    const postings = await Postings.of(counted, vocabulary.size, signal);
    const names = await Postings.of(named, vocabulary.size, signal);
    return new TfidfBlock(share, vocabulary, postings, names, counted.length);
  }

  query(texts: readonly WeightedText[]): (row: number) => number {
    const features: Features = new Map();
    for (const { text, weight } of texts) addFeatures(text, weight, features);
    const scores = new Float64Array(this.rows);
    const query = this.vocabulary.lookUp(features);
    this.vocabulary.weigh(query);
    query.terms.forEach((term, i) => {
      this.postings.add(term, (1 - NAME_SHARE) * (query.weights[i] as number), scores);
    });
    const words = this.vocabulary.lookUp(
      new Map([...features].filter(([feature]) => isWord(feature))),
    );
    words.terms.forEach((term, i) => {
      this.names.add(term, NAME_SHARE * Math.min(1, words.weights[i] as number), scores);
    });
    return (row) => scores[row] as number;
  }
}

function documentFeatures({ name, text, parameters = '' }: IndexedDocument): Features {
  const features: Features = new Map();
  addFeatures(name, NAME_WEIGHT, features);
  addFeatures(text, TEXT_WEIGHT, features);
  addFeatures(parameters, PARAMETER_WEIGHT, features);
  return features;
}

/** The distinct words of a name, each once. */
function nameWords(name: string): Features {
  const features: Features = new Map();
  addFeatures(name, 1, features);
  return new Map([...features.keys()].filter(isWord).map((word) => [word, 1]));
}
