import { Get } from '@nestjs/common';
import { ErpController } from '../shared/erp-controller.js';
import { openApiDocument, type OpenApiDocument } from './document.js';

/** `/v1/openapi.json`: what this API offers, for programs. */
@ErpController('v1/openapi.json')
export class OpenApiController {
  @Get()
  document(): OpenApiDocument {
    return openApiDocument;
  }
}
