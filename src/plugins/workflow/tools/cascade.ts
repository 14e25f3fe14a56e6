import { isObject, ownValue, type JsonObject } from '../../../foundation/json.js';
import { type Action, type Condition, type Rule, workflowTool } from './wire.js';
import { isTemplate, judge, type Verdict } from './condition-logic.js';
import { listRules, loadRule, resolveRule, ruleProperties, type RuleInput } from './reference.js';

interface TableWrite {
  action: string;
  entity: string;
  event: 'on_create' | 'on_update';
  fields: string[];
  /** Values that are fixed in the config (no templates), as conditions that hold afterwards. */
  known: Condition[];
}

/** The write of an action that changes business data; undefined for all other actions. */
export function writeOf({ config, action_type: type, name }: Action): TableWrite | undefined {
  const entity = config['target_entity'];
  const values = ownValue(writtenValues, type)?.(config);
  if (typeof entity !== 'string' || values === undefined) return undefined;
  const fixed = Object.entries(values).filter(([, value]) => !isTemplate(value));
  return {
    action: name,
    entity,
    event: type === 'create_entity' ? 'on_create' : 'on_update',
    fields: Object.keys(values),
    known: fixed.map(([field_name, value]) => ({ field_name, operator: 'equals', value })),
  };
}

const writtenValues: Readonly<Record<string, (config: JsonObject) => JsonObject>> = {
  create_entity: ({ fields }) => (isObject(fields) ? fields : {}),
  update_field: ({ target_field, new_value }) => ({ [String(target_field)]: new_value }),
  transition_status: ({ status_field, to_status }) => ({ [String(status_field)]: to_status }),
};

interface CascadeLink {
  level: number;
  rule: string;
  action: string;
  writes: string;
  sets_off: string;
  certainty: 'yes' | 'maybe';
  because: string;
}

interface Cascade {
  links: CascadeLink[];
  loops: string[];
  /** Rules on a written table that this action's write does not set off, with the reason. */
  not_set_off: { action: string; rule: string; because: string }[];
}

const MAX_LEVEL = 4;

export function cascadeOf(start: Rule, rules: readonly Rule[]): Cascade {
  const cascade: Cascade = { links: [], loops: [], not_set_off: [] };
  const seen = new Set<string>();
  const follow = (rule: Rule, chain: readonly Rule[]): void => {
    if (seen.has(rule.id)) return;
    seen.add(rule.id);
    const active = rule.actions.filter((action) => action.is_active);
    for (const write of active.flatMap((action) => writeOf(action) ?? [])) {
      const listening = rules.filter(
        ({ is_active, entity, trigger_type }) =>
          is_active && entity === write.entity && trigger_type === write.event,
      );
      for (const other of listening) {
        const next = visit(cascade, write, [...chain, rule], other);
        if (next && chain.length + 1 < MAX_LEVEL) follow(other, [...chain, rule]);
      }
    }
  };
  follow(start, []);
  return cascade;
}

/** Notes one link; true when the other rule is to be followed further. */
function visit(cascade: Cascade, write: TableWrite, chain: readonly Rule[], other: Rule): boolean {
  const { verdict, because } = judgeTrigger(other, write);
  if (verdict === 'never') {
    cascade.not_set_off.push({ action: write.action, rule: other.name, because });
    return false;
  }
  cascade.links.push({
    level: chain.length,
    rule: chain.at(-1)?.name ?? '',
    action: write.action,
    writes: `${write.entity} ${write.event} (${write.fields.join(', ')})`,
    sets_off: other.name,
    certainty: verdict === 'always' ? 'yes' : 'maybe',
    because,
  });
  const at = chain.findIndex((rule) => rule.id === other.id);
  if (at < 0) return true;
  cascade.loops.push([...chain.slice(at), other].map((rule) => rule.name).join(' → '));
  return false;
}

function judgeTrigger(rule: Rule, write: TableWrite): { verdict: Verdict; because: string } {
  const conditions = rule.trigger_conditions;
  const judged = (wanted: Verdict) =>
    conditions.find((condition) => judgeAfterWrite(condition, write) === wanted);
  const never = judged('never');
  if (never) return { verdict: 'never', because: `it waits for ${words(never)}` };
  const depends = judged('depends');
  if (depends) return { verdict: 'depends', because: `if ${words(depends)}` };
  const because = conditions.length === 0 ? 'it has no conditions' : 'its conditions are met';
  return { verdict: 'always', because };
}

const CHANGE_OPERATORS = ['changed', 'changed_from', 'changed_to'];

/** A change of a field that is not written cannot have happened; else the written values decide. */
function judgeAfterWrite(condition: Condition, write: TableWrite): Verdict {
  const isWritten = write.fields.includes(condition.field_name);
  if (write.event === 'on_update' && CHANGE_OPERATORS.includes(condition.operator) && !isWritten) {
    return 'never';
  }
  return judge(condition, write.known);
}

function words({ field_name, operator, value }: Condition): string {
  return `${field_name} ${operator}${value === undefined ? '' : ` ${JSON.stringify(value)}`}`;
}

export const showCascade = workflowTool<RuleInput>({
  name: 'show_cascade',
  description:
    'Shows which other workflow rules a rule would set off by what it writes (update_field, create_entity, transition_status), over several levels, and whether that runs in a circle.',
  properties: { ...ruleProperties },
  examples: [
    'which other rules does this one trigger?',
    'what is the knock-on effect of the confirm order workflow',
    'could these automations end in an endless loop',
    'does changing the status here set off something else?',
    'show the chain reaction of this rule',
  ],
  execute: async (input, context) => {
    const start = await resolveRule(input, context);
    const writes = start.actions.filter((action) => writeOf(action) !== undefined);
    if (writes.length === 0) {
      const verdict = 'This rule writes no business data, so it sets off no other rule.';
      return { result: { workflow: start.name, links: [], loops: [], verdict } };
    }
    const active = await listRules(context, { is_active: true });
    const rules = await Promise.all(active.map(({ id }) => loadRule(id, context)));
    const cascade = cascadeOf(start, rules);
    const verdict =
      cascade.links.length === 0 ? 'No active rule listens to what it writes.' : undefined;
    return { result: { workflow: start.name, ...cascade, verdict } };
  },
});
