/** What {@link RunInBranches.follows} holds for a message that begins the conversation. */
export const BEGINNING = '00000000-0000-0000-0000-000000000000';

/** A run of a conversation as it is stored. */
export interface RunInBranches {
  id: string;
  /** The run that its message was said after; null for the one before it in time. */
  follows: string | null;
}

/** The run after which each of them was said, null where there is none; the runs in the order of their time. */
export function runsBefore(runs: readonly RunInBranches[]): Map<string, string | null> {
  return new Map(
    runs.map(({ id, follows }, at) => [
      id,
      follows === BEGINNING ? null : (follows ?? runs[at - 1]?.id ?? null),
    ]),
  );
}

/** The run `last` and those that its branch goes back to. */
export function branchTo(
  last: string | null,
  before: ReadonlyMap<string, string | null>,
): string[] {
  const branch = new Set<string>();
  for (let id = last; id !== null && !branch.has(id); id = before.get(id) ?? null) branch.add(id);
  return [...branch];
}
