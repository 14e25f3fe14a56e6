import type { DataSource, TableConfig, VisualColumn } from '../../../../src/platform/types.js';
import type { ErrorDetail } from '../../../../src/foundation/errors.js';
import type { Catalog } from '../../introspection/catalog.js';
import { Scope } from './scope.js';

/** What a config is checked against. */
export interface Knowledge {
  catalog: Catalog;
  /** Names of the roles that exist. */
  roles: readonly string[];
}

/** What every rule sees. The config already has the right shape. */
export interface RuleContext {
  config: TableConfig;
  source: DataSource;
  scope: Scope;
  /** `visual_settings.columns` by key. */
  visual: ReadonlyMap<string, VisualColumn>;
  knowledge: Knowledge;
}

/** One rule: what breaks it, each with its place and its own sentence; nothing when it holds. */
export type Rule = (context: RuleContext) => ErrorDetail[];

/** Prepares what the rules share. */
export function contextOf(config: TableConfig, knowledge: Knowledge): RuleContext {
  const source = config.data_source[0];
  return {
    config,
    source,
    scope: new Scope(source, knowledge.catalog),
    visual: new Map(Object.entries(config.visual_settings.columns)),
    knowledge,
  };
}

export function visualPath(key: string): string {
  return `visual_settings.columns.${key}`;
}
