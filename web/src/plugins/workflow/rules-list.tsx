import { Workflow } from 'lucide-react';
import { useLibraryList, type RuleItem } from '../../api/library.js';
import { href } from '../../shell/route.js';
import { count } from '../../ui/format.js';
import { ContinueInChat, ItemRow, When } from '../../ui/item-row.js';
import { ListFrame, Pager, SearchBox } from '../../ui/list-frame.js';
import { chatWithRule, triggerWords } from '../../library/places.js';
import { useListPlace } from '../../library/use-list-place.js';
import styles from '../../library/library.module.css';

/** The stored rules. */
export function RulesList() {
  const place = useListPlace('rules');
  const rules = useLibraryList<RuleItem>('rules', place.search, place.page);
  return (
    <>
      <div className={styles.tools}>
        <SearchBox place={place} label="Search rules by name" />
        <Pager place={place} total={rules.data?.total} noun="rule" />
      </div>
      <ListFrame asked={rules} place={place} empty={<NoRules search={place.search} />}>
        {(rule) => (
          <ItemRow
            Icon={Workflow}
            name={rule.name}
            href={href('library', ['rules', rule.id])}
            about={rule.description}
            badges={<ActiveBadge active={rule.is_active} />}
            facts={[
              <span className="mono">{rule.entity}</span>,
              triggerWords(rule.trigger_type),
              count(rule.action_count, 'action'),
              `version ${rule.version}`,
              <When at={rule.updated_at} done="changed" />,
            ]}
          >
            <ContinueInChat to={chatWithRule(rule.id)} name={rule.name} />
          </ItemRow>
        )}
      </ListFrame>
    </>
  );
}

/** Whether a rule is on. */
export function ActiveBadge({ active }: { active: boolean }) {
  return <span className={`badge ${active ? 'good' : ''}`}>{active ? 'On' : 'Off'}</span>;
}

function NoRules({ search }: { search: string }) {
  if (search !== '') return <p>No rule has “{search}” in its name.</p>;
  return (
    <p>
      There is no rule yet. <a href={href('chat', [], { context: 'workflow' })}>Say in a chat</a>{' '}
      what should happen when.
    </p>
  );
}
