import type { Catalog } from '../agenttools/catalog.js';

/** How a source stands that gives no tools at the moment. */
export interface AbsentSource {
  source: string;
  title: string;
  state: string;
}

/** Names and titles of one page together are about as long as six whole tools. */
const PAGE = 40;

/** What a list of a source's tools is made from. */
export interface SourceToolsDeps {
  catalog: Catalog;
  allowed: ReadonlySet<string>;
  absent: readonly AbsentSource[];
}

/** One page of the allowed tools of a source; for another source, which there are and which are not there now. */
export function pageOfSource(
  source: string,
  page: number,
  { catalog, allowed, absent }: SourceToolsDeps,
) {
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
