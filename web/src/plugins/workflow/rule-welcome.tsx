import { SubjectNotRead, SubjectWelcome } from '../../chat/welcome.js';
import type { SubjectWelcomeProps } from '../../registry/plugin.js';
import { Facts } from '../../ui/item-list.js';
import { ActiveBadge } from './rules-list.js';
import { AGENT, useRule } from './api.js';
import { conditionWords, triggerWords, suggestionsFor } from './rule-labels.js';
import { readRule } from './rule.js';

/** What a chat about a rule begins with: when it fires, and sentences about it. */
export default function RuleWelcome({ id, onSend }: SubjectWelcomeProps) {
  const { data, isError } = useRule(id);
  if (data === undefined) {
    return <SubjectNotRead failed={isError} contextType={AGENT} onSend={onSend} />;
  }
  const rule = readRule(data);
  const fires = [triggerWords(rule), ...rule.conditions.map(conditionWords)].join(', ');
  return (
    <SubjectWelcome
      name={rule.name}
      about={
        <Facts
          about={rule.description}
          facts={[
            <ActiveBadge active={rule.isActive} />,
            <span className="mono">{rule.entity}</span>,
            fires,
          ]}
        />
      }
      sentences={suggestionsFor(rule)}
      onSend={onSend}
    />
  );
}
