/** Something that is due in a case; `dueOn` as `2026-03-01`. */
export interface Deadline {
  title: string;
  dueOn: string;
  isDone: boolean;
  /** From today; negative when it has passed. */
  daysLeft: number;
}

export interface LegalCase {
  id: string;
  /** A sample that all users may read and nobody may change. */
  isSample: boolean;
  /** The reference number, one of its kind for its user. */
  number: string;
  title: string;
  court?: string;
  status: 'open' | 'closed';
  summary: string;
  openedOn: string;
  /** The next one first. */
  deadlines: readonly Deadline[];
}

/** The cases that tools read. */
export interface CaseReader {
  /** A user's own cases and the samples: open ones first, then the newest; some 500 at most. */
  list(userId: string): Promise<LegalCase[]>;
}

/** Whether a text holds all of these words, in any order and without regard to case; no words hold always. */
export function holdsWords(text: string, words: string | undefined): boolean {
  const plain = text.normalize('NFKC').toLowerCase();
  const wanted = words?.normalize('NFKC').toLowerCase().split(/\s+/) ?? [];
  return wanted.every((word) => plain.includes(word));
}
