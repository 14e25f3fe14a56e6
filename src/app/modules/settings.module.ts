import {
  Global,
  Module,
  type DynamicModule,
  type INestApplicationContext,
  type Type,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { systemClock } from '../../foundation/clock.js';
import { type Logger, silentLogger } from '../../foundation/logger.js';
import type { Config } from '../config/config.js';
import { sampleServed } from '../served/served.js';
import {
  type ServerOptions,
  ServerAddress,
  CLOCK,
  CONFIG,
  LOGGER,
  SERVED,
  SERVER_OPTIONS,
} from './injection.js';
import { Lifetime } from './lifetime.js';

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

class ContextModule {}

/** Some of a server's modules, for a command that does not listen; the caller closes it. */
export async function openContext(
  modules: readonly Type[],
  config: Config,
  options: ServerOptions = {},
): Promise<INestApplicationContext> {
  const lifetime = new Lifetime();
  const settings = SettingsModule.register(config, silentLogger, options, lifetime);
  const module = { module: ContextModule, imports: [settings, ...modules] };
  try {
    return await NestFactory.createApplicationContext(module, {
      logger: false,
      abortOnError: false,
    });
  } catch (error) {
    await lifetime.close();
    throw error;
  }
}
