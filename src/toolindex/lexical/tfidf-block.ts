import type { IndexedDocument } from '../document.js';
import type { WeightedText } from '../search-text.js';
import { inSlices } from '../slices.js';
import type { FitOptions, SparseBlock, SparseFit } from '../sparse-block.js';
import { Entries } from './entries.js';
import { Postings } from './postings.js';
import { queryTerms, type QueryTerms } from './query-terms.js';
import { TermCounter, type WeightedField } from './term-counter.js';
import { idfOf, tfidfWeights, type TfidfWeights } from './tfidf-weights.js';
import { Vocabulary } from './vocabulary.js';

/** The name counts twice: once here and once in the text, which begins with it. */
const NAME_WEIGHT = 1;
const TEXT_WEIGHT = 1;
const PARAMETER_WEIGHT = 0.5;
/** The part of a score that is the share of the name's words found in the query; the rest is the cosine. */
const NAME_SHARE = 0.08;

/** What a block holds: counts as they are, and what they weigh in this catalogue. */
interface BlockParts {
  rows: number;
  vocabulary: Vocabulary;
  /** `ln(1 + tf)` of the features of each document. */
  texts: Postings;
  /** The distinct words of each name. */
  names: Postings;
  weights: TfidfWeights;
}

/**
 * TF-IDF vectors of one catalogue, stored by their non-zero entries: weight `ln(1 + tf) · idf` with
 * BM25's idf, each row of length 1. Words of a query that no tool has are left out. Beside the cosine
 * a little counts how much of a tool's name is said: a cosine sees less of a name the longer the
 * description beside it. Immutable; a block for a changed catalogue takes over the counts of all
 * documents that stayed.
 */
export class TfidfBlock implements SparseBlock {
  private constructor(
    readonly share: number,
    private readonly parts: BlockParts,
  ) {}

  /**
   * Counts the documents, or takes the counts of an `earlier` block where a document is unchanged,
   * and weighs them, in slices of a few milliseconds. The result is the same either way.
   */
  static async fit(
    documents: readonly IndexedDocument[],
    share: number,
    { earlier, signal }: FitOptions = {},
  ): Promise<TfidfBlock> {
    const block = earlier?.from instanceof TfidfBlock ? earlier.from : undefined;
    const taken = block === undefined || block.isWorn ? undefined : earlier?.rows;
    const kept = taken && block?.parts;
    const vocabulary = kept?.vocabulary ?? new Vocabulary();
    const rows = documents.length;
    const { texts, names } = await countRows(documents, taken?.before, vocabulary, signal);
    const joined = (added: Entries, postings: Postings | undefined) =>
      Postings.of(
        { terms: vocabulary.size, rows },
        added,
        postings && taken && { postings, newRows: taken.after },
        signal,
      );
    const parts = {
      texts: await joined(texts, kept?.texts),
      names: await joined(names, kept?.names),
    };
    const weights = await tfidfWeights(parts.texts, parts.names, rows, signal);
    return new TfidfBlock(share, { rows, vocabulary, ...parts, weights });
  }

  /** How many features have a number, those of documents that are gone too. */
  get vocabularySize(): number {
    return this.parts.vocabulary.size;
  }

  query(texts: readonly WeightedText[]): SparseFit {
    const { rows, vocabulary, weights } = this.parts;
    const terms = queryTerms(texts, vocabulary);
    const cosines = new Float64Array(rows);
    const { length, known } = this.addCosines(terms, cosines);
    const said = new Float64Array(rows);
    for (const [term, weight] of terms.words) {
      if (this.idf(term) > 0)
        this.parts.names.add(term, Math.min(1, weight) * this.idf(term), said);
    }
    const { scales, nameScales } = weights;
    const of = (row: number): number =>
      (1 - NAME_SHARE) * (cosines[row] as number) * (scales[row] as number) +
      NAME_SHARE * (said[row] as number) * (nameScales[row] as number);
    return { of, length, known };
  }

  /** Adds each row's dot product with the query's vector brought to length 1; answers what is told of the vector. */
  private addCosines(
    { words, ngrams, unknown }: QueryTerms,
    sums: Float64Array,
  ): Omit<SparseFit, 'of'> {
    const weighted: [number, number][] = [];
    const rarest = idfOf(0, this.parts.rows);
    let squares = 0;
    let lost = 0;
    for (const count of unknown.values()) lost += (Math.log1p(count) * rarest) ** 2;
    for (const [term, count] of [...words, ...ngrams]) {
      const weight = Math.log1p(count) * this.idf(term);
      if (weight === 0) {
        lost += (Math.log1p(count) * rarest) ** 2;
        continue;
      }
      weighted.push([term, weight]);
      squares += weight * weight;
    }
    const length = Math.sqrt(squares);
    for (const [term, weight] of weighted) {
      this.parts.texts.add(term, (weight / length) * this.idf(term), sums);
    }
    return { length, known: length / (Math.sqrt(squares + lost) || 1) };
  }

  private idf(term: number): number {
    return this.parts.weights.idf[term] ?? 0;
  }

  /** True when most of the vocabulary belongs to documents that are gone. */
  private get isWorn(): boolean {
    return this.vocabularySize > 2 * this.parts.weights.used;
  }
}

/** Counts the documents that have no earlier row; n-grams and words of their text, words of their names. */
async function countRows(
  documents: readonly IndexedDocument[],
  before: Int32Array | undefined,
  vocabulary: Vocabulary,
  signal: AbortSignal | undefined,
): Promise<{ texts: Entries; names: Entries }> {
  const counter = new TermCounter(vocabulary);
  const texts = new Entries();
  const names = new Entries();
  await inSlices(documents.length, signal, (row) => {
    if (before !== undefined && before[row] !== -1) return;
    const document = documents[row] as IndexedDocument;
    counter.count(fieldsOf(document), (term, count) => texts.add(row, term, Math.log1p(count)));
    for (const word of counter.distinctWords(document.name)) names.add(row, word, 1);
  });
  return { texts, names };
}

function fieldsOf({ name, text, parameters = '' }: IndexedDocument): WeightedField[] {
  return [
    { text: name, weight: NAME_WEIGHT },
    { text, weight: TEXT_WEIGHT },
    { text: parameters, weight: PARAMETER_WEIGHT },
  ];
}
