import { useLibraryRule } from '../../api/library.js';
import { count } from '../../ui/format.js';
import { JsonBlock } from '../../ui/json-block.js';
import { FailedQuery } from '../../ui/notice.js';
import { RuleGraph } from './rule-graph.js';
import { DetailFrame } from '../../library/detail-frame.js';
import { ContinueInChat, When } from '../../ui/item-row.js';
import { chatWithRule, triggerWords } from '../../library/places.js';
import { ActiveBadge } from './rules-list.js';
import styles from '../../library/library.module.css';

/** A stored rule as a graph. */
export default function RulePage({ id }: { id: string }) {
  const { data: rule, isError, error, refetch } = useLibraryRule(id);
  if (rule === undefined) {
    return (
      <DetailFrame list="rules" title="Rule">
        {isError ? (
          <FailedQuery error={error} again={refetch} />
        ) : (
          <p className="quiet">Loading…</p>
        )}
      </DetailFrame>
    );
  }
  const actions = rule['actions'];
  return (
    <DetailFrame
      list="rules"
      title={rule.name}
      about={rule.description}
      facts={[
        <ActiveBadge active={rule.is_active} />,
        <span className="mono">{rule.entity}</span>,
        triggerWords(rule.trigger_type),
        ...(Array.isArray(actions) ? [count(actions.length, 'action')] : []),
        `version ${rule.version}`,
        <When at={rule.updated_at} done="changed" />,
      ]}
      actions={<ContinueInChat to={chatWithRule(id)} name={rule.name} />}
    >
      <section>
        <h2>How it goes</h2>
        <RuleGraph rule={rule} />
      </section>
      <details className={styles.raw}>
        <summary>As JSON</summary>
        <JsonBlock value={rule} label="The rule as JSON" />
      </details>
    </DetailFrame>
  );
}
