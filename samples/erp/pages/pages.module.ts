import { Module } from '@nestjs/common';
import { IntrospectionModule } from '../introspection/introspection.module.js';
import { FormFieldsController } from './form-fields.controller.js';
import { FormFieldsStore } from './form-fields.store.js';
import { FormsController } from './forms.controller.js';
import { FormsService } from './forms.service.js';
import { FormsStore } from './forms.store.js';
import { PageContentController } from './page-content.controller.js';
import { PageContentStore } from './page-content.store.js';
import { PagesController } from './pages.controller.js';
import { PagesService } from './pages.service.js';
import { PagesStore } from './pages.store.js';
import { TypesController } from './types.controller.js';

/** `/v1/config`: pages, their content, forms, their fields, and what they can be made of. */
@Module({
  imports: [IntrospectionModule],
  controllers: [
    PagesController,
    PageContentController,
    FormsController,
    FormFieldsController,
    TypesController,
  ],
  providers: [
    PagesStore,
    PageContentStore,
    PagesService,
    FormsStore,
    FormFieldsStore,
    FormsService,
  ],
})
export class PagesModule {}
