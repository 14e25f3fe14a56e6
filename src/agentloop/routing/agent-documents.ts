import type { Catalog } from '../../agenttools/catalog.js';
import type { IndexedDocument } from '../../toolindex/document.js';
import type { Agent } from '../agent.js';

/** An agent with fewer sentences of its own is also compared by those of its tools, */
const FEW_SENTENCES = 12;
/** of at most so many tools. */
const MAX_TOOLS = 40;

/** Separates an agent from the number of its sentence; no context type holds it. */
const SEPARATOR = '#';

/** What an index knows agents by: each agent as a document, and each of its sentences as one. */
export function agentDocuments(
  agents: readonly Agent[],
  catalog: Pick<Catalog, 'names' | 'find'>,
): IndexedDocument[] {
  return agents.flatMap((agent) => {
    const { contextType, title, description } = agent;
    const sentences = sentencesOf(agent, catalog);
    return [
      { name: contextType, text: `${title}. ${description}` },
      ...sentences.map((text, at): IndexedDocument => {
        return { name: sentenceName(contextType, at), text, kind: 'query' };
      }),
    ];
  });
}

/** The scores of an agent's sentences, best first. */
export function sentenceScores(
  contextType: string,
  scoreOf: (name: string) => number | undefined,
): number[] {
  const scores: number[] = [];
  for (let at = 0; ; at += 1) {
    const score = scoreOf(sentenceName(contextType, at));
    if (score === undefined) return scores.sort((a, b) => b - a);
    scores.push(score);
  }
}

function sentenceName(contextType: string, at: number): string {
  return `${contextType}${SEPARATOR}${at}`;
}

function sentencesOf(agent: Agent, catalog: Pick<Catalog, 'names' | 'find'>): string[] {
  const own = ownSentences(agent);
  const further = hasFewSentences(agent) ? sentencesOfTools(agent, catalog) : [];
  return [...new Set([...own, ...further].filter((text) => text.trim() !== ''))];
}

/** True for an agent that says little of itself, as those of the config file mostly do. */
export function hasFewSentences(agent: Agent): boolean {
  return ownSentences(agent).length < FEW_SENTENCES;
}

function ownSentences({ examples, routing }: Agent): string[] {
  return [...examples, ...(routing?.examples ?? [])];
}

function sentencesOfTools({ groups }: Agent, catalog: Pick<Catalog, 'names' | 'find'>): string[] {
  const first = [...catalog.names(groups)].flatMap(
    (name) => catalog.find(name)?.tool.examples[0] ?? [],
  );
  return first.slice(0, MAX_TOOLS);
}
