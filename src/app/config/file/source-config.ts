import { isAbsolute, resolve } from 'node:path';
import type { DocumentUrl } from '../../../agenttools/sources/openapi/fetch/fetch-document.js';
import type { OAuthSettings } from '../../../agenttools/sources/mcp/oauth/sign-in-exchange.js';
import type { WriteConventions } from '../../../agenttools/changes/http-request/request-rules.js';
import {
  isSamePlace,
  type Credential,
  type CredentialPlace,
} from '../../../agenttools/sources/credentials.js';
import { defined } from '../../../foundation/defined.js';
import { asObject, isObject, type JsonObject } from '../../../foundation/json.js';
import { namesInBraces } from '../../../agenttools/sources/openapi/document/path-key.js';
import { isLoopback, parseUrl } from '../../../foundation/parse-url.js';
import { readPolicies } from './policy-config.js';
import type {
  ReadingContext,
  McpSourceConfig,
  OpenApiSourceConfig,
  SourceAuth,
  SourceConfig,
} from './config-file.model.js';

export function readSource(id: string, value: JsonObject, context: ReadingContext): SourceConfig {
  const path = ['sources', id];
  const examples = value['examples'] as string | undefined;
  const common = {
    id,
    policies: readPolicies(path, value, context),
    examplesFile: examples === undefined ? undefined : resolve(context.folder, examples),
  };
  const patterns = {
    reads: list(value['reads']),
    refuse: list(value['refuse']),
    exclude: list(value['exclude']),
    include: value['include'] === undefined ? undefined : list(value['include']),
  };
  if (value['openapi'] !== undefined)
    return { ...common, patterns, ...readOpenApi(path, value, context) };
  const { trust_hints: trustHints, dry_runs: dryRuns, undo: inverses } = value;
  const ofServer = { trustHints, dryRuns, inverses } as McpSourceConfig['patterns'];
  const links = linksOf([...path, 'links'], value, context);
  return {
    ...common,
    patterns: { ...patterns, ...ofServer, links },
    elicitation: value['elicitation'] === true,
    ...readMcp(path, value, context),
  };
}

function readOpenApi(
  path: readonly string[],
  value: JsonObject,
  context: ReadingContext,
): Omit<OpenApiSourceConfig, 'id' | 'policies' | 'patterns'> {
  const overlay = value['overlay'] as string | undefined;
  const auth = readAuth([...path, 'auth'], value['auth'], context);
  const base = baseUrl([...path, 'base_url'], value['base_url'] as string, context);
  const document = documentPlace([...path, 'openapi'], value['openapi'] as string, context);
  return {
    kind: 'openapi',
    ...('url' in document ? signedDocument(document, base, auth) : { document }),
    baseUrl: base,
    auth,
    refreshMs: 1000 * ((value['refresh_s'] as number | undefined) ?? 0),
    conventions: conventionsOf(value['conventions']),
    envelopes: envelopesOf(value['envelope']),
    links: linksOf([...path, 'links'], value, context),
    ...(overlay !== undefined && { overlayFile: resolve(context.folder, overlay) }),
  };
}

function conventionsOf(value: unknown): WriteConventions {
  const { patch, idempotency_header: idempotencyHeader, dry_run: dryRun } = asObject(value);
  return defined({ patch, idempotencyHeader, dryRun }) as WriteConventions;
}

function envelopesOf(value: unknown): OpenApiSourceConfig['envelopes'] {
  const places = isObject(value) ? value : defined({ '* /**': value });
  return Object.entries(places as Record<string, string>).map(([pattern, place]) => ({
    pattern,
    at: place === 'none' ? '' : place.replace(/^(?!\/)/, '/'),
  }));
}

