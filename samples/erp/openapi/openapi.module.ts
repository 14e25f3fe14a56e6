import { Module } from '@nestjs/common';
import { OpenApiController } from './openapi.controller.js';

/** The ERP's OpenAPI document. */
@Module({ controllers: [OpenApiController] })
export class OpenApiModule {}
