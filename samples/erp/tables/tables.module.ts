import { Module } from '@nestjs/common';
import { IntrospectionModule } from '../introspection/introspection.module.js';
import { ConfigsController } from './configs.controller.js';
import { ConfigsService } from './configs.service.js';
import { ConfigsStore } from './configs.store.js';
import { QueryService } from './query.service.js';

/** `/v1/data/configs`. */
@Module({
  imports: [IntrospectionModule],
  controllers: [ConfigsController],
  providers: [ConfigsStore, ConfigsService, QueryService],
  exports: [ConfigsStore],
})
export class TablesModule {}
