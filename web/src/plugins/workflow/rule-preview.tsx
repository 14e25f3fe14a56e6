import { useMemo } from 'react';
import { isObject } from '../../../../src/foundation/json.js';
import type { ChangeViewProps } from '../../changes/change.js';
import { HiddenCharacters } from '../../changes/change-notes.js';
import { RawJson } from '../../ui/json-block.js';
import { usePeople, withNames } from './people.js';
import { readDiff } from './rule-graph-parts.js';
import { RuleGraph } from './rule-graph.js';
import { WhatChanges } from './inspector.js';
import { t } from './texts.js';

/** The proposed rule as a graph and, for a change, what differs from the stored one; an edit is drawn as it is written. */
export default function RulePreview({ data, decision, draft }: ChangeViewProps) {
  const people = usePeople();
  const diff = useMemo(() => readDiff(data['diff']), [data]);
  const shownDiff = useMemo(() => withNames(diff, people), [diff, people]);
  const proposed = isObject(data['workflow']) ? data['workflow'] : decision.stored?.payload;
  const { if_version: _guard, ...rule } = draft?.value ?? proposed ?? {};
  return (
    <>
      <HiddenCharacters found={data.invisible_characters} />
      {shownDiff !== undefined && (
        <section>
          <h3>{draft === undefined ? t('What changes') : t('What changed before your edit')}</h3>
          <WhatChanges diff={shownDiff} />
        </section>
      )}
      <section>
        <h3>
          {draft === undefined ? t('The rule') : t('The rule as you edit it')}
          {typeof rule['name'] === 'string' && ` “${rule['name']}”`}
        </h3>
        <RuleGraph rule={rule} diff={draft === undefined ? diff : undefined} />
      </section>
      <RawJson title={t('The rule as JSON')} value={rule} label={t('The rule as JSON')} />
    </>
  );
}
