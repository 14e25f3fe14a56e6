import { Workflow } from 'lucide-react';
import { LibraryList } from '../../library/library-list.js';
import { href } from '../../shell/route.js';
import { ContinueInChat, ItemRow, When } from '../../ui/item-row.js';
import { ActiveBadge } from './active-badge.js';
import { AGENT, chatWithRule, ruleAddress } from './addresses.js';
import type { RuleItem } from './api.js';
import { triggerName } from './trigger-name.js';
import { rich, t } from './texts.js';

/** The stored rules. */
export default function RulesList() {
  return (
    <LibraryList<RuleItem> list="rules" noun={t('rule')} plural={t('rules')} empty={<NoRules />}>
      {(rule) => (
        <ItemRow
          Icon={Workflow}
          name={rule.name}
          href={ruleAddress(rule.id)}
          about={rule.description}
          badges={<ActiveBadge active={rule.is_active} />}
          facts={[
            <span className="mono">{rule.entity}</span>,
            triggerName(rule.trigger_type),
            t('{n} action | {n} actions', { n: rule.action_count }),
            t('version {version}', { version: rule.version }),
            <When at={rule.updated_at} done={t('changed')} />,
          ]}
        >
          <ContinueInChat to={chatWithRule(rule.id)} name={rule.name} />
        </ItemRow>
      )}
    </LibraryList>
  );
}

function NoRules() {
  return (
    <p>
      {rich('There are no rules yet. Describe in a {link} what should happen and when.', {
        link: <a href={href('chat', [], { context: AGENT })}>{t('chat')}</a>,
      })}
    </p>
  );
}
