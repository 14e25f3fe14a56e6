import { stem } from './english-stem.js';
import { wordsOf } from '../../../language/question-language.js';
import * as kit from '../../../../samples/offline-model/kit.js';
import { accounted, asksFor, runsWhen, settings } from './ask-rule.js';
import { readQuestion, fieldsFor, ruleWords } from './lexicon.js';
import { rules } from './rules.js';

/** The most rules whose bodies are read to tell which of them a question means, and that are told. */
const MOST_READ = 20;
const MOST_TOLD = 4;
/** What may be said of any rule. */
const besideRules = new Set([...ruleWords('besideRules')].map(stem));

/** Which rules an event sets off or watch a kind of record, and whom these tell where that is asked. */
export function* askRules(world: kit.World): kit.Plan {
  const asked = withoutEvents(readQuestion(world.reading));
  const entity = kit.entityOf(asked) ?? kit.entityByWord(asked);
  const spoken = new Set([entity, ...asked.all('entity.*').map(({ concept }) => concept.slice(7))]);
  const trigger = eventIn(asked);
  const isWho = asksFor(asked).has('who');
  const all = yield* rulesOn(isWho ? undefined : entity);
  const about = all.filter(
    (rule) =>
      (entity === undefined ||
        (isWho && spoken.has(kit.textOf(rule['entity']))) ||
        rule['entity'] === entity ||
        namesRecord(rule, asked, entity)) &&
      (!asked.has('active.*') || rule['is_active'] === asked.has('active.true')),
  );
  const isSetOff = (rule: kit.JsonObject) => !trigger || rule['trigger_type'] === trigger;
  const event = eventWords(trigger, entity);
  const isOff = asked.has('active.*') && !asked.has('active.true');
  const state = isOff ? 'that is switched off runs ' : 'runs ';
  const known = [{ entity, trigger }, event, 'new', [...besideRules].join(' ')];
  const words = ownWords(asked);
  const simple = about.filter(isSetOff);
  if (!isWho && words.length === 0 && simple.length > 0)
    return accounted(asked, known, kit.sayAny({ [`rules ${event}`]: simple }));
  const bodies = yield* bodiesOf(about);
  // "submitted" may be an event, and the value of a status.
  const fit = bodies.filter(
    (rule) => isSetOff(rule) || holding(words, rule['trigger_conditions']) > 0,
  );
  if (fit.length === 0) return accounted(asked, known, noneOf(`${state}${event}`, about, isWho));
  const { meant, others, isFound } = meantBy(words, fit);
  if (entity === undefined && !isFound) yield* kit.whichOne(world, rules);
  const told: string[] = [];
  for (const rule of meant.slice(0, MOST_TOLD))
    told.push(isWho ? yield* whoHears(rule, asked) : kit.sayAny(rule));
  const isOnIt = (rule: kit.JsonObject) =>
    isSetOff(rule) && (entity === undefined || rule['entity'] === entity);
  const more = [...meant.slice(MOST_TOLD), ...others.filter(isOnIt)].map(({ name }) =>
    kit.textOf(name),
  );
  if (more.length > 0)
    told.push(`Other rules ${event}, each under its own conditions: ${kit.join(more)}.`);
  return accounted(asked, [...known, ...meant, told], told.join('\n\n'));
}

/** What is said to happen; "exceeds" and "drops below" tell of a value, which may be so from the start. */
function eventIn(asked: kit.Reading): string | undefined {
  const events = asked.all('trig.*');
  const isValue = ({ covers }: kit.Tag) =>
    covers.some((at) => asked.at(at, 'cmp.gt|cmp.lt|cmp.gte|cmp.lte') !== undefined);
  return events.find((tag) => !isValue(tag))?.concept.slice('trig.'.length);
}

/** "an order is delayed", "a customer is switched off": what happens to a record is no action of a rule, and no state of one. */
function withoutEvents(asked: kit.Reading): kit.Reading {
  const isEvent = ({ from }: kit.Tag) =>
    /^(is|are|was|were)$/.test(asked.lower(from - 1)) &&
    asked.lower(from).endsWith('ed') &&
    asked.at(from - 2, 'entity.*') !== undefined;
  return asked.without(
    (tag) =>
      /^act\.(de)?activate$/.test(tag.concept) ||
      (/^(step|action)\./.test(tag.concept) && isEvent(tag)),
  );
}

function noneOf(event: string, about: readonly kit.JsonObject[], isWho: boolean): string {
  const names = about.map(({ name }) => kit.textOf(name));
  const others = names.length === 0 ? '' : ` There are other rules about that: ${kit.join(names)}.`;
  return `No rule ${event}${isWho ? ', so nobody is told' : ''}.${others}`;
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

function* bodiesOf(among: readonly kit.JsonObject[]): kit.Part<kit.JsonObject[]> {
  const calls = among.slice(0, MOST_READ).map(({ id }) => ({
    name: 'get_workflow_rule',
    arguments: { workflow_id: id },
  }));
  return (yield* kit.lookUp(calls)).map(kit.objectOf);
}

/** "late suppliers": a rule named after them may watch another kind of record. */
function namesRecord({ name }: kit.JsonObject, asked: kit.Reading, entity: string): boolean {
  return asked.again(kit.textOf(name)).has(`entity.${entity}`);
}

/** What the question says beside the record, the event and that it asks. */
function ownWords(asked: kit.Reading): string[] {
  const general = asked.all(
    'entity.*|q.*|asks.*|cmp.*|action.*|step.*|noun.rule|act.run|act.happens|act.list|frame.*',
  );
  const places = new Set(general.flatMap(({ covers }) => covers));
  return asked.tokens.flatMap(({ kind, lower, stem: own }, at) =>
    kind === 'mark' ||
    places.has(at) ||
    kit.harmless.has(lower) ||
    besideRules.has(own) ||
    PLAIN_EVENT.test(lower)
      ? []
      : [own],
  );
}

const PLAIN_EVENT =
  /^(new|created?|added?|updated?|changed?|deleted?|removed?|placed|arrives?|comes)$/;

/** The rules that hold most of some words, those of their names and descriptions first; all of them where none does. */
function meantBy(words: readonly string[], among: readonly kit.JsonObject[]) {
  const scored = among.map((rule) => {
    const { name, description } = rule;
    return { rule, score: 2 * holding(words, [name, description]) + holding(words, rule) };
  });
  const best = Math.max(...scored.map(({ score }) => score));
  return {
    isFound: best > 0,
    meant: scored.filter(({ score }) => score === best).map(({ rule }) => rule),
    others: scored.filter(({ score }) => score < best).map(({ rule }) => rule),
  };
}

/** How many of some words stand in a text or in data. */
function holding(words: readonly string[], data: unknown): number {
  const stems = new Set(wordsOf(JSON.stringify(data)).map(stem));
  return words.filter((word) => stems.has(word)).length;
}

/** Whom a rule addresses, under the conditions that it has. */
function* whoHears(rule: kit.JsonObject, asked: kit.Reading): kit.Part<string> {
  const told = yield* settings(asked, fieldsFor(['who']), rule);
  return `${runsWhen(rule)}. ${told === '' ? 'It tells nobody.' : `It tells or asks:\n${told}`}`;
}
