import { Workflow } from 'lucide-react';
import { LibraryList } from '../../library/library-list.js';
import { href } from '../../shell/route.js';
import { ContinueInChat, ItemRow, When } from '../../ui/item-list.js';
import { spaced } from '../../ui/format.js';
import { AGENT, chatWithRule, ruleAddress, type RuleItem } from './api.js';
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

/** Whether a rule is on. */
export function ActiveBadge({ active }: { active: boolean }) {
  return <span className={`badge ${active ? 'good' : ''}`}>{active ? t('On') : t('Off')}</span>;
}

const TRIGGERS = (): Readonly<Record<string, string>> => ({
  on_create: t('when created'),
  on_update: t('when changed'),
  on_delete: t('when deleted'),
  manual: t('started by hand'),
  scheduled: t('on a schedule'),
});

/** When a rule fires, in short. */
export function triggerName(trigger: string): string {
  return TRIGGERS()[trigger] ?? spaced(trigger);
}
