import { answerOf, isRunning, type RunView } from '../run/run-view.js';

/** Reads a run to people who do not see it: what it does in few words, and its answer once it is whole. */
export function Announcer({ view }: { view: RunView }) {
  return (
    <p className="visually-hidden" role="status">
      {wordsFor(view)}
    </p>
  );
}

function wordsFor(view: RunView): string {
  if (!isRunning(view)) return view.problem === undefined ? answerOf(view) : '';
  const last = view.items.findLast((item) => item.kind === 'step');
  return last === undefined ? 'Working' : `Using ${last.name}`;
}
