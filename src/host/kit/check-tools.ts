import { compileEntry, type CatalogEntry } from '../../agenttools/catalog.js';
import type { ChangeKinds } from '../../agenttools/changes/change-kind.js';
import type { Tool } from '../../agenttools/tool.js';
import { messageOf } from '../../foundation/errors.js';
import { toolDocument } from '../../toolindex/document.js';
import type { Embedder } from '../../toolindex/embedder.js';
import type { VectorStore } from '../../toolindex/document-vectors.js';
import { ToolIndex } from '../../toolindex/tool-index.js';
import { defined } from '../../foundation/defined.js';
import { verdict, type Finding } from './kit-host.js';

/** The tools that a catalogue would take, by name, and what is wrong with the others. */
export function checkTools(
  tools: readonly Tool[],
  kinds: Pick<ChangeKinds, 'find'>,
): { entries: ReadonlyMap<string, CatalogEntry>; findings: Finding[] } {
  const entries = new Map<string, CatalogEntry>();
  const faults: string[] = [];
  for (const tool of tools) {
    try {
      entries.set(tool.name, compileEntry(tool, entries, kinds));
    } catch (error) {
      faults.push(messageOf(error));
    }
  }
  const silent = [...entries.values()].filter(({ tool }) => tool.examples.length === 0);
  const findings = [
    ...verdict('tools can be offered', faults, `${entries.size} tools, their schemas compile`),
    ...verdict(
      'tools have examples',
      silent.map(
        ({ tool }) =>
          `${tool.name} has none: add two or three sentences a user would say, they are what it is found by.`,
      ),
      'each tool has at least one',
    ),
  ];
  return { entries, findings };
}

/** How many tools a request is offered by rank, where nothing else is configured. */
const TOP_K = 6;

/** What examples are looked up with. */
export interface ExampleParts {
  embedder: Embedder;
  cache?: VectorStore | undefined;
}

/**
 * Whether each example finds its tool among the six best of `rivals`: the tools of each agent's context, the
 * plugin's own where it has no agent.
 */
export async function checkExamples(
  tools: readonly Tool[],
  contexts: readonly (readonly Tool[])[],
  { embedder, cache }: ExampleParts,
): Promise<Finding[]> {
  const rivals = [...new Set(contexts.flat())];
  const index = await ToolIndex.build(rivals.map(toolDocument), embedder, defined({ cache }));
  const faults: string[] = [];
  let count = 0;
  for (const { name, examples } of tools) {
    const around = contexts.filter((context) => context.some((other) => other.name === name));
    for (const example of examples) {
      count += 1;
      const scores = await index.query(example);
      for (const context of around) {
        const allowed = new Set(context.map((other) => other.name));
        const found = scores.top({ topK: TOP_K, minScore: -Infinity, allowed });
        if (found.some((match) => match.name === name)) continue;
        const before = found.map((match) => match.name).join(', ');
        faults.push(
          `“${example}” does not find ${name}, but ${before}: say it in words of its own.`,
        );
        break;
      }
    }
  }
  return verdict(
    'examples find their tools',
    faults,
    `${count} of ${count} are among the first six`,
  );
}
