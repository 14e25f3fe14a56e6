import type { Citation } from '../../../src/agentloop/events.js';
import { citationsIn } from '../registry/registry.js';
import type { RunView } from './run-view.js';

/** What the markers of an answer stand for, by number: as the events said, else as a plugin finds in the run. */
export function sourcesOf(view: RunView): readonly Citation[] {
  const known = view.citations.length > 0 ? view.citations : citationsIn(view);
  const byNumber = new Map(known.map((citation) => [citation.number, citation]));
  return [...byNumber.values()].sort((a, b) => a.number - b.number);
}
