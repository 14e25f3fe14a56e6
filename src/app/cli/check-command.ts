import type { ConfigFile } from '../config/file/config-file.model.js';
import type { Tool } from '../../agenttools/tool.js';
import type { ReadDocument, ReadServer, ReadSource } from './read-sources.js';

const MAX_FINDINGS = 12;

/** What `sextant check` says of a config file, and whether something has to be corrected. */
export function checkReport(
  config: ConfigFile,
  sources: readonly ReadSource[],
  listsTools: boolean,
): { text: string; failed: boolean } {
  const lines = [`${config.path} is valid.`];
  for (const source of sources) lines.push('', ...sourceLines(source, listsTools));
  const faults = agentFaults(config, sources);
  if (faults.length > 0) lines.push('', ...faults);
  const failed = faults.length > 0 || sources.some((source) => faultIn(source) !== undefined);
  return { text: lines.join('\n'), failed };
}

/** Why a source offers nothing. */
function faultIn(source: ReadSource): string | undefined {
  return source.kind === 'openapi' ? source.status.error : source.status.reason;
}

function sourceLines(source: ReadSource, listsTools: boolean): string[] {
  const { config, tools } = source;
  const fault = faultIn(source);
  if (fault !== undefined) return [`${config.id}: not usable. ${fault}`];
  const lines = source.kind === 'openapi' ? documentLines(source) : serverLines(source);
  if (!listsTools) return lines;
  return [
    ...lines,
    ...tools.map(({ name, effect, title = '' }) => `  ${effect.padEnd(7)} ${name}  ${title}`),
  ];
}

function documentLines({ config, status, tools }: ReadDocument): string[] {
  const { counts, findings } = status;
  const title = [status.title, status.version].filter(Boolean).join(' ');
  const errors = findings.filter(({ level }) => level === 'error').length;
  return [
    `${config.id}: ${title}. ${counts?.declared} operations, ${counts?.usable} usable, ${offeredText(tools)}. ${errors} errors, ${findings.length - errors} warnings.`,
    ...limited(
      findings.map(
        ({ level, where, message }) =>
          `${level}${where === undefined ? '' : ` ${where}`}: ${message}`,
      ),
    ),
  ];
}

function serverLines({ config, status, tools }: ReadServer): string[] {
  const { server, protocolVersion, counts, refused, unused, quarantined } = status;
  return [
    `${config.id}: ${server}, MCP ${protocolVersion}. ${counts?.listed} tools, ${offeredText(tools)}.`,
    ...limited([
      ...quarantined.map(
        ({ tool, why, suspicions }) =>
          `waits to be approved: ${tool} (${[why, ...suspicions].join('; ')}); "sextant sources" shows it`,
      ),
      ...unused.map((pattern) => `warning: no tool is meant by ${pattern}.`),
      ...refused.map(
        ({ tool, reason }) => `not offered: ${tool === '' ? reason : `${tool}: ${reason}`}`,
      ),
    ]),
  ];
}

/** The tool that shows folded arguments stands for no operation. */
function offeredText(tools: readonly Tool[]): string {
  const operations = tools.filter(({ operation }) => operation !== undefined);
  const reads = operations.filter(({ effect }) => effect === 'read').length;
  return `${operations.length} offered: ${reads} reads, ${operations.length - reads} changes`;
}

function limited(lines: readonly string[]): string[] {
  const more = lines.length - MAX_FINDINGS;
  const shown = lines.slice(0, MAX_FINDINGS).map((line) => `  ${line}`);
  return more > 0 ? [...shown, `  and ${more} more`] : shown;
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
