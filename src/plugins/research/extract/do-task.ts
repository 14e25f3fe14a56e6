import { anchorOf } from '../clarify/inquiry.js';
import type { Passage } from '../../../knowledge/retrieval/search.js';
import type { Extraction } from '../judge/places.js';
import type { Judge } from '../judge/judge.js';
import type {
  ContextEntry,
  FollowedReference,
  PreservedQuote,
  QueryAnchor,
  ResearchState,
  ResearchTask,
  SearchRecord,
  TaskResult,
  TaskSummary,
} from '../state.js';
import type { StepTools } from '../steps.js';
import {
  excerptOf,
  placeOf,
  LEFT_OUT,
  searchNotes,
  type NumberedEvidence,
} from '../judge/material.js';
import { coverage } from '../../../language/words.js';
import { placeQuote, type CitableBlock } from '../../../citations/quotes.js';
import { numbered, toEntry, type FoundText } from './entries.js';
import { followReferences } from './follow-references.js';
import { Library, type OpeningNames, resolveReference } from './library.js';

const PER_LEVEL = 4;
const MAX_SUBTASKS = 3;
const phrases = {
  de: (dropped: number) =>
    `${dropped} ${dropped === 1 ? 'Zitat wurde' : 'Zitate wurden'} verworfen, weil sie so nicht in der Quelle stehen.`,
  en: (dropped: number) =>
    `${dropped} ${dropped === 1 ? 'quote was' : 'quotes were'} dropped because the source does not hold them as written.`,
} as const;

export async function doTask(
  state: Readonly<ResearchState>,
  task: ResearchTask,
  tools: StepTools,
  judge: Judge,
  names: OpeningNames,
): Promise<TaskResult> {
  const work = new TaskWork(state, task, tools, judge, names);
  const searches = await work.search();
  const followed = await work.follow();
  const { entries, quotes } = await work.collect();
  const { summary, newTasks } = await work.conclude(entries, quotes, followed.references);
  return {
    taskId: task.id,
    entries,
    quotes,
    searches: withReferences(searches, followed.references),
    visitedReferences: followed.visited,
    summary,
    newTasks,
    notes: judge.notes([]),
  };
}

interface ReadText {
  found: Omit<FoundText, 'extractedInfo'>;
  extraction: Extraction;
}

class TaskWork {
  private readonly anchor: QueryAnchor;
  private readonly library: Library;
  private readonly read: ReadText[] = [];

  constructor(
    private readonly state: Readonly<ResearchState>,
    private readonly task: ResearchTask,
    private readonly tools: StepTools,
    private readonly judge: Judge,
    names: OpeningNames,
  ) {
    this.anchor = anchorOf(state);
    this.library = new Library(tools, names);
  }

  async search(): Promise<SearchRecord[]> {
    const records: SearchRecord[] = [];
    const hits = new Map<string, Passage>();
    for (const query of [this.task.task, ...this.task.subtasks.slice(0, MAX_SUBTASKS)]) {
      const answer = await this.tools.search(query, this.state.options.topK);
      const { passages } = answer;
      for (const note of searchNotes(answer, this.anchor.detectedLanguage)) this.judge.tell(note);
      for (const passage of passages)
        hits.set(passage.chunkId, hits.get(passage.chunkId) ?? passage);
      const chunks = passages.map(({ chunkId, documentId, title: document, page, score }) => {
        return { chunkId, documentId, document, page, score };
      });
      records.push({ taskId: this.task.id, query, chunks, references: [] });
    }
    const found = [...hits.values()].map((passage) => ({
      ...placeOf(passage),
      relevanceScore: passage.score,
      depth: 0,
      sourceType: 'vector_search' as const,
      taskId: this.task.id,
    }));
    await this.readAll(found);
    this.tools.progress({ found: found.length, searches: records.length });
    return records;
  }

  async follow() {
    const { maxDepth, tokenBudget } = this.state.options;
    const start = this.read.map(({ found, extraction }) => {
      return { ...found, written: extraction.references };
    });
    const limits = { maxDepth, tokenBudget, perLevel: PER_LEVEL };
    return followReferences(start, limits, {
      visited: this.state.visitedReferences,
      resolve: (reference, from) => resolveReference(reference, from.documentId, this.library),
      rate: (text) => this.rate(text),
      read: async (texts) => {
        const found = texts.map(({ depth, reference, ...place }) => ({
          ...place,
          relevanceScore: this.rate(place),
          depth,
          reference,
          sourceType: 'reference' as const,
          taskId: this.task.id,
        }));
        const extractions = await this.readAll(found);
        this.tools.progress({ followed: texts.length, depth: texts[0]?.depth ?? 0 });
        return extractions.map(({ references }) => references);
      },
    });
  }

  private rate(text: { heading: string; chunk: string }): number {
    const asked = `${this.task.task} ${this.anchor.originalQuery}`;
    return coverage(asked, `${text.heading} ${text.chunk}`);
  }

  private async readAll(found: readonly ReadText['found'][]): Promise<Extraction[]> {
    if (found.length === 0) return [];
    const asked = { anchor: this.anchor, task: this.task.task, passages: found.map(excerptOf) };
    const extractions = await this.judge.ask('extract', asked);
    for (const [at, extraction] of extractions.entries())
      if (found[at] !== undefined) this.read.push({ found: found[at], extraction });
    return extractions;
  }

