import { Module, type Provider } from '@nestjs/common';
import { LiveModels, type Models } from '../../llm/models.js';
import { ConnectedModelStore } from '../../store/connected-model.store.js';
import { ToolSelectionIndex } from '../../toolindex/selection-index.js';
import { defaultOllamaHost } from '../config/model-settings.js';
import { ConnectedModels } from '../connected/connected-models.js';
import type { ToolScores } from '../../llm/providers/palette/palette.js';
import { modelsFromConfig, type LlmConfig } from '../llm-from-config.js';
import { token } from '../../agentapi/injection.js';
import { provide, CONFIG, DATABASE, LOGGER, SERVED, SERVER_OPTIONS } from './injection.js';
import { StoreModule } from './store.module.js';
import { ToolIndexModule } from './tool-index.module.js';

const MAKE_MODELS = token<(config: LlmConfig) => Models>('MAKE_MODELS');

const providers: Provider[] = [
  provide(MAKE_MODELS, [SERVED, ToolSelectionIndex], ({ plugins }, index) => {
    const commands = plugins.flatMap((plugin) => plugin.commands ?? []);
    const scores: ToolScores = async (text, signal) => {
      const byWords = index.state.kind !== 'ready';
      const found = await index.scores(text, signal);
      return { of: (name) => found.rankOf(name), byWords };
    };
    return (config) => modelsFromConfig(config, { scores, commands });
  }),
  // Models that the caller of the start brings win, as variables do.
  provide(
    LiveModels,
    [CONFIG, SERVER_OPTIONS, MAKE_MODELS],
    (config, { models }, make) => new LiveModels(models ?? make(config)),
  ),
  provide(
    ConnectedModels,
    [CONFIG, SERVER_OPTIONS, LiveModels, MAKE_MODELS, ConnectedModelStore, DATABASE, LOGGER],
    (config, { models: given }, models, make, store, { kind }, logger) =>
      new ConnectedModels({
        config,
        logger,
        make,
        models,
        store,
        ollamaAddress: defaultOllamaHost,
        secrets: config.secrets,
        chosenBy: given === undefined ? config.llm.chosenBy : 'the program that started it',
        isShared: config.signInKey !== undefined || kind === 'embedded',
        hasOthers: kind !== 'embedded',
      }),
  ),
];

@Module({
  imports: [StoreModule, ToolIndexModule],
  providers,
  exports: [LiveModels, ConnectedModels],
})
export class LlmModule {}
