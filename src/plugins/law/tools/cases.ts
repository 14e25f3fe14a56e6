/** Something that is due in a case; `dueOn` as `2026-03-01`. */
export interface Deadline {
  title: string;
  dueOn: string;
  isDone: boolean;
  /** From today; negative when it has passed. */
  daysLeft: number;
}

/** A case as its user keeps it. */
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
