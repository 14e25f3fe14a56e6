import type { JsonObject } from '../../../src/foundation/json.js';
import {
  bullets,
  capital,
  conditionWords,
  count,
  entityWords,
  flowWords,
  join,
  leftOut,
  objectOf,
  objectsOf,
  plain,
  textOf,
  textsOf,
  timeWords,
  triggerWords,
  valueWords,
} from './words.js';

/** One rule in a line. */
function ruleLine(rule: JsonObject): string {
  const trigger = triggerWords(textOf(rule['trigger_type']), textOf(rule['entity']));
  const off = rule['is_active'] === false ? ', switched off' : '';
  return `${textOf(rule['name'])}: runs ${trigger}, ${count(Number(rule['action_count'] ?? 0), 'action')}${off}`;
}

/** `list_workflow_rules`. */
export function sayRules(data: unknown, about = ''): string {
  const result = objectOf(data);
  const rules = objectsOf(result['rules']);
  const total = Number(result['total'] ?? rules.length);
  if (rules.length === 0) return `There are no workflow rules${about}.`;
  const verb = total === 1 ? 'is' : 'are';
  return `There ${verb} ${count(total, 'workflow rule')}${about}:\n${bullets(rules.map(ruleLine))}${leftOut(total, rules.length)}`;
}

/** `list_rules_for_entity`. */
export function sayRulesForEntity(data: unknown): string {
  const result = objectOf(data);
  const entity = entityWords(textOf(result['entity']));
  const groups = Object.values(objectOf(result['by_trigger'])).flatMap(objectsOf);
  if (groups.length === 0) return `No workflow rule watches ${entity}.`;
  return `${capital(count(groups.length, 'rule watches', 'rules watch'))} ${entity}:\n${bullets(groups.map(ruleLine))}`;
}

/** `get_workflow_rule` in its summary format. */
export function sayRule(data: unknown): string {
  const rule = objectOf(data);
  const tests = textsOf(rule['trigger_conditions']).map(conditionWords);
  const trigger = triggerWords(textOf(rule['trigger_type']), textOf(rule['entity']));
  const state = rule['is_active'] === false ? ' It is switched off.' : '';
  const description = textOf(rule['description']);
  const actions = objectsOf(rule['actions']);
  const lines = actions.map(
    (action) => `${textOf(action['name'])} (${plain(textOf(action['action_type']))})`,
  );
  return [
    `“${textOf(rule['name'])}” runs ${trigger}${tests.length > 0 ? `, if ${join(tests)}` : ''}.${state}`,
    ...(description ? [description] : []),
    `It has ${count(actions.length, 'action')}:\n${bullets(lines)}`,
    `The flow: ${flowWords(rule['flow'])}`,
  ].join('\n');
}

/** `explain_workflow_node`. */
export function sayNode(data: unknown): string {
  const node = objectOf(data);
  const config = Object.entries(objectOf(node['config']));
  const outputs = Object.entries(objectOf(node['outputs'])).map(
    ([port, to]) => `${plain(port)}: ${textOf(to)}`,
  );
  const after = textsOf(node['comes_after']).map((text) => text.replace(':', ' on '));
  return [
    `“${textOf(node['name'])}” in “${textOf(node['workflow'])}” is of the type ${plain(textOf(node['action_type']))}: ${textOf(node['what_it_does'])}`,
    `Its settings:\n${bullets(config.map(([key, value]) => `${plain(key)}: ${configValue(value)}`))}`,
    `It comes after ${join(after) || 'the start'}. Its ways out:\n${bullets(outputs)}`,
  ].join('\n');
}

/** A config value in words; conditions as sentences. */
function configValue(value: unknown): string {
  const tests = objectsOf(value);
  if (tests.length > 0 && tests.every((test) => 'field_name' in test)) {
    return join(
      tests.map((test) =>
        conditionWords(
          `${textOf(test['field_name'])} ${textOf(test['operator'])} ${'value' in test ? valueWords(test['value']) : ''}`.trim(),
        ),
      ),
    );
  }
  return valueWords(value);
}

/** `explain_workflow_path` and `simulate_workflow`. */
export function sayPath(data: unknown): string {
  const result = objectOf(data);
  if (Array.isArray(result['paths'])) return sayAllPaths(result);
  const fires = result['fires'] ?? result['triggered'];
  const because = textOf(result['because']) || textOf(result['reason']);
  const name = textOf(result['workflow']);
  const rule = name ? `“${name}”` : 'The rule';
  if (fires !== true) return `${rule} would not run: ${because}.`.replace(/\.\.$/, '.');
  const assumptions = textsOf(result['assumptions']);
  const skipped = textsOf(result['not_reached']);
  return [
    `${rule} would run: ${because}.`.replace(/\.\.$/, '.'),
    `The way it takes: ${textOf(result['path'])}`,
    bullets(stepLines(result['steps'])),
    ...(skipped.length > 0 ? [`Not reached: ${join(skipped)}.`] : []),
    ...(assumptions.length > 0 ? [`I had to assume: ${join(assumptions)}`] : []),
  ].join('\n');
}

