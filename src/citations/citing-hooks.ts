import {
  DefaultHooks,
  explainEnd,
  said,
  type NextStep,
  type RunContext,
  type Turn,
} from '../agentloop/agent-hooks.js';
import type { AgentEvent } from '../agentloop/events.js';
import { languageOf, type Language } from '../language/question-language.js';
import { citationEvent, evidenceSlot, type Evidence, type Source } from './evidence.js';
import { highestNumber, MarkerFilter, type AnswerPiece } from './markers.js';

/** What is said of markers, as `(1), (7)`, that stand for nothing that was read. */
const LEFT_OUT: Readonly<Record<Language, (markers: string) => string>> = {
  en: (markers) =>
    `Note: citations of ${markers} were left out, because no such block was read. What they stood after is not proven.`,
  de: (markers) =>
    `Hinweis: Die Verweise ${markers} wurden weggelassen, weil kein solcher Block gelesen wurde. Wohinter sie standen, ist nicht belegt.`,
};

/** Binds an answer's markers to what the run has read; others are left out, and the end says so. */
export class CitingHooks extends DefaultHooks {
  private readonly filter: MarkerFilter;
  protected readonly evidence: Evidence;

  constructor(protected readonly run: RunContext) {
    super();
    this.evidence = run.scratch.of(evidenceSlot);
    this.evidence.countFrom(highestNumber(run.history));
    this.filter = new MarkerFilter((number) => this.evidence.find(number));
  }

  override text(chunk: string): Iterable<AgentEvent> {
    return eventsOf(this.filter.push(chunk));
  }

  override endOfText(): Iterable<AgentEvent> {
    return eventsOf(this.filter.flush());
  }

  override afterTurn({ calls, finishReason, text }: Turn): NextStep {
    if (calls.length > 0) return { next: 'turn' };
    return { next: 'end', closing: () => this.close(finishReason, text) };
  }

  private *close(...end: Parameters<typeof explainEnd>): Generator<AgentEvent> {
    yield* explainEnd(...end);
    yield* this.report();
  }

  protected get cited(): readonly Source[] {
    return this.filter.cited;
  }

  protected *report(): Generator<AgentEvent> {
    const { dropped } = this.filter;
    if (dropped.length === 0) return;
    const markers = dropped.map((number) => `(${number})`).join(', ');
    yield said(`\n\n${LEFT_OUT[languageOf(this.run.message)](markers)}`);
  }
}

/** Citing hooks for agents that may also do without documents: what they say then stays as it is. */
export class OptionallyCitingHooks extends CitingHooks {
  override text(chunk: string): Iterable<AgentEvent> {
    return this.evidence.all().length === 0 ? [said(chunk)] : super.text(chunk);
  }
}

function* eventsOf(pieces: Iterable<AnswerPiece>): Generator<AgentEvent> {
  for (const piece of pieces) {
    yield 'text' in piece ? said(piece.text) : citationEvent(piece.source, piece.number);
  }
}
