import { defined } from '../../../foundation/defined.js';
import { withoutEnd } from '../../../foundation/without-end.js';
import * as kit from '../../../../samples/offline-model/kit.js';
import { ruleWords } from './lexicon.js';
import { isTerse, wantedActions } from './wanted-actions.js';

const joints = ruleWords('joints');
/** Words that may stand between a joint and the action's word. */
const besideJoints = ruleWords('besideJoints');

/** One action that a sentence asks for. `type` is an action type of the lexicon. */
export interface StepWish {
  type: string;
  /** The part of the sentence that speaks of it. */
  clause: kit.Reading;
  /** The step it hangs behind, and by which port where it is not the default one. */
  follows?: { step: StepWish; port?: string };
}

/** What a sentence says of a rule: what sets it off, under which conditions, and what it does. */
export interface Automation {
  /** The part that names the event; absent when the sentence names none. */
  trigger?: kit.Reading;
  triggerType?: string;
  entity?: string;
  /** Parts with conditions of the trigger (besides the trigger's own part). */
  conditions: kit.Reading[];
  steps: StepWish[];
}

/** Output ports of the action types, default first. */
export type Ports = ReadonlyMap<string, readonly string[]>;

/** How a part of a sentence begins; for an action its type. */
interface Start {
  kind: 'preamble' | 'when' | 'else' | 'action' | 'later';
  type?: string;
}

/** Reads a sentence as a wish for a rule. `ports` tell which branches an action can have. */
export function readAutomation(reading: kit.Reading, ports: Ports): Automation {
  const builder = new AutomationBuilder(ports);
  const starts = [...startsIn(reading)].sort(([a], [b]) => a - b);
  for (const [at, [from, { kind, type = '' }]] of starts.entries()) {
    const clause = reading.slice(from, starts[at + 1]?.[0] ?? reading.tokens.length);
    // "alert X if …": such a condition is that of the deed before it.
    const isBehind =
      from > 0 &&
      !/^[^\p{L}]/u.test(reading.lower(from - 1)) &&
      !joints.has(reading.lower(from - 1));
    if (clause.tokens.length === 0) continue;
    if (kind === 'when') builder.when(clause, isBehind);
    else builder[kind](clause, type);
  }
  return builder.finish(reading);
}

/** Where an event, a condition, a branch or an action begins, by token place. */
function startsIn(reading: kit.Reading): Map<number, Start> {
  const starts = new Map<number, Start>();
  for (const tag of reading.all('frame.else')) starts.set(tag.from, { kind: 'else' });
  for (const { from } of reading.all('frame.when|frame.if')) {
    const isOpen = starts.has(from) || starts.has(from - 1);
    const isCheck = reading.at(from, 'action.evaluate_condition') !== undefined;
    if (!isOpen && !isCheck) starts.set(from, { kind: 'when' });
  }
  for (const [place, after] of delaysIn(reading))
    starts.set(place, { kind: 'later' }).set(after, { kind: 'when' });
  for (const tag of wantedActions(reading)) {
    if (!opensAction(reading, tag, starts)) continue;
    const type = tag.concept.slice('action.'.length);
    starts.set(tag.from, { kind: 'action', type });
  }
  // "An order was cancelled? Then …" asks for nothing: it tells when.
  const before = reading.tokens.slice(0, Math.min(...starts.keys()));
  const isAsked =
    before.findLast(({ lower }) => !besideJoints.has(lower) && lower !== 'then')?.lower === '?';
  if (!starts.has(0)) starts.set(0, { kind: isAsked || isTerse(reading) ? 'when' : 'preamble' });
  return starts;
}

/** "two days after an order is shipped": where the time begins, and where the event. */
function delaysIn(reading: kit.Reading): [number, number][] {
  return reading.all('unit.minute|unit.hour|unit.day|unit.week').flatMap(({ from, to }) => {
    const isCounted = reading.tokens[from - 1]?.value !== undefined;
    const isTold = isCounted || /^(an?|one)$/.test(reading.lower(from - 1));
    const isWait = reading.has('action.delay') || reading.lower(to) !== 'after';
    const rest = reading.slice(to + 1, reading.tokens.length);
    const isEvent = rest.has('trig.*') || rest.at(0, 'frame.when') !== undefined;
    return isTold && isEvent && !isWait ? [[from - 1, to]] : [];
  });
}

