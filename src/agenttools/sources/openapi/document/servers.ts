import { visibleText } from '../../../../foundation/invisible.js';
import {
  isObject,
  ownValue,
  type JsonObject,
  asObject,
  asList,
} from '../../../../foundation/json.js';
import { parseUrl } from '../../../../foundation/parse-url.js';
import { withoutEnd } from '../../../../foundation/text.js';
import { matchesGlob } from '../filter/operation-filter.js';
import { warning, type Finding } from '../operation.js';
import { cutText } from '../text/clean-text.js';
import type { DeclaredOperation } from './read-operations.js';

/** Where requests go, and where the document was read: its relative servers are meant from there. */
export interface ServedPlace {
  source: string;
  /** As the config file has it, without a slash at its end; absent where no request is sent. */
  baseUrl?: string | undefined;
  documentUrl?: string | undefined;
}

type ServedOperation = Pick<DeclaredOperation, 'method' | 'pathTemplate' | 'servers'>;

/** A server of the document; `**` in a pattern stands for a variable that may be anything. */
interface Server {
  /** With the usual values of its variables. */
  url: string;
  path: string;
  patterns: readonly string[];
  pathPatterns: readonly string[];
}

/** The document's servers held against `base_url`, where requests go: a base path that lacks, operations served elsewhere. */
export function serverFindings(
  document: JsonObject,
  operations: readonly ServedOperation[],
  place: ServedPlace,
): { basePath: Finding[]; elsewhere: Finding[] } {
  const base = parseUrl(place.baseUrl ?? '');
  if (base === undefined) return { basePath: [], elsewhere: [] };
  const from = (place.documentUrl && parseUrl(place.documentUrl)) || base;
  const usual = serversOf(document['servers'], from);
  const plain = operations.filter(({ servers }) => servers.length === 0);
  return {
    basePath: basePathFinding(usual, plain, base, place),
    elsewhere: operations.flatMap((operation) => {
      const own = serversOf(operation.servers, from);
      const isUsual = own.some(({ url }) => usual.some((one) => one.url === url));
      if (own.length === 0 || isUsual || own.some((one) => isAt(one, base))) return [];
      const where = `${operation.method} ${operation.pathTemplate}`;
      const message = `It is served elsewhere (${shown(own.map(({ url }) => url))}), and is sent to base_url (${place.baseUrl}) all the same. Leave it out with exclude, or offer it by a source of its own with that base_url.`;
      return [warning(where, message)];
    }),
  };
}

const MAX_SHOWN = 3;

function basePathFinding(
  usual: readonly Server[],
  operations: readonly ServedOperation[],
  base: URL,
  { source, baseUrl = '' }: ServedPlace,
): Finding[] {
  const [first] = operations;
  if (first === undefined) return [];
  const where = `sources.${source}.base_url`;
  const basePath = withoutEnd(base.pathname, /\//);
  const goesTo = `${first.method} ${first.pathTemplate} goes to ${baseUrl}${first.pathTemplate}`;
  const here = usual.filter(({ patterns }) =>
    patterns.some((one) => matchesGlob(one.split('/')[0] ?? '', base.host)),
  );
  const candidates = here.length > 0 ? here : usual;
  const hasPath = ({ pathPatterns }: Server): boolean =>
    pathPatterns.some((one) => matchesGlob(`**${one}`, basePath));
  if (candidates.length > 0 && !candidates.some(hasPath)) {
    const paths = [...new Set(candidates.map(({ path }) => path))];
    const urls = candidates.map(({ url }) => url);
    const message = `Every path of the document is below ${shown(paths)} (${shown(urls)}), which base_url lacks: ${goesTo}. If your backend has it there, write base_url: ${base.origin}${cutText(paths[0] ?? '', 100)}.`;
    return [warning(where, message)];
  }
  const isTwice = (path: string): boolean => path === basePath || path.startsWith(`${basePath}/`);
  if (basePath === '' || !operations.every(({ pathTemplate }) => isTwice(pathTemplate))) return [];
  const message = `Every path of the document begins with ${basePath} already, and so does base_url: ${goesTo}. Most likely base_url: ${base.origin} is meant.`;
  return [warning(where, message)];
}

function shown(texts: readonly string[]): string {
  const some = texts.slice(0, MAX_SHOWN).map((text) => cutText(visibleText(text), 200));
  return some.join(', ') + (texts.length > MAX_SHOWN ? ', …' : '');
}

/** By host and path: the same host by http and https is one place. */
function isAt({ patterns }: Server, base: URL): boolean {
  const target = base.host + withoutEnd(base.pathname, /\//);
  return patterns.some((pattern) => matchesGlob(pattern, target));
}

const MAX_SERVERS = 20;
const MAX_URL = 500;

function serversOf(list: unknown, from: URL): Server[] {
  if (!Array.isArray(list)) return [];
  return list.slice(0, MAX_SERVERS).flatMap((server: unknown): Server[] => {
    if (!isObject(server) || typeof server['url'] !== 'string') return [];
    const template = server['url'].trim().slice(0, MAX_URL);
    const variables = asObject(server['variables']);
    const usual = partsOf(filled(template, variables, 'usual')[0] ?? '', from);
    if (usual === undefined) return [];
    const all = filled(template, variables, 'all').map((text) => {
      // A variable in the place of scheme and host.
      const absolute = text.startsWith('**') ? `//${text}` : text;
      return partsOf(absolute, from) ?? usual;
    });
    const patterns = all.map(({ host, path }) => host + path);
    const { url, path } = usual;
    return [{ url, path, patterns, pathPatterns: all.map((one) => one.path) }];
  });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** The values of a variable that has any, the usual one first; where a document lists none, it may be anything. */
function valuesOf(variable: unknown): { usual: string; all: readonly string[] } {
  const { default: named, enum: values } = asObject(variable);
  const listed = asList(values);
  const usual = named ?? listed[0];
  const all = named === undefined ? listed : [...listed, named];
  return {
    usual: textOf(usual),
    all: listed.length === 0 ? ['**'] : [...new Set(all.map(textOf))],
  };
}

const MAX_FORMS = 64;

/** The template with its variables filled in: by their usual values, or in every combination of all. */
function filled(template: string, variables: JsonObject, by: 'usual' | 'all'): string[] {
  const parts = template.split(/\{([^{}]*)\}/);
  let forms = [''];
  parts.forEach((part, at) => {
    // Every second part is the name of a variable.
    const values = at % 2 === 0 ? part : valuesOf(ownValue(variables, part))[by];
    forms = forms
      .flatMap((form) => [values].flat().map((value) => form + value))
      .slice(0, MAX_FORMS);
  });
  return forms;
}

/** A server's URL in its parts, without a slash at its end; relative to where the document is. */
function partsOf(text: string, from: URL): { url: string; host: string; path: string } | undefined {
  const absolute = /^([a-z*][a-z0-9+.*-]{0,20}:)?\/\/([^/?#]*)([^?#]*)/i.exec(text);
  if (absolute === null) {
    const url = text.includes('://') ? undefined : parseUrl(text, from);
    if (url === undefined) return undefined;
    const path = withoutEnd(url.pathname, /\//);
    return { url: url.origin + path, host: url.host, path };
  }
  const [, scheme = from.protocol, authority = '', rest = ''] = absolute;
  const host = authority.toLowerCase().replace(/:(?:443|80)$/, '');
  const path = withoutEnd(rest, /\//);
  return { url: `${scheme}//${host}${path}`, host, path };
}
