import type { INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { silentLogger } from '../../foundation/logger.js';
import type { Config } from '../config/config.js';
import type { ServerOptions } from '../server-options.js';
import { Lifetime } from './lifetime.js';
import { SettingsModule } from './settings.module.js';

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
