import type { Catalog, CatalogEntry } from '../agenttools/catalog.js';
import type { OfferedTools } from '../agenttools/executor.js';
import { modelDescription, type Tool } from '../agenttools/tool.js';
import { defined } from '../foundation/defined.js';
import { propertiesOf, textProperty } from '../foundation/json.js';
import type { LlmCall, ToolSpec } from '../llm/types.js';
import type { ToolSelectionIndex } from '../toolindex/selection-index.js';
import type { FallbackReason, OfferedTool } from './events.js';
import { createFindTools, type FoundTool, type AbsentSource } from './find-tools.js';

const REPLACES = textProperty(
  'The waiting preview that this call corrects, as a note names it: it ends. Leave out for one more change.',
);

/** True where the model may say it: one that has an argument of this name keeps it. */
function takesReplaces({ effect, inputSchema }: Tool): boolean {
  return effect === 'propose' && !Object.hasOwn(propertiesOf(inputSchema), 'replaces');
}

const FIND_TOP_K = 6;

export interface ActiveToolsDeps {
  catalog: Catalog;
  index: Pick<ToolSelectionIndex, 'rank' | 'rankWords'>;
  /** All names that may ever be offered in this run: the boundary of `find_tools`. */
  allowed: ReadonlySet<string>;
  absent: readonly AbsentSource[];
  /** What was offered before stands first in the model's list, in that order; undefined where nothing is kept. */
  before?: readonly string[] | undefined;
  signal: AbortSignal;
  inScripts?: boolean;
}

/** The offered tools of one run. `beginTurn` fixes what may be called: what a turn finds can be called in the next. */
export class ActiveTools implements OfferedTools {
  fallbackReason: FallbackReason | undefined;
  /** Probably no tool fits the message, and only core tools and those from before are offered; undefined where one may. */
  noneFits: true | undefined;
  /** Words of the message that no tool knows, the one that says most first; undefined where there are none. */
  unmetWords: string[] | undefined;
  mayReplace = false;
  nextBest: readonly string[] = [];
  private readonly offered = new Map<string, OfferedTool>();
  private readonly own = new Map<string, CatalogEntry>();
  private found: OfferedTool[] = [];

  constructor(private readonly deps: ActiveToolsDeps) {}

  /** With the tool that shows the rest of its arguments: a model that reads of it calls it. Only the first reason counts. */
  offer(tool: OfferedTool): void {
    const { catalog, allowed } = this.deps;
    const known = this.offered.get(tool.name);
    if (known !== undefined && known.prerequisite_of === undefined) return;
    this.offered.set(tool.name, tool);
    const named = catalog.find(tool.name)?.tool.schemaTool;
    if (named === undefined || this.offered.has(named) || !allowed.has(named)) return;
    this.offered.set(named, { name: named, source: tool.source, prerequisite_of: tool.name });
  }

  offerFindTools(): void {
    const { catalog, allowed, absent, inScripts = false } = this.deps;
    if (this.fallbackReason !== undefined && [...allowed].every((name) => this.offered.has(name)))
      return;
    this.offerOwn(
      createFindTools({
        catalog,
        allowed,
        absent,
        inScripts,
        isOffered: (name) => this.offered.has(name),
        search: (query) => this.searchMore(query),
        offer: (matches) => this.add(matches),
      }),
    );
  }

  offerOwn(entry: CatalogEntry): void {
    const { name } = entry.tool;
    this.own.set(name, entry);
    this.offered.set(name, { name, source: 'core' });
  }

  beginTurn(): boolean {
    const changed = this.found.length > 0;
    for (const tool of this.found) this.offer(tool);
    this.found = [];
    return changed;
  }

  list(): OfferedTool[] {
    return [...this.offered.values()];
  }

  specs(): ToolSpec[] {
    return this.inStableOrder().flatMap((name) => {
      const tool = this.find(name)?.tool;
      return tool === undefined ? [] : [this.specFor(tool)];
    });
  }

  private specFor(tool: Tool): ToolSpec {
    const spec = specs.get(tool) ?? specOf(tool);
    specs.set(tool, spec);
    if (!this.mayReplace || !takesReplaces(tool)) return spec;
    const properties = { ...propertiesOf(tool.inputSchema), replaces: REPLACES };
    return { ...spec, inputSchema: { ...tool.inputSchema, properties } };
  }

  /** A call without what it says of the preview that it corrects, and that. */
  takeReplaces(call: LlmCall): { call: LlmCall; replaces?: string } {
    const tool = this.find(call.name)?.tool;
    const { replaces, ...rest } = call.arguments;
    if (!this.mayReplace || typeof replaces !== 'string' || !tool || !takesReplaces(tool))
      return { call };
    const taken = { ...call, arguments: rest };
    return replaces.trim() === '' ? { call: taken } : { call: taken, replaces };
  }

