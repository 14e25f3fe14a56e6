import { closeNames, matchName } from '../../../agenttools/names.js';
import { defineTool } from '../../../agenttools/define-tool.js';
import {
  allEnums,
  introspection,
  resolveSchema,
  type EnumInfo,
} from '../../../platform/introspection.js';
import { show } from '../../../platform/lists.js';
import { searchWords, wordScore } from '../../../agenttools/search-words.js';
import { defined } from '../../../foundation/defined.js';

interface Input {
  query?: string;
  schema?: string;
}

/** Lists the values that enum columns may take. */
export const searchEnums = defineTool<Input>({
  name: 'search_enums',
  description:
    'Finds database enums and their allowed values, such as the order statuses or alert severities. Use it to learn which values a status or type column may take before you compare with one.',
  properties: {
    query: { type: 'string', description: 'Part of the enum name or one of its values.' },
    schema: { type: 'string', description: 'Only enums of this schema, e.g. sales.' },
  },
  examples: [
    'what order statuses are possible?',
    'which values can the severity have',
    'list the allowed values of purchase order status',
    'is "on hold" a valid status for an order?',
    'show all enums in sales',
    'what options are there for employment type',
  ],
  groups: ['workflow', 'tables'],
  effect: 'read',
  execute: async ({ query, schema }, { read }) => {
    const enums = schema
      ? await introspection.enums(read, await resolveSchema(read, schema))
      : await allEnums(read);
    const found = query ? matching(query, enums) : enums;
    const names = enums.map((item) => item.name);
    return {
      result: {
        enums: show(found.map(toLine), 30),
        ...defined({
          hint:
            found.length === 0 && query
              ? `No enum matches "${query}". Close names: ${closeNames(names, query).join(', ')}.`
              : undefined,
        }),
      },
    };
  },
});

function toLine({ schema, name, values }: EnumInfo) {
  return { enum: `${schema}.${name}`, values };
}

/** By name first; else by the share of the query's words in name and values. */
function matching(query: string, enums: readonly EnumInfo[]): EnumInfo[] {
  const match = matchName(enums, query, (item) => item.name);
  if (match.kind === 'one') return [match.item];
  if (match.kind === 'many') return [...match.items];
  const words = searchWords(query);
  return enums
    .map((item) => ({
      item,
      score: wordScore(words, `${item.schema} ${item.name} ${item.values.join(' ')}`),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item);
}
