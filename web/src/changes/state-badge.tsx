import type { Decision } from './change.js';
import { CHANGE_STATES } from './change-states.js';

/** Where a change stands, as a badge. */
export function StateBadge({ state }: { state: Decision['state'] }) {
  const { tone, label } = CHANGE_STATES()[state];
  return <span className={`badge ${tone}`}>{label}</span>;
}
