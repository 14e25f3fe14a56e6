import { defined } from '../../../../src/foundation/defined.js';
import { isObject, type JsonObject } from '../../../../src/foundation/json.js';
import { parseUrl } from '../../../../src/foundation/parse-url.js';
import { type Provision, edgesIn, listIn, provisionIn } from './provisions.js';
import { type Step, shortInput } from '../../run/run-items.js';
import { stepsOf, type RunView } from '../../run/run-view.js';
import { t } from './texts.js';

/** The agents whose answers are written from what their tools collected. */
const LAW = new Set(['law', 'law_research']);

/** Something a tool found that is no provision: a document, a case, an opinion, a page. */
export interface FoundItem {
  title: string;
  line: string;
  /** Only `http` and `https`. */
  url?: string;
}

/** One tool call as the list beside an answer shows it. */
export interface Finding {
  id: string;
  tool: string;
  /** What was asked, in a few words. */
  asked: string;
  state: Step['state'];
  /** What came of it, e.g. `3 provisions`. */
  summary: string;
  provisions: readonly Provision[];
  items: readonly FoundItem[];
}

/** True of an answer on law for which a tool was asked. */
export function hasFindings(view: RunView): boolean {
  return LAW.has(view.contextType ?? '') && stepsOf(view).length > 0;
}

/** What the tools of a law run found, in the order they were asked; nothing for other runs. */
export function findingsOf(view: RunView): Finding[] {
  return LAW.has(view.contextType ?? '') ? stepsOf(view).map(findingOf) : [];
}

function findingOf({ id, name, input, state, result }: Step): Finding {
  const provisions = provisionsOf(result);
  const items = itemsOf(result);
  return {
    id,
    tool: name,
    asked: shortInput(input),
    state,
    summary: summaryOf(state, result, provisions.length, items.length),
    provisions,
    items,
  };
}

/** The nodes a result is about, each once: the one it reads first. */
export function provisionsOf(result: unknown): Provision[] {
  const own = [provisionIn(result), isObject(result) ? provisionIn(result['node']) : undefined];
  const listed = [
    ...listIn(result, 'nodes').map(provisionIn),
    ...listIn(result, 'similar').map(({ node }) => provisionIn(node)),
    ...edgesIn(result).map(({ node }) => node),
  ];
  const found = new Map<number, Provision>();
  for (const one of [...own, ...listed]) {
    if (one !== undefined && !found.has(one.id)) found.set(one.id, one);
  }
  return [...found.values()];
}

/** The lists of the tools that know other things than provisions. */
const LISTS = ['passages', 'documents', 'cases', 'deadlines', 'results'];
/** Where such things have their second line, the best first. */
const LINES = ['section', 'court', 'date', 'due_on', 'source', 'status', 'kind', 'state'];
const TITLES = ['title', 'case_name', 'name', 'number', 'bill_number'];

function itemsOf(result: unknown): FoundItem[] {
  return LISTS.flatMap((list) => listIn(result, list)).map((item) => {
    const url = urlIn(item);
    return {
      title: firstText(item, TITLES) ?? t('Untitled'),
      line: LINES.flatMap((key) => textAt(item, key) ?? [])
        .slice(0, 2)
        .join(' · '),
      ...defined({ url }),
    };
  });
}

function urlIn(item: JsonObject): string | undefined {
  const url = firstText(item, ['url', 'link']);
  return url !== undefined && /^https?:\/\//.test(url) && parseUrl(url) ? url : undefined;
}

function firstText(item: JsonObject, keys: readonly string[]): string | undefined {
  return keys.map((key) => textAt(item, key)).find((text) => text !== undefined);
}

function textAt(item: JsonObject, key: string): string | undefined {
  const value = item[key];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function summaryOf(
  state: Step['state'],
  result: unknown,
  provisions: number,
  items: number,
): string {
  if (state === 'running') return t('running');
  if (state === 'stopped') return t('stopped');
  if (state === 'unknown') return t('no answer');
  if (state === 'failed') return failureIn(result);
  if (provisions > 0) return t('{n} provision | {n} provisions', { n: provisions });
  if (items > 0) return t('{n} result | {n} results', { n: items });
  const nodes = isObject(result) ? result['nodes'] : undefined;
  return typeof nodes === 'number' ? t('{n} node | {n} nodes', { n: nodes }) : t('nothing found');
}

/** Failures reach the page as `{error: {message}}` or as words. */
function failureIn(result: unknown): string {
  const error: unknown = isObject(result) ? (result['error'] ?? result) : result;
  const words = isObject(error) ? error['message'] : error;
  return typeof words === 'string' && words !== '' ? words : t('failed');
}