  /** What fits next best, by name and title; the same in all turns, for the prompt cache behind it. */
  shortlist(): string | undefined {
    return this.nextBest.length === 0 ? undefined : shortlistText(this.nextBest, this.deps.catalog);
  }

  /** In the model's order: for a prompt cache core tools, those offered before, new ones, and last what is found. */
  inStableOrder(): string[] {
    const { before } = this.deps;
    if (before === undefined) return this.names();
    const rank = new Map(before.map((name, at) => [name, at]));
    const placeOf = ({ name, source }: OfferedTool): number =>
      source === 'core' ? -1 : (rank.get(name) ?? before.length);
    return this.list()
      .sort((a, b) => placeOf(a) - placeOf(b))
      .map(({ name }) => name);
  }

  counts() {
    const { catalog, allowed } = this.deps;
    return { all: catalog.tools.length, context: allowed.size, offered: this.offered.size };
  }

  find(name: string): CatalogEntry | undefined {
    if (!this.offered.has(name)) return undefined;
    return this.own.get(name) ?? this.deps.catalog.find(name);
  }

  names(): string[] {
    return [...this.offered.keys()];
  }

  allowed(name: string): boolean {
    return this.deps.allowed.has(name);
  }

  private async searchMore(query: string): Promise<readonly FoundTool[]> {
    const { index, signal } = this.deps;
    const rest = [...this.deps.allowed].filter((name) => !this.offered.has(name));
    const options = { topK: FIND_TOP_K, minScore: 0, allowed: new Set(rest), signal };
    // Where the message could not be ranked, neither can this be; by words it is answered at once.
    if (this.fallbackReason !== undefined) {
      return (await index.rankWords(query, options)).map((name) => ({ name }));
    }
    return (await index.rank(query, options)).matches;
  }

  private add(matches: readonly FoundTool[]): void {
    for (const { name, score } of matches) {
      if (!this.offered.has(name) && this.found.every((other) => other.name !== name))
        this.found.push({ name, source: 'found', score });
    }
  }
}

/** Of tools that replace no preview: the same object for all runs. */
const specs = new WeakMap<Tool, ToolSpec>();

function specOf(tool: Tool): ToolSpec {
  const { name, inputSchema, exampleCalls: inputExamples } = tool;
  const description = modelDescription(tool);
  return { name, description, inputSchema, ...defined({ inputExamples }) };
}

export const SHORTLIST_SIZE = 100;

const MAX_CHARS = 2000;
const MAX_TITLE = 60;

/** Names first, as they mostly tell what a tool does; with titles for the best as far as there is room. */
export function shortlistText(
  names: readonly string[],
  catalog: { find(name: string): { tool: { title?: string } } | undefined },
): string {
  let room = MAX_CHARS;
  const cost = ({ length }: string): boolean => (room -= length) >= 0;
  const listed = names.slice(0, SHORTLIST_SIZE);
  const end = listed.findIndex((name) => !cost(`${name}\n`));
  const told = end < 0 ? listed : listed.slice(0, end);
  if (end >= 0) return told.join('\n');
  const titles = told.map((name) => {
    const { title = '' } = catalog.find(name)?.tool ?? {};
    return title === '' ? '' : `: ${title.slice(0, MAX_TITLE)}`;
  });
  const untitled = titles.findIndex((title) => !cost(title));
  const titled = untitled < 0 ? told.length : untitled;
  return told.map((name, at) => (at < titled ? `${name}${titles[at]}` : name)).join('\n');
}

interface Offering {
  /** Offered last, in that order, as far as it may be offered now. */
  before: readonly string[];
  best: readonly string[];
  sticky: readonly string[];
  /** By which the rest is dropped, the lowest first. */
  scores: ReadonlyMap<string, number>;
  /** How many may be offered; the best and the sticky ones are even beyond. */
  budget: number;
}

/** What stands from before, and behind it what is new of the best: an API's prompt cache holds an unchanged beginning. Without core tools. */
export function keepOffering(offering: Offering): readonly string[] {
  const { before, best, sticky, scores, budget } = offering;
  const needed = new Set([...best, ...sticky]);
  if (before.length > 0 && [...needed].every((name) => before.includes(name))) return before;
  const room = Math.max(0, budget - needed.size);
  const scoreOf = (name: string): number => scores.get(name) ?? -Infinity;
  const others = before.filter((name) => !needed.has(name));
  const beside = others.sort((a, b) => scoreOf(b) - scoreOf(a)).slice(0, room);
  const offered = new Set([...needed, ...beside]);
  return [...before.filter((name) => offered.delete(name)), ...offered];
}
