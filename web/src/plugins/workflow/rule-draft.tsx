import { RawJson } from '../../ui/json-block.js';
import type { RuleDraft } from './api.js';
import { RuleGraph } from './rule-graph.js';
import { t } from './texts.js';

/** A rule that is being built, as far as it has come. */
export default function RuleDraftView({ draft: { description, workflow } }: { draft: RuleDraft }) {
  return (
    <>
      {description !== '' && <p>{description}</p>}
      <section>
        <h2>{t('So far')}</h2>
        <RuleGraph rule={workflow} />
      </section>
      <RawJson value={workflow} label={t('The draft as JSON')} />
    </>
  );
}
