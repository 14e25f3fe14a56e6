import { Module, type DynamicModule } from '@nestjs/common';
import { InfoController, SERVER_INFO, type ServerInfo } from './info/info.controller.js';

/** What the routes behind the page are built from. */
export interface PageParts {
  info: ServerInfo;
}

/** What a page needs beside the chat: who answers, earlier conversations, drafts, the library, the workbench. */
@Module({})
export class PageModule {
  static register(parts: PageParts): DynamicModule {
    return {
      module: PageModule,
      controllers: [InfoController],
      providers: [{ provide: SERVER_INFO, useValue: parts.info }],
    };
  }
}
