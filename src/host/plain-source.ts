import { staticTools } from '../agenttools/sources/static-tools.js';
import type { ToolSource } from '../agenttools/sources/tool-source.js';
import type { Backend } from '../agenttools/sources/backend.js';
import type { ToolOf } from '../agenttools/tool.js';
import { isObject, type JsonObject } from '../foundation/json.js';

/** A tool in its shortest form: what it leaves out is as usual. */
export interface PlainTool<Services> extends Omit<
  ToolOf<Services>,
  'inputSchema' | 'examples' | 'groups' | 'effect'
> {
  examples?: readonly string[];
  /** Absent: the id of its source. */
  groups?: readonly string[];
  /** Absent: `propose` where it `proposes` something, else `read`. */
  effect?: ToolOf<Services>['effect'];
  /** Absent: an object of exactly `properties`. */
  inputSchema?: JsonObject;
  /** JSON Schema of each argument. */
  properties?: Readonly<Record<string, JsonObject>>;
  required?: readonly string[];
}

/** A source of tools written in code, for plugins that import nothing; its tools get the plugin's services. */
export interface PlainSource<Services> {
  id: string;
  title?: string;
  backend?: Backend;
  tools: readonly PlainTool<Services>[];
}

/** Completes a plain source. What is no tool at all is left to the catalogue, which refuses it by name. */
export function plainSource<Services>(
  source: PlainSource<Services>,
  services: Services,
): ToolSource {
  const tools = source.tools.map((tool) => (isObject(tool) ? toolOf(tool, source.id) : tool));
  return staticTools({ ...source, tools: tools as ToolOf<Services>[], services });
}

function toolOf<Services>(
  { properties = {}, required = [], ...tool }: PlainTool<Services>,
  source: string,
): ToolOf<Services> {
  return {
    examples: [],
    groups: [source],
    effect: tool.proposes === undefined ? 'read' : 'propose',
    inputSchema: {
      type: 'object',
      properties,
      required: [...required],
      additionalProperties: false,
    },
    ...tool,
  };
}
