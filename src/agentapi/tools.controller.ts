import { Controller, Get, Inject } from '@nestjs/common';
import type { Catalog } from '../agenttools/catalog.js';
import { Answers } from './openapi/answers.js';
import { page } from './openapi/named-schema.js';
import { toolInfo } from './openapi/schemas/chats.js';

/** Injection token of the server's tool catalogue. */
export const CATALOG = Symbol('CATALOG');

/** What clients know the effects by. */
const EFFECTS = { read: 'read', draft: 'write', propose: 'preview' } as const;

/** The tool catalogue for people and pages: what exists, from where, in which groups, with which examples. */
@Controller('v1/agent')
export class ToolsController {
  constructor(@Inject(CATALOG) private readonly catalog: Catalog) {}

  @Answers(page(toolInfo))
  @Get('tools')
  list() {
    const items = this.catalog.tools.map((tool) => ({
      name: tool.name,
      description: tool.description,
      source: tool.source,
      operation: tool.operation,
      groups: tool.groups,
      effect: EFFECTS[tool.effect],
      input_schema: tool.inputSchema,
      examples: tool.examples,
    }));
    return { items, total: items.length };
  }
}
