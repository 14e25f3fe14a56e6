import {
  entityByWord,
  entityOf,
  giveUp,
  recordWords,
  type Reading,
  type Tag,
  type Token,
} from '../../../../samples/offline-model/kit.js';

import { defined } from '../../../foundation/defined.js';
import { ruleWords } from './lexicon.js';

/** Words before which an action word is a noun: "an alert", "by email", "the high alert". */
const nounMarkers = ruleWords('nounMarkers');
/** Words before which an action word tells an event: "is created", "gets updated". */
const passiveMarkers = ruleWords('passiveMarkers');

const nounsAfter = ruleWords('nounsAfter');
const joints = ruleWords('joints');
/** Words that may stand between a joint and the action's word. */
const besideJoints = ruleWords('besideJoints');

/** Where a step hangs: behind another step's port, or behind the default port. */
export interface Follows {
  /** Index of the step. */
  step: number;
  port?: string;
}

/** One action that a sentence asks for. `type` is an action type of the lexicon. */
export interface StepWish {
  type: string;
  /** The part of the sentence that speaks of it. */
  clause: Reading;
  follows?: Follows;
}

/** What a sentence says of a rule: what sets it off, under which conditions, and what it does. */
export interface Automation {
  /** The part that names the event; absent when the sentence names none. */
  trigger?: Reading;
  triggerType?: string;
  entity?: string;
  /** Parts with conditions of the trigger (besides the trigger's own part). */
  conditions: Reading[];
  steps: StepWish[];
}

/** Output ports of the action types, default first. */
export type Ports = ReadonlyMap<string, readonly string[]>;

type SegmentKind = 'preamble' | 'when' | 'if' | 'else' | 'action';

interface Segment {
  kind: SegmentKind;
  clause: Reading;
  /** For an action: its type. */
  type?: string;
}

/** Reads a sentence as a wish for a rule. `ports` tell which branches an action can have. */
export function readAutomation(reading: Reading, ports: Ports): Automation {
  const builder = new AutomationBuilder(ports);
  for (const segment of cut(reading)) builder.take(segment);
  return builder.finish(reading);
}

/** The action words of a sentence that are meant as actions, not as nouns or as the event itself. */
export function actionTags(reading: Reading): Tag[] {
  const tags = reading
    .all('action.*')
    .map((tag) => withoutEvent(reading, tag))
    .filter((tag) => !isNoun(reading, tag) && !insideTrigger(reading, tag));
  return tags.filter(
    (tag) =>
      !tags.some(
        (other) =>
          other !== tag &&
          other.from <= tag.from &&
          other.to >= tag.to &&
          other.covers.length >= tag.covers.length &&
          (other.from < tag.from ||
            other.covers.length > tag.covers.length ||
            other.concept < tag.concept),
      ),
  );
}

/** Actions by their verbs; without any, the things that are to be added. */
export function wantedActions(reading: Reading): Tag[] {
  const verbs = actionTags(reading);
  return verbs.length > 0 ? verbs : addedThings(reading);
}

/** "and an email to finance too": a thing to add without a verb of its own. */
function addedThings(reading: Reading): Tag[] {
  if (!reading.has('act.add')) return [];
  const things = reading
    .all('step.*')
    .filter((tag) => /^(a|an|another)$/.test(reading.lower(tag.from - 1)));
  return things.map((tag) => ({ ...tag, concept: tag.concept.replace('step.', 'action.') }));
}

/** "is created email X": the event's word is no verb of the action; what follows it may be. */
function withoutEvent(reading: Reading, tag: Tag): Tag {
  const [, second, ...rest] = tag.covers;
  const isSent = /^action\.(send_email|create_alert)$/.test(tag.concept);
  if (second === undefined || !isTold(reading, tag) || !isSent) return tag;
  return { ...tag, covers: [second, ...rest], from: second };
}

function isTold(reading: Reading, tag: Tag): boolean {
  const before = reading.lower(tag.from - 1);
  return passiveMarkers.has(before) && /ed$/.test(reading.lower(tag.from));
}

function isNoun(reading: Reading, tag: Tag): boolean {
  const before = reading.lower(tag.from - 1);
  const told = isTold(reading, tag);
  if (told || tag.covers.length > 1) return told;
  if (nounsAfter.has(reading.lower(tag.from + 1))) return true;
  return nounMarkers.has(before) && !isRelative(reading, tag.from - 1);
}