function stepLines(steps: unknown): string[] {
  const lines = textsOf(steps).map((line) => line.replace(/^\d+\.\s*/, ''));
  if (lines.length > 0) return lines;
  return objectsOf(steps).map(
    (step) =>
      `${textOf(step['action'])} → ${plain(textOf(step['port']))}: ${textOf(step['reason'])}`,
  );
}

function sayAllPaths(result: JsonObject): string {
  const tests = textsOf(result['only_when']).map(conditionWords);
  const paths = objectsOf(result['paths']).map((path) => textOf(path['path']));
  const fires = textOf(result['fires']).replace(
    /^(\w+) of (.*)$/,
    (_all, trigger: string, entity: string) => triggerWords(trigger, entity),
  );
  return `“${textOf(result['workflow'])}” runs ${fires}${tests.length > 0 ? `, if ${join(tests)}` : ''}. ${paths.length === 1 ? 'There is one path' : `There are ${paths.length} paths`}:\n${bullets(paths)}`;
}

/** `compare_workflow_rules`. */
export function sayComparison(data: unknown): string {
  const result = objectOf(data);
  const [first, second] = [textOf(result['first']), textOf(result['second'])];
  if (result['identical'] === true)
    return `“${first}” and “${second}” are the same but for their identity.`;
  const fields = objectsOf(result['fields']).filter((change) => textOf(change['path']) !== 'name');
  const only = (list: unknown) => objectsOf(list).map((action) => textOf(action['name']));
  const lines = [
    ...fields.map(
      (change) =>
        `${plain(textOf(change['path']))}: ${valueWords(change['before'])} in the first, ${valueWords(change['after'])} in the second`,
    ),
    ...(only(result['removed']).length > 0
      ? [`only in “${first}”: ${join(only(result['removed']))}`]
      : []),
    ...(only(result['added']).length > 0
      ? [`only in “${second}”: ${join(only(result['added']))}`]
      : []),
    ...objectsOf(result['changed']).map(
      (action) =>
        `“${textOf(action['name'])}” differs in ${join(objectsOf(action['changes']).map((change) => plain(textOf(change['path']))))}`,
    ),
  ];
  return `“${first}” and “${second}” differ like this:\n${bullets(lines)}`;
}

/** `analyze_workflow`. */
export function sayAnalysis(data: unknown): string {
  const result = objectOf(data);
  const findings = Array.isArray(result['findings']) ? result['findings'] : [];
  const name = textOf(result['workflow']);
  if (findings.length === 0) return `I found no weakness in “${name}”.`;
  return `I found ${count(findings.length, 'weakness', 'weaknesses')} in “${name}”:\n${bullets(findings.map(findingWords))}`;
}

function findingWords(finding: unknown): string {
  if (typeof finding === 'string') return finding;
  const item = objectOf(finding);
  const action = textOf(item['action']);
  const text =
    textOf(item['message']) ||
    textOf(item['problem']) ||
    textOf(item['finding']) ||
    valueWords(item);
  const advice = textOf(item['advice']) || textOf(item['suggestion']) || textOf(item['fix']);
  return `${action && !text.includes(action) ? `${action}: ` : ''}${text}${advice ? ` ${advice}` : ''}`;
}

/** `show_cascade`. */
export function sayCascade(data: unknown): string {
  const result = objectOf(data);
  const name = textOf(result['workflow']);
  const links = objectsOf(result['links']);
  const loops = textsOf(result['loops']);
  if (links.length === 0)
    return `“${name}” sets off no other rule. ${textOf(result['verdict'])}`.trim();
  const lines = links.map(
    (link) =>
      `“${textOf(link['rule'])}” ${link['certainty'] === 'yes' ? 'sets off' : 'may set off'} “${textOf(link['sets_off'])}” through the action “${textOf(link['action'])}” (${textOf(link['because'])})`,
  );
  const circles =
    loops.length > 0
      ? `\nCareful, this runs in a circle: ${join(loops)}.`
      : '\nNothing runs in a circle.';
  return `This is what “${name}” sets in motion:\n${bullets(lines)}${circles}`;
}

/** `estimate_firings`. */
export function sayEstimate(data: unknown): string {
  const result = objectOf(data);
  const latest = textsOf(result['latest']).map(timeWords);
  const note = textOf(result['note']);
  return [
    `“${textOf(result['workflow'])}” would have run ${count(Number(result['firings'] ?? 0), 'time')} in the last ${count(Number(result['days'] ?? 0), 'day')} (${valueWords(result['per_day'])} per day), out of ${count(Number(result['records_examined'] ?? 0), 'record')} looked at.`,
    ...(latest.length > 0 ? [`Latest: ${join(latest)}.`] : []),
    ...(note ? [note] : []),
  ].join(' ');
}

/** `validate_workflow`. */
export function sayValidity(data: unknown): string {
  const result = objectOf(data);
  const name = textOf(result['name']) || textOf(result['table']) || textOf(result['workflow']);
  const errors = objectsOf(result['errors']).map((error) => textOf(error['message']));
  const warnings = objectsOf(result['warnings']).map((warning) => textOf(warning['message']));
  const also = warnings.length > 0 ? `\nWarnings:\n${bullets(warnings)}` : '';
  if (result['valid'] === true) return `“${name}” is valid: no errors.${also}`;
  return `“${name}” is not valid. ${count(errors.length, 'error')}:\n${bullets(errors)}${also}`;
}
