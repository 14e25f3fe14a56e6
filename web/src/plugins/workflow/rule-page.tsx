import type { JsonObject } from '../../../../src/foundation/json.js';
import { ChangesOf, DetailFrame, DetailNotRead, ExportJson } from '../../library/detail-frame.js';
import { ProposeButton, ProposeNameButton } from '../../library/propose-button.js';
import { ContinueInChat, When } from '../../ui/item-list.js';
import { RawJson } from '../../ui/json-block.js';
import { ActiveBadge, triggerName } from './rules-list.js';
import { chatWithRule, RULE_CHANGE, useRule, type RuleItem } from './api.js';
import { RuleGraph } from './rule-graph.js';
import { t } from './texts.js';

/** A stored rule as a graph. */
export default function RulePage({ id }: { id: string }) {
  const asked = useRule(id);
  const { data: rule } = asked;
  if (rule === undefined) return <DetailNotRead list="rules" title={t('Rule')} asked={asked} />;
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
        ...(Array.isArray(actions) ? [t('{n} action | {n} actions', { n: actions.length })] : []),
        t('version {version}', { version: rule.version }),
        <When at={rule.updated_at} done={t('changed')} />,
      ]}
      actions={<RuleActions rule={rule} />}
    >
      <section>
        <h2>{t('Steps')}</h2>
        <RuleGraph rule={rule} />
      </section>
      <ChangesOf id={id} />
      <RawJson value={rule} label={t('The rule as JSON')} />
    </DetailFrame>
  );
}

/** What can be done with a rule; what changes it is a preview. */
function RuleActions({ rule }: { rule: RuleItem & JsonObject }) {
  const { id, name, is_active: active } = rule;
  const wish = (action: string) => ({ kind: RULE_CHANGE, action, target_id: id });
  return (
    <>
      <ProposeButton wish={wish('edit')} name={name}>
        {t('Edit')}
      </ProposeButton>
      <ProposeButton wish={wish('switch')} name={name}>
        {active ? t('Switch off') : t('Switch on')}
      </ProposeButton>
      <ProposeNameButton wish={wish('rename')} name={name} first={name}>
        {t('Rename')}
      </ProposeNameButton>
      <ProposeNameButton wish={wish('duplicate')} name={name} first={t('{name} (copy)', { name })}>
        {t('Duplicate')}
      </ProposeNameButton>
      <ProposeButton wish={wish('delete')} name={name}>
        {t('Delete')}
      </ProposeButton>
      <ExportJson name={name} value={rule} />
      <ContinueInChat to={chatWithRule(id)} name={name} />
    </>
  );
}
