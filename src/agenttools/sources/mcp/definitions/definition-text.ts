import { cleanText, cutText } from '../../openapi/text/clean-text.js';
import type { ToolDefinition } from './tool-definition.js';

/** Capped for every tool alike, so that none can crowd out the others before the model or in the index. */
const MAX_DESCRIPTION = 800;
const MAX_INDEXED = 300;
const MAX_TITLE = 80;

/** What a definition says in words, cleaned: for people and the model, and for the index. */
export interface DefinitionText {
  title: string;
  description: string;
  indexed: string;
}

/** The words of a tool, without markup and invisible characters. */
export function definitionText(definition: ToolDefinition): DefinitionText {
  const { name, annotations } = definition;
  const words = nameWords(name);
  const title =
    cleanText(definition.title, MAX_TITLE) || cleanText(annotations['title'], MAX_TITLE) || words;
  const said = cleanText(definition.description, MAX_DESCRIPTION) || `${title}.`;
  const indexed = [title, title === words ? '' : words, cutText(said, MAX_INDEXED)];
  return {
    title: cutText(title, MAX_TITLE),
    description: said,
    indexed: indexed.filter((part) => part !== '').join('. '),
  };
}

/** `create_pullRequest` is "create pull request". */
function nameWords(name: string): string {
  const split = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/[^\p{L}\p{N}]+/gu, ' ');
  return cleanText(split.toLowerCase(), MAX_TITLE) || 'tool';
}
