import { Module } from '@nestjs/common';
import { CatalogStore } from './catalog.store.js';
import { IntrospectionController } from './introspection.controller.js';
import { IntrospectionService } from './introspection.service.js';

/** `/v1/introspection`, and the catalog for those who check names against it. */
@Module({
  controllers: [IntrospectionController],
  providers: [CatalogStore, IntrospectionService],
  exports: [CatalogStore],
})
export class IntrospectionModule {}
