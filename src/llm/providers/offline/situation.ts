import { isObject, type JsonObject } from '../../../foundation/json.js';

/** Where the user is: read from the context section at the end of the system prompt. */
export interface Situation {
  contextType: 'workflow' | 'tables' | 'law' | 'other';
  /** The rule or table config the page shows. */
  currentId?: string;
  /** True when the prompt says that nothing is open: a blank canvas. */
  blank: boolean;
  /** The page's context object; empty when there is none or it was cut. */
  json: JsonObject;
}

const PLACES: Readonly<Record<string, Situation['contextType']>> = {
  ...{ workflow: 'workflow', tables: 'tables' },
  ...{ law: 'law', law_research: 'law' },
};

const SECTION = /^##\s*Context\s*$/im;
const TYPE = /^Context type:\s*([a-z_]+)/im;
const CURRENT = /The current (?:workflow|table config) id is ([0-9a-f-]{36})/i;
const BLANK = /There is no current (?:workflow|table config)/i;
const JSON_LINE = /(?:^|\n)Context JSON\b[^\n]*:[ \t]*\n([^\n]+)/i;

/** Reads the context section; a prompt without one gives an `other` context with nothing open. */
export function readSituation(system: string): Situation {
  const start = lastSection(system);
  const text = start === undefined ? '' : system.slice(start);
  const type = TYPE.exec(text)?.[1] ?? '';
  const currentId = CURRENT.exec(text)?.[1];
  return {
    contextType: PLACES[type] ?? 'other',
    ...(currentId === undefined ? {} : { currentId }),
    blank: currentId === undefined && BLANK.test(text),
    json: parseObject(JSON_LINE.exec(text)?.[1]),
  };
}

function lastSection(system: string): number | undefined {
  let found: number | undefined;
  for (const match of system.matchAll(new RegExp(SECTION, 'gim'))) found = match.index;
  return found;
}

function parseObject(line: string | undefined): JsonObject {
  try {
    const value: unknown = JSON.parse(line ?? '{}');
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
