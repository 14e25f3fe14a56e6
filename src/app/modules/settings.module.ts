import { Global, Module, type DynamicModule } from '@nestjs/common';
import { systemClock } from '../../foundation/clock.js';
import type { Logger } from '../../foundation/logger.js';
import type { Config } from '../config/config.js';
import { sampleServed } from '../served/served.js';
import type { ServerOptions } from '../server-options.js';
import { Lifetime } from './lifetime.js';
import { ServerAddress, CLOCK, CONFIG, LOGGER, SERVED, SERVER_OPTIONS } from './tokens.js';

/** What a server is started with, for all modules. */
@Global()
@Module({})
export class SettingsModule {
  static register(
    config: Config,
    logger: Logger,
    options: ServerOptions,
    lifetime: Lifetime,
  ): DynamicModule {
    const providers = [
      { provide: CONFIG, useValue: config },
      { provide: LOGGER, useValue: logger },
      { provide: CLOCK, useValue: systemClock },
      { provide: SERVER_OPTIONS, useValue: options },
      { provide: SERVED, useValue: options.served ?? sampleServed },
      { provide: Lifetime, useValue: lifetime },
      ServerAddress,
    ];
    return { module: SettingsModule, providers, exports: providers };
  }
}
