import { useMemo } from 'react';
import { type JsonObject, isObject } from '../../../../src/foundation/json.js';
import { ChangesOf, DetailFrame, DetailNotRead, ExportJson } from '../../library/detail-frame.js';
import { ProposeButton, ProposeNameButton } from '../../library/propose-button.js';
import { ContinueInChat, When } from '../../ui/item-list.js';
import { RawJson } from '../../ui/values.js';
import type { ChangeViewProps } from '../../changes/change.js';
import { HiddenCharacters } from '../../changes/change-notes.js';
import { ActiveBadge, triggerName } from './rules-list.js';
import { chatWithRule, RULE_CHANGE, useRule, type RuleItem, type RuleDraft } from './api.js';
import { RuleGraph } from './rule-graph.js';
import { t } from './texts.js';
import { usePeople, withNames } from './people.js';
import { readDiff } from './rule-graph-parts.js';
import { WhatChanges } from './inspector.js';

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

/** A rule that is being built, as far as it has come. */
export function RuleDraftView({ draft: { description, workflow } }: { draft: RuleDraft }) {
  return (
    <>
      {description !== '' && <p>{description}</p>}
      <section>
        <h2>{t('So far')}</h2>
        <RuleGraph rule={workflow} />
      </section>
      <RawJson value={workflow} label={t('The draft as JSON')} />
    </>
  );
}

/** The proposed rule as a graph and, for a change, what differs from the stored one; an edit is drawn as it is written. */
export function RulePreview({ data, decision, draft }: ChangeViewProps) {
  const people = usePeople();
  const diff = useMemo(() => readDiff(data['diff']), [data]);
  const shownDiff = useMemo(() => withNames(diff, people), [diff, people]);
  const told = isObject(data['workflow']) ? data['workflow'] : {};
  const { if_version: _guard, ...rule } = draft?.value ?? decision.stored?.payload ?? told;
  return (
    <>
      <HiddenCharacters found={data.invisible_characters} />
      {shownDiff !== undefined && (
        <section>
          <h3>{draft === undefined ? t('What changes') : t('What changed before your edit')}</h3>
          <WhatChanges diff={shownDiff} />
        </section>
      )}
      <section>
        <h3>
          {draft === undefined ? t('The rule') : t('The rule as you edit it')}
          {typeof rule['name'] === 'string' && ` “${rule['name']}”`}
        </h3>
        <RuleGraph rule={rule} diff={draft === undefined ? diff : undefined} />
      </section>
      <RawJson title={t('The rule as JSON')} value={rule} label={t('The rule as JSON')} />
    </>
  );
}
