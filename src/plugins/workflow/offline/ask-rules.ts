import { stem } from '../../../language/english-stem.js';
import * as kit from '../../../../samples/offline-model/kit.js';
import { accounted, asksFor, settings } from './ask-rule.js';
import { askLanguage, fieldsFor } from './lexicon.js';

/** The most rules whose bodies are read to tell which of them a question means, and that are told. */
const MOST_READ = 20;
const MOST_TOLD = 4;

/** Which rules an event sets off or watch a kind of record, and whom these tell where that is asked. */
export function* askRules({ reading }: kit.World): kit.Plan {
  const asked = askLanguage.read(reading.text);
  const entity = kit.entityOf(asked) ?? kit.entityByWord(asked);
  const trigger = asked.value('trig');
  const isWho = asksFor(asked).has('who');
  const all = yield* rulesOn(isWho ? undefined : entity);
  const fit = all.filter(
    (rule) =>
      (trigger === undefined || rule['trigger_type'] === trigger) &&
      (entity === undefined || rule['entity'] === entity || namesRecord(rule, asked)),
  );
  const event = eventWords(trigger, entity);
  const known = [{ entity, trigger }, event, 'new'];
  if (fit.length === 0) {
    const nobody = isWho ? ', so nobody is told' : '';
    const others = all.filter((rule) => rule['entity'] === entity);
    const names = others.map(({ name }) => kit.textOf(name));
    const beside = names.length === 0 ? '' : ` Of them there are other rules: ${kit.join(names)}.`;
    return accounted(asked, known, `No rule runs ${event}${nobody}.${beside}`);
  }
  const words = ownWords(asked);
  if (!isWho && words.length === 0)
    return accounted(asked, known, kit.sayAny({ [`rules ${event}`]: fit }));
  const { meant, others } = meantBy(words, yield* bodiesOf(fit));
  const told: string[] = [];
  for (const rule of meant.slice(0, MOST_TOLD))
    told.push(isWho ? yield* whoHears(rule, asked) : kit.sayAny(rule));
  const more = [...meant.slice(MOST_TOLD), ...others].map(({ name }) => kit.textOf(name));
  if (more.length > 0) told.push(`Other rules ${event}: ${kit.join(more)}.`);
  return accounted(asked, [...known, ...meant], told.join('\n\n'));
}

function eventWords(trigger: string | undefined, entity: string | undefined): string {
  if (entity === undefined) return 'then';
  return trigger === undefined
    ? `on ${kit.entityWords(entity)}`
    : kit.triggerWords(trigger, entity);
}

function* rulesOn(entity: string | undefined): kit.Part<kit.JsonObject[]> {
  if (entity === undefined)
    return kit.objectsOf(kit.objectOf(yield* kit.need('list_workflow_rules'))['rules']);
  const listed = kit.objectOf(yield* kit.need('list_rules_for_entity', { entity }));
  return Object.values(kit.objectOf(listed['by_trigger'])).flatMap(kit.objectsOf);
}

function* bodiesOf(rules: readonly kit.JsonObject[]): kit.Part<kit.JsonObject[]> {
  const calls = rules.slice(0, MOST_READ).map(({ id }) => ({
    name: 'get_workflow_rule',
    arguments: { workflow_id: id },
  }));
  return (yield* kit.lookUp(calls)).map(kit.objectOf);
}

/** "late suppliers": a rule named after them may watch another kind of record. */
function namesRecord({ name }: kit.JsonObject, asked: kit.Reading): boolean {
  const stems = stemsOf(kit.textOf(name));
  return asked
    .all('entity.*')
    .some(({ covers }) => covers.every((at) => stems.has(asked.tokens[at]?.stem ?? '')));
}

/** What the question says beside the record, the event and that it asks. */
function ownWords(asked: kit.Reading): string[] {
  const general = asked.all('entity.*|q.*|noun.rule|act.run|act.happens|act.list|frame.*');
  const places = new Set(general.flatMap(({ covers }) => covers));
  return asked.tokens.flatMap(({ kind, lower, stem: own }, at) =>
    kind === 'mark' || places.has(at) || kit.harmless.has(lower) || PLAIN_EVENT.test(lower)
      ? []
      : [own],
  );
}

const PLAIN_EVENT =
  /^(new|created?|added?|updated?|changed?|deleted?|removed?|placed|arrives?|comes)$/;

/** The rules that hold most of some words, at least one; all of them where none does. */
function meantBy(words: readonly string[], rules: readonly kit.JsonObject[]) {
  const scored = rules.map((rule) => {
    const stems = stemsOf(JSON.stringify(rule));
    return { rule, score: words.filter((word) => stems.has(word)).length };
  });
  const best = Math.max(...scored.map(({ score }) => score));
  const isBest = ({ score }: { score: number }) => score === best;
  return {
    meant: scored.filter(isBest).map(({ rule }) => rule),
    others: scored.filter((each) => !isBest(each)).map(({ rule }) => rule),
  };
}

function stemsOf(text: string): Set<string> {
  return new Set(
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .map(stem),
  );
}

/** Whom a rule addresses, under the conditions that it has. */
function* whoHears(rule: kit.JsonObject, asked: kit.Reading): kit.Part<string> {
  const {
    name,
    entity,
    trigger_type: trigger,
    trigger_conditions: conditions,
    is_active: on,
  } = rule;
  const told = yield* settings(asked, fieldsFor(['who']), rule);
  const only = kit.textsOf(conditions).map(kit.conditionWords);
  const head = [
    `“${kit.textOf(name)}” ${on === false ? '(switched off) ' : ''}runs ${kit.triggerWords(kit.textOf(trigger), kit.textOf(entity))}`,
    ...(only.length > 0 ? [`only when ${kit.join(only)}`] : []),
  ];
  return `${head.join(', ')}. ${told === '' ? 'It tells nobody.' : `It tells:\n${told}`}`;
}
