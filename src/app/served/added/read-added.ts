import { AppError, type ErrorDetail } from '../../../foundation/errors.js';
import { isLoopback, parseUrl } from '../../../foundation/parse-url.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';
import type { AddedSource } from '../../../store/added-sources.store.js';
import { readAgent } from '../../config/file/agent-config.js';
import { checkConfigValue } from '../../config/file/check-config-value.js';
import type { AgentConfig, SourceConfig } from '../../config/file/config-file.model.js';
import { readSource } from '../../config/file/source-config.js';

/** Stands for a document that was sent, where the config file names one. */
const SENT = 'https://sent.invalid/';

/**
 * A source that was added, as the config file's would be read. Rejects with `invalid_request` what is not
 * valid, and what only the config file may say: files and programs of the server, and its secrets.
 */
export function readAdded(
  added: AddedSource,
  mayForwardTo: ReadonlySet<string>,
): { source: SourceConfig; agent?: AgentConfig } {
  const { id, agent, document } = added;
  const source = document === undefined ? added.source : { ...added.source, openapi: SENT };
  const agentValue = agent && { ...agent, sources: [id] };
  const value = {
    sources: { [id]: source },
    ...(agentValue && { agents: { [id]: agentValue } }),
  };
  const faults: ErrorDetail[] = [
    ...checkConfigValue(value).map(({ path, message }) => ({ path: path.join('.'), message })),
    ...notHere(added),
  ];
  if (faults.length > 0) throw refused(faults);
  const context = {
    // No path and no variable of the server's is read: what names one was refused.
    folder: '/',
    env: {},
    fault: (path: readonly string[], message: string) =>
      void faults.push({ path: path.join('.'), message }),
  };
  const read = readSource(id, source, context);
  const readBy = agentValue && readAgent(id, agentValue, context);
  const waiting = waitingFor(added, read, mayForwardTo, context.fault);
  if (faults.length > 0) throw refused(faults);
  const whole =
    document !== undefined && read.kind === 'openapi'
      ? { ...waiting, document: { text: document } }
      : waiting;
  return { source: whole, ...(readBy && { agent: readBy }) };
}

/** The source; one that would send the tokens of users to an origin that nobody allowed waits for that. */
function waitingFor(
  { id, forwardTo }: AddedSource,
  read: SourceConfig,
  mayForwardTo: ReadonlySet<string>,
  fault: (path: readonly string[], message: string) => void,
): SourceConfig {
  const url = read.kind === 'openapi' && read.auth.kind === 'forward' && parseUrl(read.baseUrl);
  const { origin, hostname } = url || {};
  if (forwardTo !== undefined && forwardTo !== origin)
    fault(
      ['forward_to'],
      origin === undefined
        ? `allows an address, and sources.${id} sends no token of users; leave it out`
        : `must be ${origin}, the origin of base_url, or be left out`,
    );
  const isAllowed =
    origin === undefined ||
    forwardTo === origin ||
    isLoopback(hostname ?? '') ||
    mayForwardTo.has(origin);
  if (isAllowed || read.kind !== 'openapi') return read;
  return { ...read, auth: { ...read.auth, waitsFor: origin } };
}

function notHere({ id, source, agent, document }: AddedSource): ErrorDetail[] {
  const faults: ErrorDetail[] = [];
  const fault = (path: string, message: string) => faults.push({ path, message });
  const { openapi, mcp, auth, examples } = source;
  if (document !== undefined && (openapi !== undefined || mcp !== undefined))
    fault(`sources.${id}`, 'names a place beside the document that is sent; leave one of them out');
  if (typeof openapi === 'string' && !/^https?:\/\//i.test(openapi))
    fault(`sources.${id}.openapi`, 'must be an https URL here; send a file as "document"');
  if (typeof openapi === 'string' && openapi.includes('${'))
    fault(
      `sources.${id}.openapi`,
      'names a variable of the server, so it stands in the config file',
    );
  if (isObject(mcp)) checkServer(`sources.${id}.mcp`, mcp, fault);
  const isOpen = auth === undefined || auth === 'none';
  if (!isOpen && !(isObject(auth) && auth['forward'] !== undefined))
    fault(`sources.${id}.auth`, 'names a secret of the server, so it stands in the config file');
  if (examples !== undefined)
    fault(`sources.${id}.examples`, 'is a file of the server, so it stands in the config file');
  if (typeof agent?.['instructions'] === 'string' && /\.(?:md|txt)\s*$/.test(agent['instructions']))
    fault(`agents.${id}.instructions`, 'must be the text itself here, not a file');
  return faults;
}

function checkServer(
  path: string,
  { command, headers, oauth }: JsonObject,
  fault: (path: string, message: string) => void,
): void {
  if (command !== undefined)
    fault(path, 'must be the URL of a server here; programs stand in the config file');
  if (headers !== undefined)
    fault(`${path}.headers`, 'may hold a secret, so it stands in the config file');
  if (isObject(oauth) && oauth['client_secret'] !== undefined)
    fault(`${path}.oauth.client_secret`, 'is a secret, so it stands in the config file');
}

function refused(faults: readonly ErrorDetail[]): AppError {
  const told = faults.map(({ path = '', message }) => `${path} ${message}`).join('; ');
  return new AppError('invalid_request', `The source is not valid: ${told}.`, [...faults]);
}