  async collect(): Promise<{ entries: ContextEntry[]; quotes: PreservedQuote[] }> {
    const telling = this.read.filter(({ extraction }) => extraction.info !== '');
    const entries = telling.map(({ found, extraction }) =>
      toEntry({ ...found, extractedInfo: extraction.info }, this.anchor.keyEntities),
    );
    const placed: (PreservedQuote | undefined)[] = [];
    for (const { found, extraction } of telling) {
      const blocks = await this.tools.blocksById(found.blockIds);
      placed.push(...extraction.quotes.map((quote) => this.placed(quote, found, blocks)));
    }
    const quotes = placed.filter((quote) => quote !== undefined);
    const dropped = placed.length - quotes.length;
    if (dropped > 0) this.judge.tell(phrases[this.anchor.detectedLanguage](dropped));
    return { entries, quotes };
  }

  private placed(
    { quote, reason }: Extraction['quotes'][number],
    { document, documentId }: ReadText['found'],
    blocks: readonly CitableBlock[],
  ): PreservedQuote | undefined {
    const parts = quote.split(LEFT_OUT).map((part) => placeQuote(part, blocks));
    const last = parts.at(-1);
    if (last === undefined || parts.includes(undefined)) return undefined;
    const whole = parts.map((part) => part?.quote ?? '').join(LEFT_OUT);
    const place = { source: document, documentId, taskId: this.task.id };
    return { ...last, quote: whole, ...place, relevanceReason: reason };
  }

  async conclude(
    entries: readonly ContextEntry[],
    quotes: readonly PreservedQuote[],
    references: readonly FollowedReference[],
  ): Promise<{ summary: TaskSummary; newTasks: TaskResult['newTasks'] }> {
    const { anchor, task } = this;
    const all = entries.map((entry, at) => numbered(entry, at + 1, quotes));
    const findings = withinBudget(all);
    if (findings.length < all.length) {
      const leftOutNote = leftOutNotes[anchor.detectedLanguage];
      this.judge.tell(leftOutNote(task.task, findings.length, all.length));
    }
    const conclusion = await this.judge.ask('conclude', { anchor, task: task.task, findings });
    const referencesNotRead = references
      .filter(({ reason }) => reason === 'level_full' || reason === 'budget')
      .map(({ raw, heading }) => heading ?? raw);
    const { tasks, options } = this.state;
    // A task that was found adds none: one wave of them is enough.
    const mayAdd = task.origin !== 'found' && tasks.length < options.maxTasks;
    const names = tasks.map((each) => each.task);
    const asked = { anchor, tasks: names, summary: conclusion.summary, referencesNotRead };
    return {
      summary: {
        taskId: task.id,
        task: task.task,
        summary: conclusion.summary,
        keyFindings: conclusion.key_findings,
        documents: [...new Set(entries.map(({ document }) => document))],
        relevanceScore: conclusion.relevance,
      },
      newTasks:
        mayAdd && referencesNotRead.length > 0 ? await this.judge.ask('further_tasks', asked) : [],
    };
  }
}

function withReferences(
  searches: readonly SearchRecord[],
  references: readonly FollowedReference[],
): SearchRecord[] {
  const owners = references.map(({ fromChunkId }) =>
    searches.findIndex(({ chunks }) => chunks.some(({ chunkId }) => chunkId === fromChunkId)),
  );
  return searches.map((search, at) => ({
    ...search,
    references: references.filter((_, which) => Math.max(0, owners[which] ?? 0) === at),
  }));
}

/** What the findings of one task may take where it is summed up, in tokens of {@link CHARS_PER_TOKEN} characters. */
export const FINDINGS_TOKENS = 8_000;
const CHARS_PER_TOKEN = 4;
const FRAME_CHARS = 80;

export function withinBudget(
  findings: readonly NumberedEvidence[],
  tokens = FINDINGS_TOKENS,
): NumberedEvidence[] {
  let left = tokens * CHARS_PER_TOKEN;
  const kept = new Set<number>();
  const order = findings.toSorted((a, b) => a.tier - b.tier || b.weight - a.weight);
  for (const finding of order) {
    const chars = charsOf(finding);
    if (chars > left) continue;
    left -= chars;
    kept.add(finding.number);
  }
  return findings.filter(({ number }) => kept.has(number));
}

function charsOf({ document, heading, info, quotes }: NumberedEvidence): number {
  const texts = [document, heading, info, ...quotes];
  return texts.reduce((sum, text) => sum + text.length, FRAME_CHARS);
}

export const leftOutNotes = {
  de: (task: string, kept: number, all: number) =>
    `Die Zusammenfassung der Aufgabe „${task}“ beruht auf ${kept} von ${all} Fundstellen; für die übrigen, die weniger zählen oder länger sind, war kein Platz.`,
  en: (task: string, kept: number, all: number) =>
    `The summary of the task "${task}" rests on ${kept} of ${all} findings; there was no room for the others, which count less or are longer.`,
} as const;
