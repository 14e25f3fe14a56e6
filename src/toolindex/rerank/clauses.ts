/** A shorter message is one need, however it is put together. */
const LEAST_CHARS = 80;
/** A clause that says less belongs to the one after it. */
const LEAST_CLAUSE_CHARS = 20;
/** Each clause is embedded; more of them are joined with their neighbours. */
const MOST_CLAUSES = 8;
/** As much of a message is read. */
const READ_CHARS = 2_000;
/** What a tool's best clause counts in its rank. */
const CLAUSE_SHARE = 0.2;

/** Ends of sentences and lines, and commas between words; of any script that has them. */
const BORDER = /(?<=[.!?;:])\s+|(?<=[。！？；、])|\n+|,\s+/u;

/** The clauses of a long message, in order, by punctuation and length; none for a short one, or a single clause. */
export function splitClauses(message: string): string[] {
  const text = message.slice(0, READ_CHARS);
  if (text.length < LEAST_CHARS) return [];
  const clauses: string[] = [];
  let open = '';
  for (const part of text.split(BORDER)) {
    open = [open, part.trim()].filter((each) => each !== '').join(', ');
    if (open.length < LEAST_CLAUSE_CHARS) continue;
    clauses.push(open);
    open = '';
  }
  if (open !== '')
    clauses.push([clauses.pop() ?? '', open].filter((each) => each !== '').join(', '));
  return clauses.length < 2 ? [] : joined(clauses);
}

/** Neighbours put together, as many as it takes. */
function joined(clauses: readonly string[]): string[] {
  const size = Math.ceil(clauses.length / MOST_CLAUSES);
  const groups = Math.ceil(clauses.length / size);
  return Array.from({ length: groups }, (_, at) =>
    clauses.slice(at * size, (at + 1) * size).join(', '),
  );
}

/** The ranks of a message mixed with how far each row is behind the best of the clause that fits it best. */
export function withClauses(ranks: Float64Array, clauses: readonly Float64Array[]): Float64Array {
  if (clauses.length === 0) return ranks;
  const bests = clauses.map((clause) => clause.reduce((best, rank) => Math.max(best, rank)));
  return ranks.map((rank, row) => {
    let nearest = -Infinity;
    clauses.forEach((clause, at) => {
      nearest = Math.max(nearest, (clause[row] as number) - (bests[at] as number));
    });
    return (1 - CLAUSE_SHARE) * rank + CLAUSE_SHARE * nearest;
  });
}