/** An action begins where its word stands free: not inside an unfinished event, not mid-action. */
function opensAction(
  reading: kit.Reading,
  { from }: kit.Tag,
  starts: ReadonlyMap<number, Start>,
): boolean {
  const within = Math.max(...[...starts.keys()].filter((place) => place <= from), -1);
  const open = starts.get(within)?.kind;
  if (open === undefined || open === 'else') return true;
  if (open !== 'action') return within !== from && isComplete(reading.slice(within, from));
  // A further action needs a joint: "and", "then", a comma, a new sentence.
  const before = reading.tokens.slice(Math.max(0, from - 4), from);
  const joint = before.findLast(({ lower }) => !besideJoints.has(lower));
  return joint?.kind === 'mark' || joints.has(joint?.lower ?? '');
}

/** An event's part is complete when it holds an event, a comparison, a port or a joint before the action. */
function isComplete(part: kit.Reading): boolean {
  const last = part.tokens.at(-1);
  return (
    part.has('trig.*|port.*|cmp.*') ||
    last?.kind === 'mark' ||
    ['then', '->', '→'].includes(last?.lower ?? '')
  );
}

/** Puts the parts together: which is the event, which are conditions, what hangs where. */
class AutomationBuilder {
  private readonly steps: StepWish[] = [];
  private readonly conditions: kit.Reading[] = [];
  private trigger: kit.Reading | undefined;
  private opening: kit.Reading | undefined;
  private next: StepWish['follows'];
  /** A condition behind the last step or beside another one: what follows it may hang on either. */
  private behind: kit.Reading | undefined;

  constructor(private readonly ports: Ports) {}

  preamble(clause: kit.Reading): void {
    this.opening = clause;
  }

  action(clause: kit.Reading, type: string): void {
    if (this.behind) kit.giveUp(askWhether(this.behind));
    const last = this.steps.at(-1);
    const follows = this.next ?? (last && { step: last });
    this.steps.push({ type, clause, ...defined({ follows }) });
    this.next = undefined;
  }

  /** What is waited for first, wherever it is said. */
  later(clause: kit.Reading): void {
    this.putFirst({ type: 'delay', clause });
  }

  private putFirst(step: StepWish, port?: string): void {
    const [first] = this.steps;
    if (first) first.follows = { step, ...defined({ port }) };
    this.steps.unshift(step);
  }

  when(clause: kit.Reading, isBehind: boolean): void {
    const last = isBehind ? this.steps.at(-1) : undefined;
    const follows = this.portFor(clause, last);
    if (follows && last && !this.next) last.follows = follows;
    else if (follows) this.next = follows;
    else if (this.trigger === undefined && clause.has('trig.*')) this.trigger = clause;
    else if (this.steps.length > 0 && this.trigger) this.branch(clause, this.trigger, isBehind);
    else if (this.conditions.length > 0 && this.steps.length > 0) this.behind = clause;
    else this.conditions.push(clause);
  }

  else(clause: kit.Reading): void {
    this.liftCondition();
    const branching = this.steps.filter((step) => this.branches(step));
    const behind = (step: StepWish) => this.steps.filter(({ follows }) => follows?.step === step);
    // The last one that a branch was told of, else the last one with ways out.
    const isTold = (each: StepWish) => behind(each).some(({ follows }) => follows?.port);
    const step = branching.findLast(isTold) ?? branching.at(-1);
    if (step === undefined) return;
    const ports = this.ports.get(step.type) ?? [];
    const taken = behind(step).map(({ follows }) => follows?.port ?? ports[0]);
    const open = ports.find((port) => !taken.includes(port) && port !== 'failure') ?? ports[1];
    this.next = { step, ...defined({ port: open }) };
    if (clause.has('cmp.*') && clause.has('frame.if')) this.check(clause);
  }