/** They are shown to people as they stand here, so no credential belongs into one. */
function linksOf(
  path: readonly string[],
  { links: value, openapi }: JsonObject,
  { fault }: ReadingContext,
): OpenApiSourceConfig['links'] {
  const links = asObject(value) as Record<string, string>;
  const ofPaths = openapi !== undefined;
  for (const [key, address] of Object.entries(links)) {
    const place = [...path, key];
    const url = parseUrl(address);
    const known = namesInBraces(key);
    const other = namesInBraces(address).find((name) => !known.includes(name));
    if (ofPaths && !key.startsWith('/'))
      fault(place, 'is no path of the document, such as /orders/{id}');
    else if (!ofPaths && /[/{}]/.test(key)) fault(place, 'is no name of a tool, such as get_order');
    else if (url === undefined || !/^https?:$/.test(url.protocol) || /[{%]/.test(url.host))
      fault(place, 'must be a URL that begins with https:// or http:// and a host');
    else if (url.username + url.password !== '') fault(place, 'must not hold a user or password');
    else if (ofPaths && other !== undefined)
      fault(
        place,
        `names {${other}}, but the path has ${known.map((name) => `{${name}}`).join(', ') || 'no parameters'}`,
      );
  }
  return links;
}

function documentPlace(
  path: readonly string[],
  written: string,
  context: ReadingContext,
): { file: string } | DocumentUrl {
  const { folder, fault } = context;
  const text = filledText(path, written, context);
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return { file: resolve(folder, text) };
  const url = parseUrl(text);
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && isLoopback(url.hostname))) {
    fault(path, 'must be a path or an https URL (http only on this machine)');
  } else if (url.username + url.password !== '') {
    fault(path, 'must not hold a user or password');
  }
  return { url: text, shown: text === written ? undefined : written };
}

/** A document is fetched with its source's credential from the source's own host only. */
function signedDocument(
  document: DocumentUrl,
  base: string,
  auth: SourceAuth,
): Pick<OpenApiSourceConfig, 'document' | 'unsigned'> {
  const [url, requests] = [parseUrl(document.url), parseUrl(base)];
  const isOwn = url !== undefined && requests !== undefined && isSameHost(url, requests);
  if (!isOwn || auth.kind === 'none') return { document };
  const credentials = auth.credentials.filter(({ in: place }) => place !== 'body');
  return {
    document: credentials.length === 0 ? document : { ...document, credentials },
    unsigned: auth.kind === 'forward' ? FORWARDED : undefined,
  };
}

const FORWARDED = 'auth forwards the token of a user, and no user asks for it';

function isSameHost(one: URL, other: URL): boolean {
  const names = [one.hostname, other.hostname];
  return names[0] === names[1] || names.every(isLoopback);
}

function baseUrl(path: readonly string[], text: string, { fault }: ReadingContext): string {
  const url = parseUrl(text);
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    fault(path, 'must be a URL that begins with https:// or http://');
  } else if (url.username + url.password + url.search + url.hash !== '') {
    // Not repeated: it may hold a password.
    fault(
      path,
      'must be an address only: no user, password, query or fragment; credentials belong into auth',
    );
  }
  return text.endsWith('/') ? text.slice(0, -1) : text;
}

/** Without `auth` nothing is sent along: a token goes only where the operator says so. */
function readAuth(path: readonly string[], value: unknown, context: ReadingContext): SourceAuth {
  const isList = Array.isArray(value);
  const entries = (isList ? (value as unknown[]) : [value]).filter(isObject);
  const credentials: Credential[] = [];
  entries.forEach((entry, at) => {
    if (entry['forward'] !== undefined) return;
    const place = isList ? [...path, String(at)] : path;
    const credential = readCredential(place, entry, context);
    if (credentials.some((one) => isSamePlace(one, credential)))
      context.fault(place, `sets the ${credential.in} ${credential.name} a second time`);
    credentials.push(credential);
  });
  const forwards = entries.some((entry) => entry['forward'] !== undefined);
  if (forwards && credentials.some((one) => isSamePlace(one, AUTHORIZATION)))
    context.fault(
      path,
      'either forwards the token of the user or sets one of the server, not both',
    );
  const kind = forwards ? 'forward' : credentials.length > 0 ? 'secrets' : 'none';
  return { kind, credentials };
}

