import { Controller, Get, Inject, type Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { JsonObject } from '../../foundation/json.js';
import { openApiDocument, type ApiInfo } from './openapi-document.js';

/** Injection token of the {@link OpenApiParts}. */
export const API_INFO = Symbol('API_INFO');

/** What the document is made of: facts about the server, and which modules are none of its own API. */
interface OpenApiParts extends ApiInfo {
  /** Modules whose routes belong to another system that is embedded here. */
  foreign: readonly Type[];
}

/** The server's API as an OpenAPI document (docs/routes.md). */
@Controller()
export class OpenApiController {
  private document: JsonObject | undefined;

  constructor(
    private readonly modules: ModulesContainer,
    @Inject(API_INFO) private readonly parts: OpenApiParts,
  ) {}

  @Get('openapi.json')
  read(): JsonObject {
    return (this.document ??= openApiDocument(this.ownControllers(), this.parts));
  }

  private ownControllers(): Type[] {
    const all = [...this.modules.values()];
    const roots: ReadonlySet<unknown> = new Set(this.parts.foreign);
    const foreign = new Set(all.filter(({ metatype }) => roots.has(metatype)));
    // A set that grows while it is walked: what foreign modules import is foreign too, but global ones are imported by all.
    for (const module of foreign)
      for (const one of module.imports) if (!one.isGlobal) foreign.add(one);
    return all
      .filter((module) => !foreign.has(module))
      .flatMap(({ controllers }) => [...controllers.values()])
      .flatMap(({ metatype }) => (typeof metatype === 'function' ? [metatype as Type] : []));
  }
}
