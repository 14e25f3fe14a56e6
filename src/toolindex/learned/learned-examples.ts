import { DenseMatrix } from '../dense-matrix.js';

/** A message that a tool did the work for, or did not. */
export interface LearnedExample {
  tool: string;
  userId: string;
  /** False where it counts against the tool. */
  isGood: boolean;
  /** See `messageWords`. */
  words: readonly number[];
  /** Of length 1; absent where another embedder made it. */
  vector?: Float32Array;
  /** Milliseconds since 1970. */
  at: number;
}

/** What is known of the message that tools are ranked for. */
export type LearnedQuery = Pick<LearnedExample, 'userId' | 'words' | 'vector'>;

/** What a tool gains at most. */
const MOST = 0.3;
/** Of that, what one loses at most: a change is often rejected for what is in it, and the tool is needed again. */
const LOSS_SHARE = 1 / 6;
/** Examples less like the message than this say nothing. */
const ALIKE = 0.2;
/** The share of words in how alike two messages are; the rest is meaning. */
const WORDS_SHARE = 0.5;
/** After so long an example counts half. */
const HALF_LIFE_MS = 90 * 24 * 60 * 60 * 1000;

/**
 * What messages before have shown of tools. A tool moves by the one example most like the message, not by how many it
 * has, and only where that is like it at all: a tool without examples loses its place to nobody whose examples are
 * of something else. A user's own examples count for that user; for others as much as the second of two users bears out.
 */
export class LearnedExamples {
  private readonly matrix: DenseMatrix | undefined;
  private readonly rowsOfWord = new Map<number, number[]>();
  private readonly lengths: Float64Array;

  constructor(private readonly examples: readonly LearnedExample[]) {
    const dimensions = examples.find(({ vector }) => vector !== undefined)?.vector?.length;
    this.matrix = dimensions === undefined ? undefined : filled(examples, dimensions);
    examples.forEach(({ words }, row) => {
      for (const word of words) {
        const rows = this.rowsOfWord.get(word);
        if (rows === undefined) this.rowsOfWord.set(word, [row]);
        else rows.push(row);
      }
    });
    this.lengths = Float64Array.from(examples, ({ words }) => this.lengthOf(words));
  }

  get size(): number {
    return this.examples.length;
  }

  /** What each tool gains (or loses, below 0) for a message; tools that are not named stay as they are. */
  gains(query: LearnedQuery, now: number): Map<string, number> {
    const gains = new Map<string, number>();
    if (this.examples.length === 0) return gains;
    for (const [tool, verdicts] of this.verdicts(this.alike(query), now)) {
      const gain = MOST * agreed(verdicts, query.userId);
      if (gain !== 0) gains.set(tool, gain);
    }
    return gains;
  }

  /** By tool and user, what the likest examples say. */
  private verdicts(alike: ArrayLike<number>, now: number): Map<string, Map<string, Verdict>> {
    const tools = new Map<string, Map<string, Verdict>>();
    this.examples.forEach(({ tool, userId, isGood, at }, row) => {
      const near = ((alike[row] as number) - ALIKE) / (1 - ALIKE);
      if (near <= 0) return;
      const weight = near * 0.5 ** (Math.max(0, now - at) / HALF_LIFE_MS);
      const users = tools.get(tool) ?? new Map<string, Verdict>();
      tools.set(tool, users);
      const verdict = users.get(userId) ?? { good: 0, bad: 0 };
      users.set(userId, verdict);
      if (isGood) verdict.good = Math.max(verdict.good, weight);
      else verdict.bad = Math.max(verdict.bad, weight);
    });
    return tools;
  }

  /** How like the message each example is, from 0 to 1. */
  private alike({ words, vector }: LearnedQuery): Float64Array {
    const alike = new Float64Array(this.examples.length);
    for (const word of words) {
      const weight = this.weightOf(word) ** 2;
      for (const row of this.rowsOfWord.get(word) ?? [])
        alike[row] = (alike[row] as number) + weight;
    }
    const length = this.lengthOf(words);
    const fits = vector !== undefined && vector.length === this.matrix?.dimensions;
    const meaning = fits ? this.matrix?.dotAll(vector) : undefined;
    for (let row = 0; row < alike.length; row += 1) {
      const said = (alike[row] as number) / (length * (this.lengths[row] as number) || 1);
      // Where one of the two has no vector, words are all there is.
      const meant = this.examples[row]?.vector && meaning?.[row];
      alike[row] = meant === undefined ? said : WORDS_SHARE * said + (1 - WORDS_SHARE) * meant;
    }
    return alike;
  }

  private lengthOf(words: readonly number[]): number {
    return Math.sqrt(words.reduce((sum, word) => sum + this.weightOf(word) ** 2, 0));
  }

  /** Words that few messages have say more. */
  private weightOf(word: number): number {
    return Math.log(
      1 + (this.examples.length + 1) / ((this.rowsOfWord.get(word)?.length ?? 0) + 1),
    );
  }
}

interface Verdict {
  good: number;
  bad: number;
}

/** The user's own verdict, or what at least two users agree on: then the less sure of the two best. */
function agreed(verdicts: ReadonlyMap<string, Verdict>, userId: string): number {
  const of = ({ good, bad }: Verdict): number => good - LOSS_SHARE * bad;
  const mine = verdicts.get(userId);
  const own = mine === undefined ? 0 : of(mine);
  if (own < 0) return own;
  const all = [...verdicts.values()].map(of).sort((a, b) => b - a);
  const second = Math.max(0, all[1] ?? 0) + Math.min(0, all.at(-2) ?? 0);
  return own > 0 ? Math.max(own, second) : second;
}

function filled(examples: readonly LearnedExample[], dimensions: number): DenseMatrix {
  const matrix = new DenseMatrix(examples.length, dimensions);
  examples.forEach(({ vector }, row) => {
    if (vector?.length === dimensions) matrix.row(row).set(vector);
  });
  return matrix;
}
