import { compileArguments } from '../agenttools/arguments.js';
import { signatureOf } from '../agenttools/scripts/type-text.js';
import type { Tool } from '../agenttools/tool.js';
import { defined } from '../foundation/defined.js';
import type { Catalog, CatalogEntry } from '../agenttools/catalog.js';
import { invalidArguments } from '../foundation/errors.js';
import { jsonOrText } from '../foundation/exact-json.js';
import { wholeProperty, textProperty, closedObject, asObject, asList } from '../foundation/json.js';
import type { LlmMessage } from '../llm/types.js';

export const FIND_TOOLS = 'find_tools';

/** A found tool; the score is absent where it was found by words or name. */
export interface FoundTool {
  name: string;
  score?: number;
}

interface FindToolsDeps {
  catalog: Catalog;
  allowed: ReadonlySet<string>;
  absent: readonly AbsentSource[];
  /** What is found is shown as scripts call it, too. */
  inScripts: boolean;
  isOffered(name: string): boolean;
  search(query: string): Promise<readonly FoundTool[]>;
  offer(matches: readonly FoundTool[]): void;
}

const INPUT_SCHEMA = closedObject([], {
  query: textProperty('What you want to do, in plain words, or the exact name of a tool.', 500, 2),
  source: textProperty(
    'Instead of a query: lists the names of all tools of this source, by page.',
    100,
  ),
  page: wholeProperty('Of the list; from 1.', 1, 1000),
});

/** Compiled once and not per run, which would cost each chat some milliseconds. */
const check = compileArguments({ name: FIND_TOOLS, inputSchema: INPUT_SCHEMA });

/** The in-loop search as a tool: inside the allowlist only, so that selection stays a boundary. */
export function createFindTools(deps: FindToolsDeps): CatalogEntry {
  const tool: Tool = {
    name: FIND_TOOLS,
    description:
      'Searches for more tools by what you want to do. Use it when none of the offered tools fits; the tools it finds can be called from your next turn on.',
    inputSchema: INPUT_SCHEMA,
    examples: [],
    groups: ['core'],
    source: 'core',
    effect: 'read',
    execute: async ({ query, source, page }) => {
      if (typeof query === 'string') return { result: await find(query, deps) };
      if (typeof source !== 'string')
        throw invalidArguments(
          'find_tools takes either query (what you want to do, or the exact name of a tool) or source (to list its tools).',
        );
      return { result: pageOfSource(source, typeof page === 'number' ? page : 1, deps) };
    },
  };
  return { tool, check };
}

async function find(query: string, deps: FindToolsDeps) {
  // The query itself when it is a name, and names with an underscore inside of it: "search" may be a plain word.
  const words = query.split(/[^A-Za-z0-9_]+/).filter((word) => word.includes('_'));
  const named = [...new Set([query.trim(), ...words])].filter((name) => deps.allowed.has(name));
  const offered = named.filter((name) => deps.isOffered(name));
  const missing = named.filter((name) => !deps.isOffered(name));
  deps.offer(missing.map((name) => ({ name })));
  // The whole query is a name: nothing else was asked for.
  const found = named.includes(query.trim()) ? [] : await deps.search(query);
  const matches = found.filter(({ name }) => !missing.includes(name));
  deps.offer(matches);
  const tools = [...missing, ...matches.map(({ name }) => name)].flatMap((name) => {
    const tool = deps.catalog.find(name)?.tool;
    if (tool === undefined) return [];
    const signature = deps.inScripts ? signatureOf(tool) : undefined;
    return [{ name, description: tool.description, ...defined({ signature }) }];
  });
  return {
    tools,
    ...(offered.length > 0 && { already_offered: offered }),
    ...(deps.absent.length > 0 && { unavailable_sources: deps.absent }),
    note: `${noteOf(tools.length, offered.length, deps.absent.length)}${deps.inScripts ? IN_SCRIPTS : ''}`,
  };
}

const IN_SCRIPTS = ' run_script can call them at once.';

function noteOf(found: number, offered: number, absent: number): string {
  const down =
    absent > 0
      ? ' The tools of the unavailable sources could not be searched: say so if one of them is what is needed.'
      : '';
  if (found > 0) return `These tools are offered from your next turn on.${down}`;
  if (offered > 0) return `They are offered already: call them.${down}`;
  return `Nothing more was found. Work with the offered tools, or tell the user what cannot be done here.${down}`;
}

export interface AbsentSource {
  source: string;
  title: string;
  state: string;
}

/** Names and titles of one page together are about as long as six whole tools. */
const PAGE = 40;

/** One page of the allowed tools of a source; for another source, which there are and which are not there now. */
function pageOfSource(source: string, page: number, { catalog, allowed, absent }: FindToolsDeps) {
  const tools = catalog.tools.filter(({ name }) => allowed.has(name));
  const own = tools.filter((tool) => tool.source === source);
  if (own.length === 0) {
    const gone = absent.find((one) => one.source === source || one.title === source);
    const sources = [...new Set(tools.map((tool) => tool.source))].sort();
    const note = gone
      ? `The source "${source}" is ${gone.state}: its tools cannot be listed or called now. Tell the user if they are needed.`
      : `There is no source "${source}" here; the sources are named in sources.`;
    return { sources, unavailable_sources: absent, note };
  }
  const pages = Math.ceil(own.length / PAGE);
  const listed = own.slice((page - 1) * PAGE, page * PAGE);
  return {
    source,
    page,
    pages,
    listed: listed.map(({ name, title, description }) => ({
      name,
      title: title ?? firstWords(description),
    })),
    note:
      listed.length > 0
        ? 'To call one that is not offered, ask find_tools for its exact name as the query first.'
        : `There are ${pages} pages.`,
  };
}

const MAX_WORDS = 80;

function firstWords(text: string): string {
  return text.length <= MAX_WORDS ? text : `${text.slice(0, MAX_WORDS - 1).trimEnd()}…`;
}

export function foundBefore(history: readonly LlmMessage[]): string[] {
  return history.flatMap(namesFound).reverse();
}

function namesFound(message: LlmMessage): string[] {
  if (message.role !== 'tool' || message.name !== FIND_TOOLS || message.isError) return [];
  // One that was shortened is no JSON any more.
  return asList(asObject(jsonOrText(message.content))['tools'])
    .map((tool) => asObject(tool)['name'])
    .filter((name) => typeof name === 'string');
}
