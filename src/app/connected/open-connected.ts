import type { Served } from '../served/served.js';
import { serverSecret } from '../served/sign-in-store.js';
import { systemClock } from '../../foundation/clock.js';
import type { Logger } from '../../foundation/logger.js';
import { LiveModels, type Models } from '../../llm/models.js';
import { ConnectedModelStore } from '../../store/connected-model.store.js';
import type { Database } from '../../store/database.js';
import type { Config } from '../config/config.js';
import { defaultOllamaHost } from '../config/model-settings.js';
import { modelsFromConfig, type LlmConfig } from '../llm-from-config.js';
import type { ToolSelection } from '../open-tools.js';
import { textRanks } from '../text-scores.js';
import { ConnectedModels } from './connected-models.js';

/** What a server's models are made from. */
export interface ConnectedParts {
  config: Config;
  served: Served;
  /** Models that the caller of the start brings win, as variables do. */
  options: { models?: Models };
  logger: Logger;
  db: Database;
  tools: ToolSelection;
}

/** The server's models, and what connects others; to be opened. */
export function connectedModels(parts: ConnectedParts): ConnectedModels {
  const { config, served, options, logger, db, tools } = parts;
  const palette = {
    scores: textRanks(tools.selection),
    commands: served.plugins.flatMap(({ commands = [] }) => commands),
  };
  const make = (of: LlmConfig): Models => modelsFromConfig(of, palette);
  return new ConnectedModels({
    ...{ config, logger, make },
    models: new LiveModels(options.models ?? make(config)),
    store: new ConnectedModelStore(db, systemClock, () => serverSecret(config)),
    chosenBy: options.models === undefined ? config.llm.chosenBy : 'the program that started it',
    isShared: config.signInKey !== undefined || db.kind === 'embedded',
    hasOthers: db.kind !== 'embedded',
    ollamaAddress: defaultOllamaHost,
    secrets: config.secrets,
  });
}
