import type { ConfigFile } from '../config/file/config-file.model.js';
import type { ReadSource } from './read-sources.js';

const MAX_FINDINGS = 12;

/** What `sextant check` says of a config file, and whether something has to be corrected. */
export function checkReport(
  config: ConfigFile,
  sources: readonly ReadSource[],
  listsTools: boolean,
): { text: string; failed: boolean } {
  const lines = [`${config.path} is valid.`];
  for (const source of sources) lines.push('', ...sourceLines(source, listsTools));
  for (const { id, kind } of config.sources) {
    if (kind === 'mcp') lines.push('', `${id}: an MCP server; it is asked when the server starts.`);
  }
  const faults = agentFaults(config, sources);
  if (faults.length > 0) lines.push('', ...faults);
  const failed = faults.length > 0 || sources.some(({ status }) => status.error !== undefined);
  return { text: lines.join('\n'), failed };
}

function sourceLines({ config, status, tools }: ReadSource, listsTools: boolean): string[] {
  if (status.error !== undefined) return [`${config.id}: not usable. ${status.error}`];
  const { counts, findings } = status;
  // The tool that shows folded arguments stands for no operation.
  const operations = tools.filter(({ operation }) => operation !== undefined);
  const reads = operations.filter(({ effect }) => effect === 'read').length;
  const title = [status.title, status.version].filter(Boolean).join(' ');
  const errors = findings.filter(({ level }) => level === 'error').length;
  return [
    `${config.id}: ${title}. ${counts?.declared} operations, ${counts?.usable} usable, ${counts?.offered} offered: ${reads} reads, ${operations.length - reads} changes. ${errors} errors, ${findings.length - errors} warnings.`,
    ...findings
      .slice(0, MAX_FINDINGS)
      .map(
        ({ level, where, message }) =>
          `  ${level}${where === undefined ? '' : ` ${where}`}: ${message}`,
      ),
    ...(findings.length > MAX_FINDINGS ? [`  and ${findings.length - MAX_FINDINGS} more`] : []),
    ...(listsTools
      ? tools.map(({ name, effect, title: what }) => `  ${effect.padEnd(7)} ${name}  ${what}`)
      : []),
  ];
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
