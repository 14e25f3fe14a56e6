import { Module, type DynamicModule } from '@nestjs/common';
import type { ExplorerClient } from '../agenttools/explorer/explorer-client.js';
import type { SelectionDeps } from '../agentloop/select-tools.js';
import { PgConversationViewStore } from '../store/conversation-views.store.js';
import { PgDraftStore } from '../plugins/workflow/store/drafts.store.js';
import { PgWorkingCopyStore } from '../plugins/tables/store/working-copies.store.js';
import type { CatalogueCheck } from '../toolcheck/catalogue-check.js';
import { ConversationsController } from './conversations/conversations.controller.js';
import { DraftsController } from './drafts/drafts.controller.js';
import { EXPLORER, GraphController } from './graph/graph.controller.js';
import { InfoController, SERVER_INFO, type ServerInfo } from './info/info.controller.js';
import { REQUEST_SHARES } from './costly-request.js';
import type { RequestShares } from './request-shares.js';
import { CATALOGUE_CHECK, CheckController } from './tools/check.controller.js';
import { LibraryController, PLATFORM_FOR, type PlatformFor } from './library/library.controller.js';
import { SELECTION, SelectController } from './tools/select.controller.js';

/** What the routes behind the page are built from. */
export interface PageParts {
  info: ServerInfo;
  conversations: PgConversationViewStore;
  drafts: PgDraftStore;
  workingCopies: PgWorkingCopyStore;
  platformFor: PlatformFor;
  selection: SelectionDeps;
  check: CatalogueCheck;
  explorer: ExplorerClient;
}

/** What a page needs beside the chat: who answers, earlier conversations, drafts, the library, the workbench. */
@Module({})
export class PageModule {
  static register(parts: PageParts, shares: RequestShares): DynamicModule {
    return {
      module: PageModule,
      controllers: [
        InfoController,
        ConversationsController,
        DraftsController,
        LibraryController,
        SelectController,
        CheckController,
        GraphController,
      ],
      providers: [
        { provide: REQUEST_SHARES, useValue: shares },
        { provide: SERVER_INFO, useValue: parts.info },
        { provide: PgConversationViewStore, useValue: parts.conversations },
        { provide: PLATFORM_FOR, useValue: parts.platformFor },
        { provide: SELECTION, useValue: parts.selection },
        { provide: EXPLORER, useValue: parts.explorer },
        { provide: CATALOGUE_CHECK, useValue: parts.check },
        { provide: PgDraftStore, useValue: parts.drafts },
        { provide: PgWorkingCopyStore, useValue: parts.workingCopies },
      ],
    };
  }
}
