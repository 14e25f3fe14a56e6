import { Module } from '@nestjs/common';
import { AgentApiModule } from './modules/agent-api.module.js';

/** The server; what it is started with is the `SettingsModule`'s (docs/decisions/0084-nest-modules.md). */
@Module({ imports: [AgentApiModule] })
export class AppModule {}
