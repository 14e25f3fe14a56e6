import { X } from 'lucide-react';
import { useRef } from 'react';
import { RawJson } from '../../ui/raw-json.js';
import { ActionIcon } from './action-icon.js';
import { ConfigList, Lines } from './config-list.js';
import { RuleFieldChanges } from './what-changes.js';
import { TRIGGER, type GraphEdge, type GraphNode, type RuleGraph } from './rule-graph-parts.js';
import { MarkBadge } from './mark-badge.js';
import type { Rule } from './rule.js';
import type { Outcome } from './simulation.js';
import { useShown } from './use-shown.js';
import { spaced } from '../../ui/value-words.js';
import { conditionWords } from './rule-labels.js';
import { OutcomeBadge } from './workflow-node.js';
import { markWords } from './node-label.js';
import { t } from './texts.js';
import styles from './inspector.module.css';

/** Everything there is to know of the box that is chosen. */
export function Inspector({
  node,
  rule,
  graph,
  outcome,
  onClose,
}: {
  node: GraphNode;
  rule: Rule;
  graph: RuleGraph;
  outcome: Outcome | undefined;
  onClose: () => void;
}) {
  const { action } = node;
  // The drawing has names in the place of ids.
  const written = rule.actions.find(({ id }) => id === action?.id);
  const section = useRef<HTMLElement>(null);
  useShown(section, node.id);
  return (
    <section
      ref={section}
      className={styles.inspector}
      aria-label={t('Details of {title}', { title: node.title })}
    >
      <header className={styles.head}>
        <p className={styles.type}>
          <ActionIcon node={node} /> {node.typeLabel}
          {node.inactive && ` ${t('· switched off')}`}
        </p>
        <button
          type="button"
          className="icon-button"
          aria-label={t('Close the details')}
          onClick={onClose}
        >
          <X size={15} aria-hidden />
        </button>
      </header>
      <h4 className={styles.title}>{node.title}</h4>
      <Standing node={node} outcome={outcome} />
      {action?.description !== undefined && <p className="small">{action.description}</p>}
      <RuleFieldChanges changes={node.changes} />
      {node.id === TRIGGER && <TriggerDetails rule={rule} />}
      {action !== undefined && <ConfigList config={action.config} />}
      <Ways node={node} graph={graph} />
      {written !== undefined && (
        <RawJson value={written} label={t('{title} as JSON', { title: node.title })} />
      )}
    </section>
  );
}

/** What an update does to the step, how a trial went at it, and what is wrong with it. */
function Standing({ node, outcome }: { node: GraphNode; outcome: Outcome | undefined }) {
  const { mark, problem } = node;
  return (
    <>
      {(mark !== undefined || outcome !== undefined) && (
        <p className={styles.badges}>
          {mark !== undefined && <MarkBadge mark={mark} />}
          {outcome !== undefined && (
            <span className={styles.flat}>
              <OutcomeBadge outcome={outcome} />
            </span>
          )}
        </p>
      )}
      {outcome !== undefined && <p className="small">{outcome.reason}</p>}
      {problem !== undefined && <p className={`small ${styles.problem}`}>{problem}</p>}
      {mark === 'removed' && (
        <p className="quiet small">{t('The saved rule has this step; the change removes it.')}</p>
      )}
    </>
  );
}

function TriggerDetails({ rule }: { rule: Rule }) {
  const { conditions, entity, triggerType } = rule;
  return (
    <dl className={styles.list}>
      <div>
        <dt>{t('Table')}</dt>
        <dd className="mono">{entity || t('not said')}</dd>
      </div>
      <div>
        <dt>{t('Event')}</dt>
        <dd>{spaced(triggerType) || t('not said')}</dd>
      </div>
      <div>
        <dt>{conditions.length > 1 ? t('Conditions (all must hold)') : t('Condition')}</dt>
        <dd>
          {conditions.length === 0 ? (
            t('none: every time')
          ) : (
            <Lines lines={conditions.map(conditionWords)} />
          )}
        </dd>
      </div>
    </dl>
  );
}

/** Where a step is come to from and where it leads, for those who do not see the arrows. */
function Ways({ node, graph }: { node: GraphNode; graph: RuleGraph }) {
  const nameOf = (id: string) => graph.nodes.find((other) => other.id === id)?.title ?? id;
  const words = (edge: GraphEdge, id: string) =>
    [nameOf(id), edge.port && `(${spaced(edge.port)})`, edge.mark && `– ${markWords(edge.mark)}`]
      .filter(Boolean)
      .join(' ');
  const from = graph.edges.filter(({ target }) => target === node.id);
  const to = graph.edges.filter(({ source }) => source === node.id);
  return (
    <dl className={styles.list}>
      {node.id !== TRIGGER && (
        <div>
          <dt>{t('After##a step')}</dt>
          <dd>
            {from.length === 0 ? (
              t('nothing')
            ) : (
              <Lines lines={from.map((edge) => words(edge, edge.source))} />
            )}
          </dd>
        </div>
      )}
      <div>
        <dt>{t('Then')}</dt>
        <dd>
          {to.length === 0 ? (
            t('the end')
          ) : (
            <Lines lines={to.map((edge) => words(edge, edge.target))} />
          )}
        </dd>
      </div>
    </dl>
  );
}
