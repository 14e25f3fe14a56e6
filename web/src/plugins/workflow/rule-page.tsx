import { DetailFrame, DetailNotRead } from '../../library/detail-frame.js';
import { count } from '../../ui/format.js';
import { ContinueInChat, When } from '../../ui/item-row.js';
import { RawJson } from '../../ui/raw-json.js';
import { ActiveBadge } from './active-badge.js';
import { chatWithRule } from './addresses.js';
import { useRule } from './api.js';
import { RuleGraph } from './rule-graph.js';
import { triggerName } from './trigger-name.js';

/** A stored rule as a graph. */
export default function RulePage({ id }: { id: string }) {
  const asked = useRule(id);
  const { data: rule } = asked;
  if (rule === undefined) return <DetailNotRead list="rules" title="Rule" asked={asked} />;
  const actions = rule['actions'];
  return (
    <DetailFrame
      list="rules"
      title={rule.name}
      about={rule.description}
      facts={[
        <ActiveBadge active={rule.is_active} />,
        <span className="mono">{rule.entity}</span>,
        triggerName(rule.trigger_type),
        ...(Array.isArray(actions) ? [count(actions.length, 'action')] : []),
        `version ${rule.version}`,
        <When at={rule.updated_at} done="changed" />,
      ]}
      actions={<ContinueInChat to={chatWithRule(id)} name={rule.name} />}
    >
      <section>
        <h2>Steps</h2>
        <RuleGraph rule={rule} />
      </section>
      <RawJson value={rule} label="The rule as JSON" />
    </DetailFrame>
  );
}