  private branch(clause: kit.Reading, trigger: kit.Reading, isBehind: boolean): void {
    const own = kit.entityOf(trigger) ?? 'record';
    const other = clause.has('trig.*') ? (kit.entityOf(clause) ?? own) : own;
    const [first, second] = [trigger, clause].map((each) => each.value('trig'));
    const isOther = second !== undefined && second !== first;
    if (other !== own || isOther)
      kit.giveUp(
        `That is two rules: one ${kit.triggerWords(first ?? 'on_update', own)}, and one ${kit.triggerWords(second ?? 'on_update', other)}. I draft one at a time: which one first?`,
      );
    if (isBehind || this.conditions.length > 0) this.behind = clause;
    else this.check(clause);
  }

  private check(clause: kit.Reading): void {
    this.action(clause, 'evaluate_condition');
    this.next = { step: this.steps.at(-1) as StepWish, port: 'true' };
  }

  /** "if A do X, otherwise Y" without an event in between: the condition becomes the first step. */
  private liftCondition(): void {
    if (this.behind) {
      if (this.steps.length > 1) kit.giveUp(askWhether(this.behind));
      this.conditions.push(this.behind);
      this.behind = undefined;
    }
    if (this.steps.some((step) => this.branches(step))) return;
    const isTold = this.trigger?.has('frame.if') === true && this.trigger.has('cmp.*');
    const clause = this.conditions.pop() ?? (isTold ? this.trigger : undefined);
    if (clause) this.putFirst({ type: 'evaluate_condition', clause }, 'true');
  }

  private branches({ type }: StepWish): boolean {
    const ports = this.ports.get(type) ?? [];
    return ports.length > 1 && ports[0] !== 'success';
  }

  /** The step whose port the clause speaks of: "when it is rejected", "if that fails". */
  private portFor(clause: kit.Reading, last?: StepWish): StepWish['follows'] {
    for (const { concept } of clause.all('port.*')) {
      const port = concept.slice('port.'.length);
      const step = this.steps.findLast(
        (each) => each !== last && this.ports.get(each.type)?.includes(port),
      );
      if (step) return { step, port };
    }
    return undefined;
  }

  finish(reading: kit.Reading): Automation {
    const { conditions, steps, opening } = this;
    this.settleEnds();
    const trigger = this.trigger ?? (opening?.has('trig.*') ? opening : undefined);
    // "Orders over 10,000 need an approval": a kind of record sets it off when there is a new one.
    const isKind = opening !== trigger && opening?.has('entity.*') && opening.has('cmp.*');
    const isBare = isKind && conditions.length === 0;
    if (opening && isKind) conditions.push(opening);
    const usual = isBare ? 'on_create' : undefined;
    const triggerType = trigger?.value('trig') ?? reading.value('trig') ?? usual;
    const entity = this.entityOf(trigger ?? conditions[0] ?? opening ?? reading, reading);
    return { conditions, steps, ...defined({ trigger, triggerType, entity }) };
  }

  private entityOf(source: kit.Reading, reading: kit.Reading): string | undefined {
    return (
      kit.entityOf(source) ??
      (this.opening && kit.entityOf(this.opening)) ??
      kit.entityByWord(source) ??
      kit.entityOf(reading)
    );
  }

  private settleEnds(): void {
    const { conditions, steps, next } = this;
    if (this.behind) conditions.push(this.behind);
    const last = steps.at(-1);
    // "email X when …, unless …": a condition at the very end belongs to the event.
    const isCheck = last?.type === 'evaluate_condition' && next?.step === last;
    if (isCheck && !last.clause.has('action.evaluate_condition'))
      conditions.push(...steps.splice(-1).map(({ clause }) => clause));
  }
}

/** "alert X if A and notify Y": whether Y hears of it in any case is not said. */
function askWhether(clause: kit.Reading): string {
  const said = withoutEnd(clause.words().replace(/ and$/, ''), /\W/);
  return `I cannot tell what of it “${said}” is for. Say “if …, alert …, otherwise …”, or put what always holds into the first sentence. How is it meant?`;
}
