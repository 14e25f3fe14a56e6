/**
 * SentencePiece (unigram) as Universal Sentence Encoder Lite was trained with it: the cut of a text
 * into known pieces whose scores sum up highest.
 */

/** Stands for a space, and before the text. */
const SPACE = '\u2581';
/** The first entries of the vocabulary are marks, never found in a text; 0 is "unknown". */
const MARKS = 6;
const UNKNOWN = 0;

/**
 * A place in the tree of pieces, reached character by character.
 * @typedef {{ next: Map<string, PieceNode>, id: number, score: number }} PieceNode
 */

/** Splits texts into numbers of pieces. */
export class Tokenizer {
  /** @param {readonly [string, number][]} vocabulary pieces and their scores (log probabilities) */
  constructor(vocabulary) {
    this.root = newNode();
    for (const [id, [piece, score]] of vocabulary.entries()) {
      if (id >= MARKS) this.insert(piece, score, id);
    }
  }

  /**
   * The pieces of a text; runs of unknown characters are one `0`.
   * @param {string} text
   */
  encode(text) {
    const normal = text.normalize('NFKC');
    const symbols = normal === '' ? [] : [...(SPACE + normal.replaceAll(' ', SPACE))];
    const best = this.bestCuts(symbols);
    const pieces = [];
    for (let end = symbols.length; end > 0; end -= best.lengths[end] ?? 1) {
      const piece = best.pieces[end] ?? UNKNOWN;
      if (piece !== UNKNOWN || pieces.at(-1) !== UNKNOWN) pieces.push(piece);
    }
    return pieces.reverse();
  }

  /**
   * For each end the last piece of the best cut so far, and its length. As in the reference, an end
   * whose best score is 0 counts as not yet reached, an unknown character costs nothing, and of equal
   * cuts that with the shorter last piece is taken.
   * @param {readonly string[]} symbols
   */
  bestCuts(symbols) {
    const scores = new Float64Array(symbols.length + 1);
    const pieces = new Int32Array(symbols.length + 1);
    const lengths = new Int32Array(symbols.length + 1).fill(1);
    for (let start = 0; start < symbols.length; start += 1) {
      for (const { id, score, length } of this.piecesAt(symbols, start)) {
        const end = start + length;
        const total = score + (scores[start] ?? 0);
        const known = scores[end] ?? 0;
        if (known !== 0 && total < known) continue;
        scores[end] = total;
        pieces[end] = id;
        lengths[end] = length;
      }
    }
    return { pieces, lengths };
  }

  /**
   * The pieces that begin at a symbol, the shortest first; an unknown symbol when there is none.
   * @param {readonly string[]} symbols
   * @param {number} start
   */
  piecesAt(symbols, start) {
    const found = [];
    let node = this.root.next.get(symbols[start] ?? '');
    for (let length = 1; node !== undefined; length += 1) {
      if (node.id !== UNKNOWN) found.push({ id: node.id, score: node.score, length });
      node = node.next.get(symbols[start + length] ?? '');
    }
    return found.length > 0 ? found : [{ id: UNKNOWN, score: 0, length: 1 }];
  }

  /**
   * @param {string} piece
   * @param {number} score
   * @param {number} id
   */
  insert(piece, score, id) {
    let node = this.root;
    for (const symbol of piece) {
      let next = node.next.get(symbol);
      if (next === undefined) node.next.set(symbol, (next = newNode()));
      node = next;
    }
    node.id = id;
    node.score = score;
  }
}

/** @returns {PieceNode} */
function newNode() {
  return { next: new Map(), id: UNKNOWN, score: 0 };
}
