/**
 * What definitions cost a client with ten MCP servers and 500 tools, without Sextant and with it:
 * `npm run bench:mcp-definitions [-- --write]`. The tools are those of the reference servers of npm, as they
 * list them, again and again under other names until each of ten servers has 50.
 */
import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { metaTools } from '../src/agentapi/protocols/mcp/mcp-server.js';
import { mcpTools, nameDefinitions } from '../src/agenttools/sources/mcp/mcp-tools.js';
import type { ToolDefinition } from '../src/agenttools/sources/mcp/definitions/tool-definition.js';
import {
  closeSources,
  openMcp,
  packagedServer,
  untilStatus,
} from '../test/support/mcp/open-mcp.js';

const SERVERS = 10;
const TOOLS = 50;
/** What the model of a chat is offered beside what is always there. */
const OFFERED = 6;
const CHARS_PER_TOKEN = 4;

const tokens = (value: unknown): number =>
  Math.round(JSON.stringify(value).length / CHARS_PER_TOKEN);

/** What the reference servers list. */
async function referenceTools(): Promise<ToolDefinition[]> {
  const places = [
    packagedServer('server-filesystem', process.cwd()),
    packagedServer('server-memory'),
    packagedServer('server-everything', 'stdio'),
  ];
  const found: ToolDefinition[] = [];
  for (const place of places) {
    const source = openMcp(place);
    await untilStatus(source, ({ state }) => state === 'ready');
    found.push(...source.definitions);
  }
  await closeSources();
  return found;
}

const reference = await referenceTools();
const servers = Array.from({ length: SERVERS }, (_server, server) =>
  Array.from({ length: TOOLS }, (_tool, at): ToolDefinition => {
    const one = reference[(server * TOOLS + at) % reference.length] as ToolDefinition;
    return { ...one, name: `${one.name}_${at}` };
  }),
);
const all = servers.flat();
const shown = ({ name, description, inputSchema }: ToolDefinition) => ({
  ...{ name, description, inputSchema },
});
const prepared = servers.map((definitions, server) =>
  mcpTools(nameDefinitions(`s${server}`, definitions), {
    ...{ source: `s${server}`, patterns: {}, examples: {}, fills: {}, budget: 3000 },
  }),
);
const offered = (await Promise.all(prepared)).flat();
const specs = offered
  .map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
  .sort((one, other) => tokens(other) - tokens(one));
const mean = specs.reduce((sum, spec) => sum + tokens(spec), 0) / specs.length;
const direct = all.map(shown).reduce((sum, one) => sum + tokens(one), 0);
const meta = metaTools.map(({ name, description, inputSchema }) => ({
  ...{ name, description, inputSchema },
}));
const viaMcp = tokens(meta);
const found = specs.slice(0, OFFERED).map(({ name, description }) => ({ name, description }));
const rows: [string, number][] = [
  [`all ${all.length} definitions, as a client of ten servers sends them with each turn`, direct],
  ['the five tools of `/mcp`, in their place', viaMcp],
  [`one answer of search_tools with the ${OFFERED} longest tools, once for a task`, tokens(found)],
  ['one answer of describe_tool, of the longest tool', tokens(specs[0])],
  [
    `${OFFERED} tools of mean size, as a chat of Sextant sends them with each turn`,
    Math.round(OFFERED * mean),
  ],
  [`the ${OFFERED} longest tools, which is the most it can be`, tokens(specs.slice(0, OFFERED))],
];
const number = (value: number) => value.toLocaleString('en');
const table = rows.map(([what, value]) => {
  const share = ((100 * value) / direct).toFixed(1);
  return `| ${what} | ${number(value)} | ${share} % |`;
});
const text = `# What definitions of MCP tools cost

\`npm run bench:mcp-definitions\`: ${SERVERS} servers with ${TOOLS} tools each. They are the ${reference.length} tools of the reference
servers filesystem, memory and everything, as they list them, repeated under other names. Counted are name,
description and schema as JSON, ${CHARS_PER_TOKEN} characters to a token; real tokenizers differ by some percent.

| | tokens | of all |
|---|--:|--:|
${table.join('\n')}

A task over \`/mcp\` costs the five tools with each turn, and search and description once each. In a chat the tools that
are offered are chosen again for each message; core tools of an agent come in addition.
`;
console.log(text);
if (process.argv.includes('--write'))
  writeFileSync(fileURLToPath(new URL('./mcp-definitions.md', import.meta.url)), text);
