import type { Turn } from './run-store.js';

/** What the server takes for the run before the first message. */
const BEGINNING = '00000000-0000-0000-0000-000000000000';

/** A turn of the branch in view, and what else was said in its place; itself among them, the oldest first. */
export interface BranchTurn {
  turn: Turn;
  versions: readonly Turn[];
}

/** Which version was chosen to be looked at, by the turn before it; empty for the first. */
export type ChosenVersions = ReadonlyMap<string, string>;

/** The branch in view: at each place the chosen version, else the one that leads to the newest turn. */
export function branchInView(turns: readonly Turn[], chosen: ChosenVersions): BranchTurn[] {
  const byId = new Map(turns.flatMap((turn) => idsOf(turn).map((id) => [id, turn])));
  const before = (turn: Turn) => (turn.after === null ? undefined : byId.get(turn.after));
  const next = new Map<Turn | undefined, Turn[]>();
  for (const turn of turns) next.set(before(turn), [...(next.get(before(turn)) ?? []), turn]);
  const newest = new Set<Turn>();
  for (let turn = turns.at(-1); turn !== undefined && !newest.has(turn); turn = before(turn)) {
    newest.add(turn);
  }
  const branch: BranchTurn[] = [];
  for (let last: Turn | undefined; ;) {
    const versions: readonly Turn[] = next.get(last) ?? [];
    const wanted = chosen.get(last?.key ?? '');
    const turn: Turn | undefined =
      versions.find(({ key }) => key === wanted) ??
      versions.find((one) => newest.has(one)) ??
      versions.at(-1);
    if (turn === undefined) return branch;
    branch.push({ turn, versions });
    last = turn;
  }
}

/** What a turn is named by where another was said after it: its run, or its key where no run began. */
export function idOf({ key, view }: Turn): string {
  return view.runId ?? key;
}

function idsOf({ key, view }: Turn): string[] {
  return view.runId === undefined ? [key] : [key, view.runId];
}

/** The last run of the branch before `end`, which the next message is said after, as the server takes it; may be one that is not loaded. */
export function lastRunOf(branch: readonly BranchTurn[], end = branch.length): string {
  const known = branch.slice(0, end).findLast(({ turn }) => turn.view.runId !== undefined);
  return known?.turn.view.runId ?? branch[0]?.turn.after ?? BEGINNING;
}
