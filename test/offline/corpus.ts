import { readFile } from 'node:fs/promises';

/** One request of the corpus and what a good answer does. */
export interface CorpusCase {
  /** The message that is judged. */
  say: string;
  on: 'workflow' | 'tables';
  /** Name of the rule or table that the page shows; absent for none. */
  open?: string;
  /** Messages sent before in the same conversation, really answered. */
  before?: string[];
  /**
   * The tools called, in order, without lookups; a name that a case lists counts even if it is one.
   * Empty: nothing but lookups may be called.
   */
  tools: string[];
  /** Some call of the tool holds these arguments: objects in part, lists item by item, `/…/` as a pattern. */
  args?: [tool: string, arguments: Record<string, unknown>][];
  /** A pattern the answer must match. */
  answer?: string;
  /** True: it must decline, calling no tool at all, and show what it can do. */
  decline?: boolean;
}

/**
 * Reads a file of cases: one JSON object a line, `//` lines are comments. As the sample's rows are dated from today,
 * `{day+7}` stands for the day in a week, and `{month-1}` for the month before this one, such as `2026-10`.
 */
export async function readCases<T>(file: URL, today = new Date()): Promise<T[]> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('//'))
    .map((line) => JSON.parse(dated(line, today)) as T);
}

function dated(text: string, today: Date): string {
  const [year, month, day] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()];
  return text.replaceAll(/\{(day|month)([+-]\d+)?\}/g, (_all, unit: string, by = '0') =>
    unit === 'day'
      ? new Date(Date.UTC(year, month, day + Number(by))).toISOString().slice(0, 10)
      : new Date(Date.UTC(year, month + Number(by))).toISOString().slice(0, 7),
  );
}
