import type { McpSourceOptions } from '../../agenttools/sources/mcp/mcp-source.js';
import { defined } from '../../foundation/defined.js';
import type { McpSourceConfig } from '../config/file/config-file.model.js';
import { version } from '../version.js';

/** What the config file says of an MCP server, as the source takes it. */
export function mcpOptionsOf(config: McpSourceConfig): McpSourceOptions {
  const { id, server, reads, refuse, exclude, include, trustHints, dryRuns, examplesFile } = config;
  return {
    id,
    server,
    version,
    patterns: { reads, refuse, exclude, trustHints, dryRuns, ...defined({ include }) },
    ...defined({ examplesFile }),
  };
}
