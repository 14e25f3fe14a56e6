import type { Tool } from '../../tool.js';

/** One line of a file of examples. */
export interface ExampleLine {
  /** Of the operation, or the name of the tool. */
  id: string;
  examples: readonly string[];
  /** Of what the operation was when a model wrote the line; absent: people wrote it, and it stays. */
  hash?: string;
}

/** What a tool is called in a file of examples. */
export function lineId({ name, operation }: Pick<Tool, 'name' | 'operation'>): string {
  if (operation === undefined) return name;
  return 'tool' in operation ? name : operation.id;
}