/** "a rule that emails X", "after that wait": here "that" is no determiner, as it is in "rename that alert". */
function isRelative(reading: Reading, place: number): boolean {
  const word = reading.lower(place);
  const before = reading.tokens[place - 1];
  if (!['that', 'which', 'who'].includes(word) || before === undefined || before.kind === 'mark')
    return false;
  const verb = reading.tags.some((tag) => tag.concept.startsWith('act.') && tag.to === place);
  return !verb && !['of', 'to', 'from', 'in', 'for', 'with', 'and'].includes(before.lower);
}

function insideTrigger(reading: Reading, tag: Tag): boolean {
  return reading
    .all('trig.*|port.*')
    .some((other) => other.covers.includes(tag.from) && other.covers.length >= tag.covers.length);
}

/** Where each part begins, by token place. */
type Starts = Map<number, { kind: SegmentKind; type?: string }>;

/** Cuts a sentence where an event, a condition, a branch or an action begins. */
function cut(reading: Reading): Segment[] {
  const starts: Starts = new Map();
  markFrames(reading, starts);
  for (const tag of wantedActions(reading)) {
    if (opensAction(reading, tag, starts)) {
      const type = tag.concept.slice('action.'.length);
      starts.set(subjectStart(reading, tag.from), { kind: 'action', type });
    }
  }
  return toSegments(reading, starts);
}

function markFrames(reading: Reading, starts: Starts): void {
  for (const tag of reading.all('frame.else')) starts.set(tag.from, { kind: 'else' });
  const ifs = new Set(reading.all('frame.if').map((tag) => tag.from));
  const checks = reading.all('action.evaluate_condition').flatMap((tag) => tag.covers);
  for (const tag of reading.all('frame.when|frame.if')) {
    if (checks.includes(tag.from)) continue;
    const open = starts.has(tag.from) || starts.has(tag.from - 1);
    if (!open) starts.set(tag.from, { kind: ifs.has(tag.from) ? 'if' : 'when' });
  }
}

/** An action begins where its word stands free: not inside an unfinished event, not mid-action. */
function opensAction(reading: Reading, tag: Tag, starts: Starts): boolean {
  const within = Math.max(...[...starts.keys()].filter((place) => place <= tag.from), -1);
  const open = starts.get(within)?.kind;
  if (open === undefined || open === 'else') return true;
  if (open === 'action') return joinsOn(reading, tag.from);
  return within !== tag.from && complete(reading, within, tag.from);
}

/** A further action needs a joint: "and", "then", a comma, a new sentence. */
function joinsOn({ tokens }: Reading, place: number): boolean {
  const before = tokens.slice(Math.max(0, place - 4), place);
  const at = before.findLastIndex(({ lower }) => !besideJoints.has(lower));
  return before[at]?.kind === 'mark' || joints.has(before[at]?.lower ?? '');
}

/** An event's part is complete when it holds an event, a comparison, a port or a joint before the action. */
function complete(reading: Reading, from: number, to: number): boolean {
  const part = reading.slice(from, to);
  if (part.has('trig.*|port.*|cmp.*')) return true;
  const last = part.tokens.at(-1);
  return last?.kind === 'mark' || ['then', '->', '→'].includes(last?.lower ?? '');
}

/** "the sales team gets an email": the subject belongs to the action. */
function subjectStart({ tokens }: Reading, place: number): number {
  if (!/^(gets?|receives?|should|must|has)$/.test(tokens[place]?.lower ?? '')) return place;
  const isEnd = ({ kind, lower }: Token) => kind !== 'word' || /^(and|then|that)$/.test(lower);
  return tokens.slice(0, place).findLastIndex(isEnd) + 1;
}

function toSegments(reading: Reading, starts: Starts): Segment[] {
  const places = [...starts].sort(([a], [b]) => a - b);
  const first = places[0]?.[0] ?? reading.tokens.length;
  // "An order was cancelled? Then …" asks for nothing: it tells when.
  const kind = reading.tokens[first - 1]?.lower === '?' ? 'when' : 'preamble';
  const opening: Segment[] = first > 0 ? [{ kind, clause: reading.slice(0, first) }] : [];
  const further = places.map(([from, start], at) => {
    const to = places[at + 1]?.[0] ?? reading.tokens.length;
    return { ...start, clause: reading.slice(from, to) };
  });
  return [...opening, ...further];
}

/** Puts segments together: which is the event, which are conditions, what hangs where. */
class AutomationBuilder {
  private readonly steps: StepWish[] = [];
  private readonly conditions: Reading[] = [];
  private trigger: Reading | undefined;
  private preamble: Reading | undefined;
  private next: Follows | undefined;

  constructor(private readonly ports: Ports) {}

