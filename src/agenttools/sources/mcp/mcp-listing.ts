import { createHash } from 'node:crypto';
import { type ErrorDetail, messageOf } from '../../../foundation/errors.js';
import { asObject, type JsonObject } from '../../../foundation/json.js';
import { readTextFile } from '../../../foundation/operator-file.js';
import { silentLogger, type Logger } from '../../../foundation/logger.js';
import { Turns } from '../../../foundation/turns.js';
import { faultsOf } from '../../arguments.js';
import {
  noPolicies,
  unusedPolicyPatterns,
  type ChangePolicies,
} from '../../changes/policies/change-policy.js';
import type { Tool } from '../../tool.js';
import { MAX_EXAMPLES_BYTES, readExamples } from '../examples/example-file.js';
import { cleanText } from '../openapi/text/clean-text.js';
import { notConnected } from './connect/call-failures.js';
import type { McpConnection } from './connect/mcp-connection.js';
import type { SentList } from './connect/raw-lists.js';
import { defaultMcpLimits, type McpLimits } from './connect/server-place.js';
import { UserLists } from './connect/user-lists.js';
import {
  checkOfArguments,
  prepareArguments,
  readDefinitions,
  type ToolDefinition,
} from './definitions/tool-definition.js';
import * as rules from './mcp-rules.js';
import type { McpStatus } from './mcp-status.js';
import { mcpTools, nameDefinitions } from './mcp-tools.js';
import type { Pins } from './pins/pins.js';

export interface ListingOptions {
  id: string;
  limits?: McpLimits;
  patterns?: rules.McpPatterns;
  /** Arguments that the page's context fills: argument → context key. */
  fills?: Readonly<Record<string, string>>;
  examplesFile?: string;
  policies?: ChangePolicies;
  /** Characters of JSON that the model is shown of one tool's arguments. */
  budget?: number;
  logger?: Logger;
  /** Holds its tools to what was approved; absent: whatever it lists is offered. */
  pins?: Pins;
}

const SHOWN_BUDGET = 3000;
/** A server that tells of changes without end is asked no more often than this, */
const LIST_EVERY_MS = 1_000;
/** and so seldom that reading its lists takes at most a fiftieth of the time. */
const LIST_SHARE = 50;

/** The latest list of a server's tools, and what was made of it. */
export class McpListing {
  tools: readonly Tool[] | undefined;
  /** As the server described them, approved or not. */
  definitions: readonly ToolDefinition[] = [];
  everyMs = LIST_EVERY_MS;
  private hash = '';
  private isPublic = false;
  /** Those of the tools of now, by the server's names: what tells reads from changes. */
  private offered: ReadonlyMap<string, rules.NamedDefinition> = new Map();
  private readonly limits: McpLimits;
  private readonly lists: UserLists;
  private readonly patterns: rules.McpPatterns;

  constructor(private readonly options: ListingOptions) {
    const { limits = defaultMcpLimits, patterns = {} } = options;
    this.limits = limits;
    this.patterns = patterns;
    this.lists = new UserLists(limits);
  }

  find(tool: string): rules.NamedDefinition | undefined {
    return this.offered.get(tool);
  }

  isRead(tool: string, input: JsonObject): boolean {
    const known = this.find(tool);
    if (known === undefined) return false;
    return rules.isReadTool(this.patterns, known) || rules.isDryRun(this.patterns, tool, input);
  }

  /** What was taken away since a change was proposed is not called, nor with arguments that do not fit any more. */
  checkChange({ tool, arguments: input }: JsonObject): readonly ErrorDetail[] {
    if (this.tools === undefined) return [];
    const found = this.find(String(tool));
    if (found === undefined) {
      const message = `The tool ${String(tool)} is not offered any more: the server has dropped or changed it, or the config file leaves it out.`;
      return [{ path: 'tool', message }];
    }
    const { budget = SHOWN_BUDGET } = this.options;
    const prepared = prepareArguments(found.definition.inputSchema, budget);
    const check = checkOfArguments(found.toolName, prepared);
    return faultsOf(() => check(prepared.aliases.redo(asObject(input)) as JsonObject));
  }

  /** Rejects a call of what is not listed to this user: the operator's private list says nothing of what others may call. */
  async checkListed(connection: McpConnection, tool: string, signal: AbortSignal): Promise<void> {
    const found = this.find(tool)?.definition;
    if (!connection.isPersonal || this.isPublic || found === undefined) return;
    if (await this.lists.names(connection, found, signal)) return;
    const why = `it does not list ${tool} to this user, or with other arguments than it was approved with`;
    throw notConnected(this.options.id, why);
  }

  /** Takes up a list, and tells how the source stands with it. One that says the same again leaves the tools, and so the index. */
  async take(connection: McpConnection, list: SentList): Promise<McpStatus> {
    const { id, fills = {}, budget = SHOWN_BUDGET, pins } = this.options;
    const { patterns } = this;
    this.isPublic = list.isPublic;
    const examples = await this.readExamples();
    const turns = new Turns();
    const { definitions, refused } = await readDefinitions(list.tools, this.limits, turns);
    const reviewed = await pins?.review(definitions, turns);
    const { approved, held } = reviewed ?? { approved: definitions, held: [] };
    this.definitions = definitions;
    const named = nameDefinitions(id, approved);
    const all = createHash('sha256').update(JSON.stringify(examples));
    for (const definition of approved) {
      all.update(JSON.stringify(definition));
      await turns.next();
    }
    const hash = all.digest('hex');
    if (hash !== this.hash || this.tools === undefined) {
      const made = { source: id, patterns, examples, fills, budget };
      this.tools = await mcpTools(named, made, turns);
    }
    this.hash = hash;
    this.everyMs = Math.max(LIST_EVERY_MS, turns.workedMs * LIST_SHARE);
    const offered = this.tools.filter(({ operation }) => operation !== undefined);
    const names = new Set(offered.map(({ name }) => name));
    const shown = named.filter(({ toolName }) => names.has(toolName));
    this.offered = new Map(shown.map((one) => [one.definition.name, one]));
    const { name, version } = connection.server;
    return {
      state: 'ready',
      server: cleanText(`${name} ${version}`, 120),
      protocolVersion: connection.protocolVersion,
      counts: { listed: list.tools.length, offered: offered.length },
      refused,
      quarantined: held,
      unused: this.unused(named),
    };
  }

  private unused(named: readonly rules.NamedDefinition[]): string[] {
    const means = (pattern: string) => named.some((tool) => rules.meansTool(pattern, tool));
    const unused = unusedPolicyPatterns(this.options.policies ?? noPolicies, means);
    return [
      ...rules.unusedToolPatterns(this.patterns, named),
      ...unused.map((pattern) => `policies: "${pattern}"`),
    ];
  }

  private async readExamples(): Promise<Readonly<Record<string, readonly string[]>>> {
    const { id, examplesFile, logger = silentLogger } = this.options;
    if (examplesFile === undefined) return {};
    try {
      return readExamples(await readTextFile(examplesFile, MAX_EXAMPLES_BYTES));
    } catch (error) {
      logger.warn({ source: id, reason: messageOf(error) }, 'examples cannot be read');
      return {};
    }
  }
}
