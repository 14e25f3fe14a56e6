import { DenseMatrix } from '../retrieve/dense-matrix.js';
import { createHash } from 'node:crypto';
import { termsOf } from '../retrieve/words.js';

/** A message that a tool did the work for, or did not. */
export interface LearnedExample {
  tool: string;
  userId: string;
  /** False where it counts against the tool. */
  isGood: boolean;
  words: readonly number[];
  /** Of length 1; absent where another embedder made it. */
  vector?: Float32Array;
  /** Milliseconds since 1970. */
  at: number;
}

/** What is known of the message that tools are ranked for. */
type LearnedQuery = Pick<LearnedExample, 'userId' | 'words' | 'vector'>;

const MOST = 0.3;
/** What one loses at most: a change is often rejected for what is in it, and the tool is needed again. */
const MOST_LOST = 0.05;
/** Examples less like the message than this say nothing. */
const ALIKE = 0.1;
/** The likest examples decide: one half as like counts an eighth. */
const STEEPNESS = 3;
/** The share of words in how alike two messages are; the rest is meaning. */
const WORDS_SHARE = 0.5;
/** A message of fewer words that say something ("yes, the second") is hardly like any. */
const FEW_WORDS = 3;
/** After so long an example counts half. */
const HALF_LIFE_MS = 90 * 24 * 60 * 60 * 1000;

/**
 * What messages before have shown of tools. The tool gains most whose examples are most like the message, others by
 * how theirs compare to its; how much that is depends on how like the message the likest example is, so that a tool
 * without examples loses its place to nobody whose examples are of something else. A user's own examples count for
 * that user; for others as much as the second of two users bears out.
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
      const gain = agreed(verdicts, query.userId);
      if (gain !== 0) gains.set(tool, gain);
    }
    return gains;
  }

  /** By tool and user, what their examples say. */
  private verdicts(alike: ArrayLike<number>, now: number): Map<string, Map<string, number>> {
    const users = new Map<string, UsersExamples>();
    this.examples.forEach(({ tool, userId, isGood, at }, row) => {
      const like = alike[row] as number;
      if (like <= 0) return;
      const age = 0.5 ** (Math.max(0, now - at) / HALF_LIFE_MS);
      const near = age * Math.max(0, (like - ALIKE) / (1 - ALIKE));
      const none: UsersExamples = { nearest: 0, support: new Map(), against: new Map() };
      const user = users.get(userId) ?? none;
      users.set(userId, user);
      const { support, against } = user;
      if (isGood) {
        user.nearest = Math.max(user.nearest, near);
        support.set(tool, (support.get(tool) ?? 0) + age * like ** STEEPNESS);
      } else against.set(tool, Math.max(against.get(tool) ?? 0, near));
    });
    const verdicts = new Map<string, Map<string, number>>();
    for (const [userId, examples] of users) {
      for (const [tool, verdict] of verdictsOf(examples)) {
        const ofTool = verdicts.get(tool) ?? new Map<string, number>();
        verdicts.set(tool, ofTool.set(userId, verdict));
      }
    }
    return verdicts;
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
    const certainty = Math.min(1, words.length / FEW_WORDS);
    const fits = vector !== undefined && vector.length === this.matrix?.dimensions;
    const meaning = fits ? this.matrix?.dotAll(vector) : undefined;
    for (let row = 0; row < alike.length; row += 1) {
      const said = (alike[row] as number) / (length * (this.lengths[row] as number) || 1);
      // Where one of the two has no vector, words are all there is.
      const meant = this.examples[row]?.vector && meaning?.[row];
      const both = meant === undefined ? said : WORDS_SHARE * said + (1 - WORDS_SHARE) * meant;
      alike[row] = certainty * both;
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

/** One user's examples against a message. */
interface UsersExamples {
  /** How near the likest good one is, from 0 to 1. */
  nearest: number;
  /** By tool, how much its good ones are like the message in all, */
  support: Map<string, number>;
  /** and how near the likest of those against it is. */
  against: Map<string, number>;
}

function verdictsOf({ nearest, support, against }: UsersExamples): Map<string, number> {
  const verdicts = new Map<string, number>();
  const most = Math.max(...support.values());
  for (const [tool, own] of support) verdicts.set(tool, (MOST * nearest * own) / most);
  for (const [tool, bad] of against)
    verdicts.set(tool, (verdicts.get(tool) ?? 0) - MOST_LOST * bad);
  return verdicts;
}

/** The user's own verdict, or what at least two users agree on: then the less sure of the two best. */
function agreed(verdicts: ReadonlyMap<string, number>, userId: string): number {
  const own = verdicts.get(userId) ?? 0;
  if (own < 0) return own;
  const all = [...verdicts.values()].sort((a, b) => b - a);
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

/** So many different words of a message are kept: a pasted text is no request. */
const MAX_WORDS = 60;

/** Of stored words; higher when {@link messageWords} changes, so that those from before are made again. */
export const WORDS_VERSION = 2;

/** What the words of a message are compared by, each once, as numbers of 32 bits. */
export function messageWords(message: string): number[] {
  const words = [...new Set(termsOf(message))].slice(0, MAX_WORDS);
  return words.map((word) => createHash('sha256').update(word).digest().readInt32BE(0));
}