const AUTHORIZATION: CredentialPlace = { in: 'header', name: 'authorization' };
const PLACES = ['header', 'query', 'cookie', 'body'] as const;

function readCredential(
  path: readonly string[],
  entry: JsonObject,
  { env, fault }: ReadingContext,
): Credential {
  const key = entry['bearer_env'] === undefined ? 'env' : 'bearer_env';
  const variable = String(entry[key]);
  const secret = env[variable]?.trim() ?? '';
  if (secret === '')
    fault([...path, key], `names the environment variable ${variable}, which is not set`);
  if (key === 'bearer_env') return { ...AUTHORIZATION, value: `Bearer ${secret}` };
  const place = PLACES.find((one) => entry[one] !== undefined) ?? 'header';
  const name = String(entry[place]);
  return { in: place, name: place === 'header' ? name.toLowerCase() : name, value: secret };
}

function readMcp(
  path: readonly string[],
  value: JsonObject,
  context: ReadingContext,
): Pick<McpSourceConfig, 'kind' | 'server' | 'oauth'> {
  const server = value['mcp'] as JsonObject;
  const texts = (key: string) => filledTexts([...path, 'mcp', key], server[key], context);
  if (typeof server['command'] === 'string') {
    const { command } = server;
    const isPath = command.startsWith('.') && !isAbsolute(command);
    return {
      kind: 'mcp',
      server: {
        command: isPath ? resolve(context.folder, command) : command,
        args: list(server['args']),
        env: texts('env'),
        cwd: context.folder,
      },
    };
  }
  const url = server['url'] as string;
  const parsed = parseUrl(url);
  if (
    parsed === undefined ||
    !/^https?:$/.test(parsed.protocol) ||
    parsed.username + parsed.password !== ''
  )
    context.fault([...path, 'mcp', 'url'], 'must be an http(s) URL without a user or password');
  const headers = texts('headers');
  const oauth = readOAuth([...path, 'mcp', 'oauth'], server, headers, context);
  return { kind: 'mcp', server: { url, headers }, oauth };
}

/** Users sign in where the server asks for it, unless the operator's own header already signs its requests. */
function readOAuth(
  path: readonly string[],
  { oauth }: JsonObject,
  headers: Readonly<Record<string, string>>,
  context: ReadingContext,
): OAuthSettings | undefined {
  const isSigned = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
  if (isSigned && oauth !== undefined)
    context.fault(path, 'has no use beside an authorization header; leave one of them out');
  if (isSigned) return undefined;
  const value = asObject(oauth);
  const { client_secret: secret } = value;
  const filled = filledTexts(path, defined({ client_secret: secret }), context);
  return {
    hosts: list(value['hosts']),
    clientId: value['client_id'] as string | undefined,
    clientSecret: filled['client_secret'],
    scope: value['scope'] as string | undefined,
    metadataDocument: value['metadata_document'] as boolean | undefined,
  };
}

function list(value: unknown): string[] {
  return Array.isArray(value) ? (value as string[]) : [];
}

/** Texts by name, each `${NAME}` in them filled from the environment: secrets stand nowhere else. */
function filledTexts(
  path: readonly string[],
  value: unknown,
  context: ReadingContext,
): Record<string, string> {
  const entries = isObject(value) ? (Object.entries(value) as [string, string][]) : [];
  return Object.fromEntries(
    entries.map(([name, text]) => [name, filledText([...path, name], text, context)]),
  );
}

function filledText(path: readonly string[], text: string, { env, fault }: ReadingContext): string {
  return text.replace(/\$\{([A-Za-z_]\w*)\}/g, (_whole, variable: string) => {
    const found = env[variable]?.trim() ?? '';
    if (found === '') fault(path, `names the environment variable ${variable}, which is not set`);
    return found;
  });
}
