import { anchorOf } from '../clarify/inquiry.js';
import type { Passage } from '../../../knowledge/retrieval/search.js';
import type { NumberedEvidence } from '../judge/material.js';
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
import type { StepTools } from '../research-step.js';
import { excerptOf, placeOf, LEFT_OUT } from '../text/place.js';
import { searchNotes } from '../text/search-notes.js';
import { shareSpoken, termsOf } from '../text/terms.js';
import { numbered, toEntry, type FoundText } from './entries.js';
import { leftOutNote, withinBudget } from './findings.js';
import { followReferences, type FollowDeps, type Followed } from './follow-references.js';
import { Library, type OpeningNames } from './library.js';
import { resolveReference } from './resolve-reference.js';
import { placeQuote, type CitableBlock } from '../../../citations/quotes.js';

/** Places that are followed from one level to the next, at most. */
const PER_LEVEL = 4;
const MAX_SUBTASKS = 3;
const phrases = {
  de: (dropped: number) =>
    `${dropped} ${dropped === 1 ? 'Zitat wurde' : 'Zitate wurden'} verworfen, weil sie so nicht in der Quelle stehen.`,
  en: (dropped: number) =>
    `${dropped} ${dropped === 1 ? 'quote was' : 'quotes were'} dropped because the source does not hold them as written.`,
} as const;

/** Does one task: searches, reads, follows references, sums up. */
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

/** A text that was read for the task. */
interface ReadText {
  found: Omit<FoundText, 'extractedInfo'>;
  extraction: Extraction;
}

/** What one task has read so far. */
class TaskWork {
  private readonly anchor: QueryAnchor;
  private readonly library: Library;
  private readonly read: ReadText[] = [];
  private readonly wanted: ReturnType<typeof termsOf>;

  constructor(
    private readonly state: Readonly<ResearchState>,
    private readonly task: ResearchTask,
    private readonly tools: StepTools,
    private readonly judge: Judge,
    names: OpeningNames,
  ) {
    this.anchor = anchorOf(state);
    this.library = new Library(tools, names);
    const asked = [task.task, this.anchor.originalQuery].join(' ');
    this.wanted = termsOf(asked, this.anchor.detectedLanguage);
  }

  /** Searches by the task and its subtasks, and reads what is found. */
  async search(): Promise<SearchRecord[]> {
    const records: SearchRecord[] = [];
    const hits = new Map<string, Passage>();
    for (const query of [this.task.task, ...this.task.subtasks.slice(0, MAX_SUBTASKS)]) {
      const answer = await this.tools.search(query, this.state.options.topK);
      const { passages } = answer;
      for (const note of searchNotes(answer, this.anchor.detectedLanguage)) this.judge.tell(note);
      for (const passage of passages)
        hits.set(passage.chunkId, hits.get(passage.chunkId) ?? passage);
      records.push({ taskId: this.task.id, query, chunks: passages.map(toHit), references: [] });
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

  /** Follows the references of what the searches found. */
  async follow(): Promise<Followed> {
    const { maxDepth, tokenBudget } = this.state.options;
    const start = this.read.map(({ found, extraction }) => ({
      ...found,
      written: extraction.references,
    }));
    const known = {
      visited: this.state.visitedReferences,
      blockIds: start.flatMap(({ blockIds }) => blockIds),
    };
    const limits = { maxDepth, tokenBudget, perLevel: PER_LEVEL };
    return followReferences(start, known, limits, this.followDeps());
  }

  private followDeps(): FollowDeps {
    return {
      resolve: (reference, from) => resolveReference(reference, from, this.library),
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
    };
  }

  /** How much a text has to do with the task and the question, by their words. */
  private rate(text: { heading: string; chunk: string }): number {
    return shareSpoken(this.wanted, `${text.heading} ${text.chunk}`, this.anchor.detectedLanguage);
  }

  private async readAll(found: readonly ReadText['found'][]): Promise<Extraction[]> {
    if (found.length === 0) return [];
    const extractions = await this.judge.ask('extract', {
      anchor: this.anchor,
      task: this.task.task,
      passages: found.map(excerptOf),
    });
    const nothing = { info: '', quotes: [], references: [] };
    const read = found.map((each, at) => ({ found: each, extraction: extractions[at] ?? nothing }));
    this.read.push(...read);
    return read.map(({ extraction }) => extraction);
  }

  /** What said something for the task, and the quotes that stand in their sources. */
  async collect(): Promise<{ entries: ContextEntry[]; quotes: PreservedQuote[] }> {
    const telling = this.read.filter(({ extraction }) => extraction.info !== '');
    const entries = telling.map(({ found, extraction }) =>
      toEntry({ ...found, extractedInfo: extraction.info }, this.anchor.keyEntities),
    );
    const quotes: PreservedQuote[] = [];
    let dropped = 0;
    for (const { found, extraction } of telling) {
      const blocks = await this.tools.blocksById(found.blockIds);
      const placed = extraction.quotes.map((quote) => this.placed(quote, found, blocks));
      dropped += placed.filter((quote) => quote === undefined).length;
      quotes.push(...placed.filter((quote) => quote !== undefined));
    }
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

  /** What the task is summed up from; what there was no room for is told to the report. */
  private concluded(
    entries: readonly ContextEntry[],
    quotes: readonly PreservedQuote[],
  ): NumberedEvidence[] {
    const all = entries.map((entry, at) => numbered(entry, at + 1, quotes));
    const findings = withinBudget(all);
    const counts = { task: this.task.task, kept: findings.length, all: all.length };
    if (counts.kept < counts.all)
      this.judge.tell(leftOutNote(counts, this.anchor.detectedLanguage));
    return findings;
  }

  /** Sums the task up, and asks whether more is to be done. */
  async conclude(
    entries: readonly ContextEntry[],
    quotes: readonly PreservedQuote[],
    references: readonly FollowedReference[],
  ): Promise<{ summary: TaskSummary; newTasks: TaskResult['newTasks'] }> {
    const { anchor, task } = this;
    const findings = this.concluded(entries, quotes);
    const conclusion = await this.judge.ask('conclude', { anchor, task: task.task, findings });
    const referencesNotRead = references
      .filter(hadNoRoom)
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

/** A reference that leads somewhere, but for which there was no room. */
function hadNoRoom({ reason }: FollowedReference): boolean {
  return reason === 'level_full' || reason === 'budget';
}

function toHit({
  chunkId,
  documentId,
  title,
  page,
  score,
}: Passage): SearchRecord['chunks'][number] {
  return { chunkId, documentId, document: title, page, score };
}

/** Each reference with the search whose hits it goes back to; the first where that cannot be told. */
function withReferences(
  searches: readonly SearchRecord[],
  references: readonly FollowedReference[],
): SearchRecord[] {
  const owner = (reference: FollowedReference) =>
    searches.findIndex(({ chunks }) =>
      chunks.some(({ chunkId }) => chunkId === reference.fromChunkId),
    );
  return searches.map((search, at) => ({
    ...search,
    references: references.filter((reference) => Math.max(0, owner(reference)) === at),
  }));
}
