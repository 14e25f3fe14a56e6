import { existsSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { configError } from '../../foundation/errors.js';
import type { JsonObject } from '../../foundation/json.js';
import { projectRoot } from '../version.js';
import { CONFIG_FILE } from '../config/file/read-config-file.js';

/** What a new config file is made of. */
export type InitAnswers = {
  /** Short id of the source. */
  id: string;
} & (
  | {
      /** Path or URL of its document. */
      openapi: string;
      baseUrl: string;
      /** True where users sign in, so that there are tokens of theirs to forward. */
      forwards: boolean;
    }
  | {
      /** The command of an MCP server, or its URL. */
      mcp: string;
      /** The tools of which the server itself says that they only read. */
      reads: readonly string[];
    }
);

/** Writes a config file with one source and one agent; refuses to replace one that is there. */
export function writeConfigFile(folder: string, answers: InitAnswers): string {
  const { id } = answers;
  const path = resolve(folder, CONFIG_FILE);
  if (existsSync(path))
    throw configError(`${path} is there already; remove it, or edit it and run "sextant check".`);
  const title = titleOf(id);
  if ('openapi' in answers) checkDocument(folder, answers.openapi);
  const text = stringify({
    default_agent: id,
    sources: { [id]: sourceOf(answers) },
    agents: {
      [id]: {
        title,
        description: `Answers questions about ${title} and proposes changes to it.`,
        sources: [id],
      },
    },
  });
  const withHint = text.replace(/^ {4}auth: none$/m, `    auth: none # ${AUTH_HINT}`);
  writeFileSync(path, `# yaml-language-server: $schema=${schemaFrom(folder)}\n${withHint}`);
  return path;
}

const AUTH_HINT =
  'or { bearer_env: VARIABLE }, { header: NAME, env: VARIABLE }; where users sign in (AUTH), { forward: authorization }';

function checkDocument(folder: string, openapi: string): void {
  const path = resolve(folder, openapi);
  if (/^https?:\/\//.test(openapi) || existsSync(path)) return;
  throw configError(
    `There is no ${path}. Give the path of the OpenAPI document, or its address (https://…).`,
  );
}

function sourceOf(answers: InitAnswers): JsonObject {
  if ('openapi' in answers) {
    const { openapi, baseUrl, forwards } = answers;
    return {
      openapi,
      base_url: baseUrl,
      auth: forwards ? { forward: 'authorization' } : 'none',
    };
  }
  return { mcp: serverFrom(answers.mcp), reads: [...answers.reads] };
}

/** An MCP server as a person types it: its URL, or its command with arguments. */
export function serverFrom(text: string): { url: string } | { command: string; args: string[] } {
  if (/^https?:\/\//.test(text)) return { url: text };
  const [command = '', ...args] = text.split(' ').filter((part) => part !== '');
  return { command, args };
}

/** The path of the JSON Schema with which editors check the file. */
function schemaFrom(folder: string): string {
  const path = relative(folder, fileURLToPath(new URL('docs/sextant.schema.json', projectRoot)));
  return path.startsWith('.') ? path : `./${path}`;
}

function titleOf(id: string): string {
  const words = id.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
