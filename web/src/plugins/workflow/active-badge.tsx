/** Whether a rule is on. */
export function ActiveBadge({ active }: { active: boolean }) {
  return <span className={`badge ${active ? 'good' : ''}`}>{active ? 'On' : 'Off'}</span>;
}
