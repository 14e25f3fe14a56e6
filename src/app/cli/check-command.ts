import { readFileSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { stringify } from 'yaml';
import { applyOverlay } from '../../agenttools/sources/openapi/document/apply-overlay.js';
import {
  defaultDocumentLimits,
  parseDocumentText,
} from '../../agenttools/sources/openapi/document/parse-text.js';
import { readDocument } from '../../agenttools/sources/openapi/fetch/fetch-document.js';
import { previewabilityLines, proposeOverlay } from '../../toolcheck/previewability.js';
import type { ConfigFile } from '../config/file/config-file.model.js';
import type { OpenApiStatus } from '../../agenttools/sources/openapi/openapi-source.js';
import type { Tool } from '../../agenttools/tool.js';
import { configOf, type CliContext, type Command, type CliValues } from './cli-context.js';
import {
  chosenSource,
  readSources,
  type ReadDocument,
  type ReadServer,
  type ReadSource,
} from './read-sources.js';

const MAX_FINDINGS = 12;

export const checkCommand: Command = async (_words, values, context) => {
  if (values.against !== undefined)
    return (await import('./check-against.js')).checkAgainst(values, context);
  const { tools, all } = values;
  const config = configOf(context);
  const auth = context.env['AUTH']?.trim() || 'none';
  const read = await readSources(config, context, { validated: true });
  const { text, faults } = checkReport(config, read, { tools, all, auth });
  context.say(text);
  if (values.overlay !== undefined) context.say(await writeOverlay(read, values, context));
  return faults.length > 0 ? 1 : 0;
};

/** Writes what the document of a source may be missing; answers what to do with it. */
async function writeOverlay(
  read: readonly ReadSource[],
  { overlay = '', source }: CliValues,
  { folder }: CliContext,
): Promise<string> {
  const documents = read.flatMap((one) =>
    one.kind === 'openapi' ? [{ ...one.config, operations: one.source.operations }] : [],
  );
  const command = `sextant check --overlay ${overlay} --source`;
  const { id, document, overlayFile, operations } = chosenSource(documents, source, command);
  const limits = defaultDocumentLimits;
  const { bytes } = await readDocument(document, limits, new AbortController().signal);
  const plain = parseDocumentText(bytes.toString(), limits);
  const before = overlayFile && readFileSync(overlayFile, 'utf8');
  const whole = before ? applyOverlay(plain, before, limits).document : plain;
  const actions = whole['openapi'] === undefined ? [] : proposeOverlay(whole, operations);
  if (actions.length === 0)
    return `No overlay was written: nothing in the document of ${id} suggests what its changes lack, or it is not of OpenAPI 3.`;
  const info = { title: `What the document of ${id} may be missing`, version: '1.0.0' };
  const path = resolve(folder, overlay);
  writeFileSync(path, stringify({ overlay: '1.0.0', info, actions }), { flag: 'wx' });
  return `${path} holds ${actions.length} proposals, each a claim about the backend. Keep those that are true, then add to sextant.yaml under sources.${id}:\n  overlay: ./${relative(folder, path)}`;
}

export interface CheckOptions {
  tools?: boolean;
  all?: boolean;
  auth: string;
}

export function checkReport(
  config: ConfigFile,
  sources: readonly ReadSource[],
  options: CheckOptions,
): { text: string; faults: string[] } {
  const lines = [`${config.path} is valid.`];
  for (const source of sources) lines.push('', ...sourceLines(source, options));
  const general = [...agentFaults(config, sources), ...forwardFaults(sources, options)];
  if (general.length > 0) lines.push('', ...general);
  const faults = [...sources.flatMap((source) => faultIn(source) ?? []), ...general];
  return { text: lines.join('\n'), faults };
}

function faultIn(source: ReadSource): string | undefined {
  const { config, status, why } = source;
  if (why !== undefined) return `${config.id}: not usable. ${why}`;
  if (!('findings' in status) || status.counts?.offered !== 0) return undefined;
  return `${config.id}: nothing is offered. ${nothingOffered(status)}`;
}

function nothingOffered({ counts }: OpenApiStatus): string {
  if (counts?.declared === 0)
    return 'The document holds no operations that can be read: "paths" is empty, or leads to other files.';
  return counts?.usable === 0
    ? 'None of its operations can be used.'
    : 'include, exclude and refuse leave nothing of it.';
}

function sourceLines(source: ReadSource, options: CheckOptions): string[] {
  const { tools, why } = source;
  const fault = faultIn(source);
  if (why !== undefined) return [fault ?? ''];
  const lines =
    source.kind === 'openapi' ? documentLines(source, options) : serverLines(source, options);
  if (source.kind === 'openapi')
    lines.push(...previewabilityLines(source.source.operations, options.all === true));
  if (fault !== undefined) lines.push(fault);
  if (options.tools !== true) return lines;
  return [
    ...lines,
    ...tools.map(({ name, effect, title = '' }) => `  ${effect.padEnd(7)} ${name}  ${title}`),
  ];
}

function documentLines({ config, status, tools }: ReadDocument, options: CheckOptions): string[] {
  const { counts, findings, leftOut = [] } = status;
  const title = [status.title, status.version].filter(Boolean).join(' ');
  const errors = findings.filter(({ level }) => level === 'error').length;
  return [
    `${config.id}: ${title}. ${counts?.declared} operations, ${counts?.usable} usable, ${offeredText(tools)}. Errors: ${errors}, warnings: ${findings.length - errors}.`,
    ...limited(
      findings.map(
        ({ level, where, message }) =>
          `${level}${where === undefined ? '' : ` ${where}`}: ${message}`,
      ),
      options,
    ),
    ...(options.all === true
      ? leftOut.map((place) => `  left out by include, exclude or refuse: ${place}`)
      : []),
  ];
}

function serverLines({ config, status, tools }: ReadServer, options: CheckOptions): string[] {
  const { server, protocolVersion, counts, refused, unused, quarantined } = status;
  return [
    `${config.id}: ${server}, MCP ${protocolVersion}. ${counts?.listed} tools, ${offeredText(tools)}.`,
    ...limited(
      [
        ...quarantined.map(
          ({ tool, why, suspicions }) =>
            `waits to be approved: ${tool} (${[why, ...suspicions].join('; ')}); "sextant sources" shows it`,
        ),
        ...unused.map((pattern) => `warning: no tool is meant by ${pattern}.`),
        ...refused.map(
          ({ tool, reason }) => `not offered: ${tool === '' ? reason : `${tool}: ${reason}`}`,
        ),
      ],
      options,
    ),
  ];
}

/** The tool that shows folded arguments stands for no operation. */
function offeredText(tools: readonly Tool[]): string {
  const operations = tools.filter(({ operation }) => operation !== undefined);
  const reads = operations.filter(({ effect }) => effect === 'read').length;
  return `${operations.length} offered: ${reads} reads, ${operations.length - reads} changes`;
}

function limited(lines: readonly string[], { all = false }: CheckOptions): string[] {
  const shown = lines.slice(0, all ? undefined : MAX_FINDINGS).map((line) => `  ${line}`);
  const more = lines.length - shown.length;
  return more > 0 ? [...shown, `  and ${more} more, which "sextant check --all" names`] : shown;
}

/** Where callers are not told apart nobody signs in, so there is a token only of those who give theirs on the page. */
function forwardFaults(sources: readonly ReadSource[], { auth }: CheckOptions): string[] {
  if (auth !== 'none') return [];
  return sources
    .filter(({ config }) => config.kind === 'openapi' && config.auth.kind === 'forward')
    .map(
      ({ config: { id } }) =>
        `sources.${id}.auth forwards the token of the user who asks, and with AUTH=none nobody signs in, so there is none but what users give on the page, whom nobody checks. Either let users sign in (AUTH=jwt, or AUTH=static with AUTH_TOKENS_FILE: docs/configuration.md), and their tokens are forwarded; or give the server a credential of its own: auth: { bearer_env: VARIABLE } or { header: NAME, env: VARIABLE }.`,
    );
}

/** Core tools that no source of the agent offers; sources that neither the file nor a plugin can mean. */
function agentFaults({ agents }: ConfigFile, sources: readonly ReadSource[]): string[] {
  return agents.flatMap(({ contextType, sources: named, coreTools }) => {
    const own = sources.filter(({ config }) => named.includes(config.id));
    const offered = new Set(own.flatMap(({ tools }) => tools.map(({ name }) => name)));
    const readAll = own.length === named.length;
    return coreTools
      .filter((name) => readAll && !offered.has(name))
      .map(
        (name) =>
          `agents.${contextType}.core_tools: there is no tool ${name} in ${named.join(', ')}.`,
      );
  });
}
