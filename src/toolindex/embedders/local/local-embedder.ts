import { AppError } from '../../../foundation/errors.js';
import { parseToolText, type IndexedDocument } from '../../document.js';
import type { Embedder, EmbedOptions } from '../../embedder.js';
import { TfidfBlock } from '../../lexical/tfidf-block.js';
import { splitIdentifiers } from '../../lexical/words.js';
import { inSlices } from '../../slices.js';
import type { FitOptions, SparseBlock } from '../../sparse-block.js';
import { meanDirection } from '../../vector.js';
import { UseLiteEmbedder } from './use-lite-embedder.js';

/** `a` of the hybrid vector `[√a · dense ‖ √(1−a) · sparse]`: the dense part of a score. */
const DENSE_SHARE = 0.3;

/** Half the mean: what a catalogue's texts share weighs less, and a small catalogue keeps its directions. */
const CENTRE = 0.5;

/** More examples than this change a tool's vector little and lengthen the first start. */
const MAX_EXAMPLES = 5;

/**
 * The embedded default: dense vectors of Universal Sentence Encoder Lite, and a TF-IDF block that an
 * index fits on its own catalogue. No key, no server, no download. A document that is a tool's text
 * gets the mean of two directions: what the tool is (name as words, description) and what people say
 * when they need it (the mean of its examples); the model blurs them when it reads all as one text.
 */
class LocalEmbedder implements Embedder {
  readonly id: string;
  readonly centre = CENTRE;

  constructor(private readonly dense: Embedder) {
    this.id = `local-${dense.id}-tools-v1`;
  }

  get languages(): readonly string[] | undefined {
    return this.dense.languages;
  }

  get plain(): Embedder {
    return this.dense;
  }

  prepare(): void {
    this.dense.prepare?.();
  }

  async embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]> {
    if (options.kind === 'query') return this.dense.embed(texts, options);
    const sentences = texts.map(sentencesOf);
    const vectors = await this.dense.embed(sentences.flat(), options);
    const documents: Float32Array[] = [];
    let next = 0;
    await inSlices(texts.length, options.signal, (row) => {
      const end = next + (sentences[row]?.length ?? 0);
      documents.push(joined(vectors.slice(next, end)));
      next = end;
    });
    return documents;
  }

  fitSparse(documents: readonly IndexedDocument[], options?: FitOptions): Promise<SparseBlock> {
    return TfidfBlock.fit(documents, 1 - DENSE_SHARE, options);
  }

  async close(): Promise<void> {
    await this.dense.close?.();
  }
}

/** What the model reads of a document: for a tool, first what it is, then its examples. */
function sentencesOf(text: string): string[] {
  const tool = parseToolText(text);
  if (tool === undefined) return [text];
  const head = `${splitIdentifiers(tool.name)}. ${tool.description}`;
  return [head, ...tool.examples.slice(0, MAX_EXAMPLES)];
}

/** The first vector and the mean of the others, with equal weight. */
function joined([head, ...examples]: readonly Float32Array[]): Float32Array {
  if (head === undefined) throw new AppError('index_error', 'The local model gave no vector.');
  return examples.length === 0 ? head : meanDirection([head, meanDirection(examples)]);
}

/** Makes the `local` embedder. It holds one thread, so make one per process and close it at the end. */
export function createLocalEmbedder(dense: Embedder = new UseLiteEmbedder()): Embedder {
  return new LocalEmbedder(dense);
}
