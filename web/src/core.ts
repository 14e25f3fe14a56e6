import { FileText, GitCompareArrows, Library, MessagesSquare, Plug, Wrench } from 'lucide-react';
import { usePreviews } from './api/queries.js';
import { ChatPage } from './chat/conversation.js';
import { useDraft, useDrafts } from './library/queries.js';
import type { PagePlugin } from './registry/plugin.js';
import { t } from './texts/texts.js';
import { lazyPart } from './ui/lazy-part.js';

/** What every page has, whatever its domains: the chat, the library of drafts and previews, the tools. */
export const core = (): PagePlugin => ({
  name: 'core',
  everywhere: true,
  views: views(),
  libraryTabs: libraryTabs(),
  chips: {
    draft_id: { noun: t('Draft'), Icon: FileText, useName: (id) => useDraft(id).data?.name },
  },
});

function views(): NonNullable<PagePlugin['views']> {
  return [
    { name: 'chat', label: t('Chat'), Icon: MessagesSquare, order: 10, View: ChatPage },
    {
      name: 'library',
      label: t('Library'),
      Icon: Library,
      order: 30,
      View: lazyPart(() => import('./library/library-page.js')),
    },
    {
      name: 'changes',
      label: t('Changes'),
      Icon: GitCompareArrows,
      order: 35,
      View: lazyPart(() => import('./changes/view/changes-page.js')),
    },
    {
      name: 'tools',
      label: t('Tools'),
      Icon: Wrench,
      order: 50,
      View: lazyPart(() => import('./tools/tools-page.js')),
    },
    {
      name: 'sources',
      label: t('Sources'),
      Icon: Plug,
      order: 60,
      View: lazyPart(() => import('./sources/sources-page.js')),
    },
  ];
}

function libraryTabs(): NonNullable<PagePlugin['libraryTabs']> {
  return [
    {
      name: 'drafts',
      title: t('Drafts'),
      about: t('What was started in a chat and not finished.'),
      order: 80,
      useCount: () => useDrafts(0).data?.total,
      List: lazyPart(async () => ({ default: (await import('./library/drafts.js')).DraftsList })),
      View: lazyPart(async () => ({ default: (await import('./library/drafts.js')).DraftPage })),
    },
    {
      name: 'previews',
      title: t('Previews'),
      about: t('What was proposed in a chat. Nothing is saved until you accept it.'),
      order: 90,
      useCount: () => usePreviews('waiting', 0).data?.total,
      counted: t('waiting'),
      List: lazyPart(async () => ({
        default: (await import('./library/previews.js')).PreviewsList,
      })),
      View: lazyPart(async () => ({
        default: (await import('./library/previews.js')).PreviewPage,
      })),
    },
  ];
}
