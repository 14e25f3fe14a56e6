import type { QuarantinedTool, SourceStatus } from '../tool-source.js';
import { nameOfPlace, type McpServerPlace } from './connect/server-place.js';
import type { RefusedTool } from './definitions/tool-definition.js';

/** What was read of a server. One that is down, or whose list cannot be read, keeps the tools it had. */
export interface McpStatus {
  state: 'connecting' | 'ready' | 'down';
  server: string;
  protocolVersion: string;
  counts?: { listed: number; offered: number };
  refused: readonly RefusedTool[];
  quarantined: readonly QuarantinedTool[];
  /** Patterns of the config file that mean no tool. */
  unused: readonly string[];
  reason?: string;
}

export function describeStatus(status: McpStatus, place: McpServerPlace): SourceStatus {
  const { state, server, protocolVersion, counts, refused, unused, reason } = status;
  if (counts === undefined) {
    if (state === 'down') return { state, detail: reason ?? 'it is not connected' };
    return { state: 'loading', detail: `connecting to ${nameOfPlace(place)}` };
  }
  const { quarantined } = status;
  const offered = `${server} (MCP ${protocolVersion}): ${counts.offered} of ${counts.listed} tools are offered`;
  const lists = { refused, quarantined };
  if (state !== 'ready') {
    const detail = `${offered}; not connected: ${reason ?? 'connecting'}`;
    return { state: 'down', detail, ...lists };
  }
  const faults = [
    ...(counts.listed === 0 ? ['it lists none'] : []),
    ...(quarantined.length > 0 ? [`${quarantined.length} wait to be approved`] : []),
    ...(unused.length > 0 ? [`no tool is meant by ${unused.join(', ')}`] : []),
  ];
  if (faults.length > 0)
    return { state: 'degraded', detail: [offered, ...faults].join('; '), ...lists };
  const told = { offered: counts.offered, declared: counts.listed, wrong: 0 };
  return { state: 'ok', detail: offered, counts: told, ...lists };
}
