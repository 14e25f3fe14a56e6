import { Workflow } from 'lucide-react';
import { useLibraryList } from '../../library/queries.js';
import { namedMove } from '../../registry/registry.js';
import { draftView, type PagePlugin } from '../../registry/plugin.js';
import {
  AGENT,
  chatQuery,
  chatWithDraft,
  FIELDS,
  RULE_CHANGE,
  ruleAddress,
  type RuleDraft,
  checkRule,
} from './api.js';
import { t } from './texts.js';
import { lazyPart } from '../../ui/lazy-part.js';

/** Rules: their list and graph, the change that makes or alters one, and the drafts of them. */
export const workflow = (): PagePlugin => ({
  name: 'workflow',
  libraryTabs: libraryTabs(),
  changes: {
    [RULE_CHANGE]: {
      noun: t('rule'),
      Icon: Workflow,
      View: lazyPart(async () => ({ default: (await import('./rule-page.js')).RulePreview })),
      savedAt: ruleAddress,
      chatQuery,
      guards: ['if_version'],
      Form: lazyPart(() => import('./rule-form.js')),
      check: checkRule,
    },
  },
  drafts: {
    workflow: draftView<RuleDraft>({
      noun: t('rule'),
      Icon: Workflow,
      isUpdate: ({ workflow_id: id }) => id !== undefined,
      about: ({ description }) => description,
      facts: ({ workflow: { actions } }) =>
        Array.isArray(actions) ? [t('{n} action | {n} actions', { n: actions.length })] : [],
      chat: chatWithDraft,
      View: lazyPart(async () => ({ default: (await import('./rule-page.js')).RuleDraftView })),
    }),
  },
  contexts: {
    [AGENT]: {
      fields: FIELDS,
      subject: {
        path: '/v1/agent/library/rules',
        key: 'workflow_id',
        noun: t('Rule'),
        Icon: Workflow,
        label: t('Open rule'),
        none: t('No rule open (blank canvas)'),
        address: ruleAddress,
        Welcome: lazyPart(() => import('./rule-welcome.js')),
      },
    },
  },
  moveFor: (action) => namedMove(action, 'rule', ruleAddress),
});

function libraryTabs(): NonNullable<PagePlugin['libraryTabs']> {
  return [
    {
      name: 'rules',
      title: t('Rules'),
      about: t('What happens automatically when data changes.'),
      order: 10,
      useCount: () => useLibraryList('rules', '', 0).data?.total,
      List: lazyPart(() => import('./rules-list.js')),
      View: lazyPart(() => import('./rule-page.js')),
    },
  ];
}
