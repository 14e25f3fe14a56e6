import { Maximize2, FlaskConical } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { JsonObject } from '../../../../src/foundation/json.js';
import { Sheet } from '../../ui/sheet.js';
import { toGraph } from './graph.js';
import type { RuleDiff } from './rule-graph-parts.js';
import { usePeople, withNames } from './people.js';
import { readRule } from './rule.js';
import { RuleStage } from './rule-stage.js';
import { pathThrough } from './simulation.js';
import { useTrial } from './use-trial.js';
import { t } from './texts.js';
import styles from './inspector.module.css';

/**
 * A rule as a graph: any body the platform, a preview or a draft has of one. Its boxes can be looked into,
 * and it can be tried with a record; with the diff of an update, what changes is marked. Load it lazily:
 * it brings the graph library with it.
 */
export function RuleGraph({ rule: json, diff }: { rule: JsonObject; diff?: RuleDiff | undefined }) {
  const rule = useMemo(() => readRule(json), [json]);
  const graph = useNamedGraph(json, diff);
  const [selected, setSelected] = useState<string>();
  const [isLarge, setLarge] = useState(false);
  const trial = useTrial(json);
  const path = useMemo(
    () => trial.result && pathThrough(graph, trial.result),
    [graph, trial.result],
  );
  const stage = (
    <RuleStage
      rule={rule}
      graph={graph}
      path={path}
      trial={trial}
      selected={selected}
      onSelect={setSelected}
      isLarge={isLarge}
    />
  );
  const tryButton = !trial.isOpen && (
    <button type="button" className="button" onClick={() => trial.setOpen(true)}>
      <FlaskConical size={14} aria-hidden /> {t('Try it with a record')}
    </button>
  );
  if (isLarge) {
    return (
      <Sheet title={rule.name || t('The rule')} side="full" onClose={() => setLarge(false)}>
        <div className={styles.large}>
          <div className={styles.tools}>{tryButton}</div>
          {stage}
        </div>
      </Sheet>
    );
  }
  return (
    <div className={styles.view}>
      <div className={styles.tools}>
        {tryButton}
        <button type="button" className="button quiet" onClick={() => setLarge(true)}>
          <Maximize2 size={14} aria-hidden /> {t('Enlarge')}
        </button>
      </div>
      {stage}
    </div>
  );
}

/** The graph, with people's names in the place of their ids. */
function useNamedGraph(json: JsonObject, diff: RuleDiff | undefined) {
  const people = usePeople();
  return useMemo(
    () => toGraph(readRule(withNames(json, people)), withNames(diff, people)),
    [json, diff, people],
  );
}
