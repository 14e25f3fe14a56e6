import { of } from 'rxjs';
import { withServices, type ToolOf } from '../tool.js';
import type { Backend } from './backend.js';
import type { ToolSource } from './tool-source.js';

/** Tools that are written in code. */
export interface StaticToolsOptions<Services> {
  id: string;
  title?: string;
  backend?: Backend;
  tools: readonly ToolOf<Services>[];
  services: Services;
}

/** A source whose tools never change, each closed over its plugin's services. */
export function staticTools<Services>(options: StaticToolsOptions<Services>): ToolSource {
  const { tools, services, ...source } = options;
  return {
    ...source,
    kind: 'static',
    tools$: of(withServices(source.id, tools, services)),
    status$: of({ state: 'ok', detail: `${tools.length} tools` }),
  };
}
