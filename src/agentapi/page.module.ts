import { Module, type DynamicModule } from '@nestjs/common';
import type { Agents } from '../agentloop/agents.js';
import type { SelectionDeps } from '../agentloop/select-tools.js';
import { PgConversationViewStore } from '../store/conversation-views.store.js';
import type { CatalogueCheck } from '../toolcheck/catalogue-check.js';
import { ConversationsController } from './conversations/conversations.controller.js';
import { DRAFT_LISTS, type DraftList } from './drafts/draft-list.js';
import { DraftsController } from './drafts/drafts.controller.js';
import { InfoController, SERVER_INFO, type ServerInfo } from './info/info.controller.js';
import { CATALOGUE_CHECK, CheckController } from './tools/check.controller.js';
import { DirectProposals } from './proposals/direct-proposals.js';
import { ProposalsController } from './proposals/proposals.controller.js';
import { FeedbackController, RUN_FEEDBACK, type RunFeedback } from './runs/feedback.controller.js';
import { LEARNED, LearnedController, type Learned } from './tools/learned.controller.js';
import { AGENTS, SELECTION, SelectController } from './tools/select.controller.js';

/** What the routes behind the page are built from. */
export interface PageParts {
  info: ServerInfo;
  conversations: PgConversationViewStore;
  drafts: readonly DraftList[];
  selection: SelectionDeps;
  agents: Agents;
  check: CatalogueCheck;
  direct: DirectProposals;
  learned: Learned;
  feedback: RunFeedback;
}

/** What a page needs beside the chat: who answers, earlier conversations, drafts, the workbench. */
@Module({})
export class PageModule {
  static register(parts: PageParts): DynamicModule {
    return {
      module: PageModule,
      controllers: [
        InfoController,
        ConversationsController,
        DraftsController,
        SelectController,
        CheckController,
        LearnedController,
        FeedbackController,
        ProposalsController,
      ],
      providers: [
        { provide: SERVER_INFO, useValue: parts.info },
        { provide: PgConversationViewStore, useValue: parts.conversations },
        { provide: SELECTION, useValue: parts.selection },
        { provide: AGENTS, useValue: parts.agents },
        { provide: CATALOGUE_CHECK, useValue: parts.check },
        { provide: LEARNED, useValue: parts.learned },
        { provide: RUN_FEEDBACK, useValue: parts.feedback },
        { provide: DirectProposals, useValue: parts.direct },
        { provide: DRAFT_LISTS, useValue: parts.drafts },
      ],
    };
  }
}
