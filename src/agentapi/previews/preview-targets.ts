import { AppError } from '../../foundation/errors.js';
import type { PreviewKind } from '../../agenttools/tool.js';
import type { StoredPreview } from '../../store/previews.model.js';
import type { PreviewTarget } from './preview-target.js';
import { ruleTarget } from './rule-target.js';
import { tableTarget } from './table-target.js';

const targets: Readonly<Record<PreviewKind, PreviewTarget>> = {
  workflow_preview: ruleTarget,
  table_config_preview: tableTarget,
};

/** What a preview is about; rejects a kind that this server does not know. */
export function targetOf({ kind }: Pick<StoredPreview, 'kind'>): PreviewTarget {
  if (Object.hasOwn(targets, kind)) return targets[kind as PreviewKind];
  throw new AppError('internal', `A preview of the unknown kind "${kind}" is stored.`);
}