  take(segment: Segment): void {
    const { kind, clause } = segment;
    if (kind === 'preamble') this.preamble = clause;
    else if (kind === 'action') this.addStep(segment.type ?? '', clause);
    else if (kind === 'else') this.takeElse(clause);
    else this.takeClause(clause);
  }

  private takeClause(clause: Reading): void {
    const follows = this.portFor(clause);
    if (follows) this.next = follows;
    else if (this.trigger === undefined && isEvent(clause)) this.trigger = clause;
    else if (this.steps.length > 0 && this.trigger !== undefined) this.branch(clause);
    else this.conditions.push(clause);
  }

  private branch(clause: Reading): void {
    const another = isEvent(clause) ? entityOf(clause) : undefined;
    if (another !== undefined && this.trigger && another !== entityOf(this.trigger))
      giveUp(
        `That is two rules: one for ${recordWords(entityOf(this.trigger) ?? 'record')}s and one for ${recordWords(another)}s. I draft one at a time: which one first?`,
      );
    this.addStep('evaluate_condition', clause);
    this.next = { step: this.steps.length - 1, port: 'true' };
  }

  private takeElse(clause: Reading): void {
    this.liftCondition();
    const at = this.branchingStep();
    if (at < 0) return;
    const ports = this.ports.get(this.steps[at]?.type ?? '') ?? [];
    const taken = this.steps
      .filter((other) => other.follows?.step === at)
      .map((other) => other.follows?.port ?? ports[0]);
    const open = ports.find((port) => !taken.includes(port) && port !== 'failure') ?? ports[1];
    this.next = { step: at, ...defined({ port: open }) };
    if (clause.has('cmp.*') && clause.has('frame.if')) this.branch(clause);
  }

  /** The step that "otherwise" speaks of: the last one that a branch was told of, else the last one with ways out. */
  private branchingStep(): number {
    const told = (step: number) =>
      this.steps.some(({ follows }) => follows?.step === step && follows.port !== undefined);
    const branching = [...this.steps.keys()].filter((at) => this.branches(this.steps[at]));
    return branching.findLast(told) ?? branching.at(-1) ?? -1;
  }

  /** "if A do X, otherwise Y" without an event in between: the condition becomes the first step. */
  private liftCondition(): void {
    if (this.steps.some((step) => step.type === 'evaluate_condition' || this.branches(step)))
      return;
    const told = this.trigger?.has('frame.if') === true && this.trigger.has('cmp.*');
    const clause = this.conditions.pop() ?? (told ? this.trigger : undefined);
    if (clause === undefined) return;
    for (const { follows } of this.steps) if (follows) follows.step += 1;
    const [first] = this.steps;
    if (first) first.follows = { step: 0, port: 'true' };
    this.steps.unshift({ type: 'evaluate_condition', clause });
  }

  private branches(step: StepWish | undefined): boolean {
    const ports = this.ports.get(step?.type ?? '') ?? [];
    return ports.length > 1 && ports[0] !== 'success';
  }

  private addStep(type: string, clause: Reading): void {
    const last = this.steps.length - 1;
    const follows = this.next ?? (last < 0 ? undefined : { step: last });
    this.steps.push({ type, clause, ...defined({ follows }) });
    this.next = undefined;
  }

  /** The step whose port the clause speaks of: "when it is rejected", "if that fails". */
  private portFor(clause: Reading): Follows | undefined {
    for (const tag of clause.all('port.*')) {
      const port = tag.concept.slice(5);
      const step = this.steps.findLastIndex((item) => this.ports.get(item.type)?.includes(port));
      if (step >= 0) return { step, port };
    }
    return undefined;
  }

  /** A condition at the very end belongs to the event: "email X when …, unless …" checks before it acts. */
  private takeTrailing(): void {
    const last = this.steps.at(-1);
    if (last?.type !== 'evaluate_condition' || this.next?.step !== this.steps.length - 1) return;
    if (last.clause.has('action.evaluate_condition')) return;
    this.steps.pop();
    this.conditions.push(last.clause);
  }

  finish(reading: Reading): Automation {
    this.takeTrailing();
    const told =
      this.trigger ?? (this.preamble && isEvent(this.preamble) ? this.preamble : undefined);
    const source = told ?? this.conditions[0] ?? this.preamble ?? reading;
    const entity =
      entityOf(source) ??
      (this.preamble && entityOf(this.preamble)) ??
      entityByWord(source) ??
      entityOf(reading);
    const triggerType = told?.value('trig') ?? reading.value('trig');
    const { conditions, steps } = this;
    return { conditions, steps, ...defined({ trigger: told, triggerType, entity }) };
  }
}

function isEvent(clause: Reading): boolean {
  return clause.has('trig.*');
}
