import type { Catalog, CatalogEntry } from '../agenttools/catalog.js';
import type { OfferedTools } from '../agenttools/executor.js';
import type { Tool } from '../agenttools/tool.js';
import { defined } from '../foundation/defined.js';
import type { ToolSpec } from '../llm/types.js';
import type { FallbackReason, OfferedTool } from './events.js';
import { createFindTools, FIND_TOOLS, type FoundTool } from './find-tools.js';
import type { Selection, ToolSearch } from './select-tools.js';
import { shortlistText } from './shortlist.js';

/** The fields a model may see, and no more of the tool. */
function specOf({ name, description, inputSchema }: Tool): ToolSpec {
  return { name, description, inputSchema };
}

/** How many tools one `find_tools` call adds at most. */
const FIND_TOP_K = 6;

/**
 * The tools one run offers: the selection, `find_tools`, and what it finds, turn by turn. A tool is
 * called only if it was active in the turn: `beginTurn` fixes that, so that what is found in a
 * turn can be called in the next one and not before.
 */
export class ActiveTools implements OfferedTools {
  private readonly offered = new Map<string, OfferedTool>();
  private found: OfferedTool[] = [];
  private readonly findTools: CatalogEntry;
  readonly fallbackReason: FallbackReason | undefined;
  /** Probably no tool fits the message; undefined where one may. */
  readonly noneFits: true | undefined;

  constructor(
    private readonly catalog: Catalog,
    private readonly selection: Selection,
    private readonly search: ToolSearch,
    signal: AbortSignal,
    private readonly handOver?: CatalogEntry,
  ) {
    for (const tool of selection.tools) this.offer(tool);
    this.fallbackReason = selection.fallbackReason;
    this.noneFits = selection.noneFits === true ? true : undefined;
    this.findTools = createFindTools({
      catalog,
      allowed: selection.allowed,
      absent: selection.absentSources ?? [],
      isOffered: (name) => this.offered.has(name),
      search: (query) => this.searchMore(query, signal),
      offer: (matches) => this.add(matches),
    });
    if (!selection.isAll && !this.offersEverything())
      this.offered.set(FIND_TOOLS, { name: FIND_TOOLS, source: 'core' });
    if (handOver !== undefined)
      this.offered.set(handOver.tool.name, { name: handOver.tool.name, source: 'core' });
  }

  /** Activates what was found; true when the active tools changed. */
  beginTurn(): boolean {
    const changed = this.found.length > 0;
    for (const tool of this.found) this.offer(tool);
    this.found = [];
    return changed;
  }

  /** With the tool that its description names: a model that reads of it calls it. */
  private offer(tool: OfferedTool): void {
    this.offered.set(tool.name, tool);
    const named = this.catalog.find(tool.name)?.tool.namedTool;
    if (named === undefined || this.offered.has(named) || !this.selection.allowed.has(named))
      return;
    this.offered.set(named, { name: named, source: tool.source, prerequisite_of: tool.name });
  }

  list(): OfferedTool[] {
    return [...this.offered.values()];
  }

  /** The specs of the active tools for the model, in their order. */
  specs(): ToolSpec[] {
    return this.inStableOrder().flatMap((name) => {
      const tool = this.find(name)?.tool;
      return tool === undefined ? [] : [specOf(tool)];
    });
  }

  /**
   * What is not offered and fits next best, for the model, by name and title; undefined where that is nothing. The same
   * in all turns, so that a prompt cache holds the question it stands behind.
   */
  shortlist(): string | undefined {
    const { shortlist = [] } = this.selection;
    return shortlist.length === 0 ? undefined : shortlistText(shortlist, this.catalog);
  }

  /**
   * The names in the order in which the model has them. Where lists are kept for a prompt cache: core tools, what was
   * offered before, what is new, and last what is found.
   */
  inStableOrder(): string[] {
    const { before } = this.selection;
    if (before === undefined) return this.names();
    const rank = new Map(before.map((name, at) => [name, at]));
    const placeOf = ({ name, source }: OfferedTool): number =>
      source === 'core' ? -1 : (rank.get(name) ?? before.length);
    return this.list()
      .sort((a, b) => placeOf(a) - placeOf(b))
      .map(({ name }) => name);
  }

  counts() {
    return {
      all: this.catalog.tools.length,
      context: this.selection.allowed.size,
      offered: this.offered.size,
    };
  }

  find(name: string): CatalogEntry | undefined {
    if (!this.offered.has(name)) return undefined;
    if (name === this.handOver?.tool.name) return this.handOver;
    return name === FIND_TOOLS ? this.findTools : this.catalog.find(name);
  }

  names(): string[] {
    return [...this.offered.keys()];
  }

  allowed(name: string): boolean {
    return this.selection.allowed.has(name);
  }

  /** In a fallback over few tools everything is offered already: there is nothing more to find. */
  private offersEverything(): boolean {
    if (this.fallbackReason === undefined) return false;
    return [...this.selection.allowed].every((name) => this.offered.has(name));
  }

  private async searchMore(query: string, signal: AbortSignal): Promise<FoundTool[]> {
    const rest = [...this.selection.allowed].filter((name) => !this.offered.has(name));
    const options = { topK: FIND_TOP_K, minScore: 0, allowed: new Set(rest), signal };
    // Where the message could not be ranked, neither can this be; by words it is answered at once.
    if (this.fallbackReason !== undefined) {
      return (await this.search.searchWords(query, options)).map((name) => ({ name }));
    }
    return (await this.search.search(query, options)).matches;
  }

  private add(matches: readonly FoundTool[]): void {
    for (const { name, score } of matches) {
      if (!this.offered.has(name) && this.found.every((other) => other.name !== name))
        this.found.push({ name, source: 'found', ...defined({ score }) });
    }
  }
}
