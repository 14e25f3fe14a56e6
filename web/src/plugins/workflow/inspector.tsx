import { X } from 'lucide-react';
import { useRef } from 'react';
import { RawJson, FieldChanges } from '../../ui/values.js';
import { spaced, title } from '../../ui/format.js';
import { isObject, type JsonObject } from '../../../../src/foundation/json.js';
import { ActionIcon, MarkBadge, OutcomeBadge } from './workflow-node.js';
import {
  TRIGGER,
  type GraphEdge,
  type GraphNode,
  type RuleGraph,
  changeLines,
  type RuleDiff,
  fieldWords,
  ruleSideWords,
  type FieldChange,
} from './rule-graph-parts.js';
import { type Rule, readConditions } from './rule.js';
import type { Outcome } from './simulation.js';
import { useShown } from './use-trial.js';
import { conditionWords, markWords } from './rule-labels.js';
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

/** A step's settings as names and values; conditions are read as sentences. */
function ConfigList({ config }: { config: JsonObject }) {
  const entries = Object.entries(config);
  if (entries.length === 0) return <p className="quiet small">{t('No settings.')}</p>;
  return (
    <dl className={styles.list}>
      {entries.map(([key, value]) => (
        <div key={key}>
          <dt>{title(key)}</dt>
          <dd>
            <Value name={key} value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ name, value }: { name: string; value: unknown }) {
  if (value === null || value === '') return <span className="quiet">{t('empty')}</span>;
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (name.endsWith('conditions') && Array.isArray(value)) {
    return <Lines lines={readConditions(value).map(conditionWords)} />;
  }
  if (Array.isArray(value)) return <ListValue list={value} />;
  if (isObject(value)) return <ConfigList config={value} />;
  return <Plain value={value} />;
}

function ListValue({ list }: { list: readonly unknown[] }) {
  if (list.length === 0) return <span className="quiet">{t('none')}</span>;
  return (
    <ul>
      {list.map((item, at) => (
        <li key={at}>{isObject(item) ? <ConfigList config={item} /> : <Plain value={item} />}</li>
      ))}
    </ul>
  );
}

/** Sentences one below the other. */
export function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul>
      {lines.map((line, at) => (
        <li key={at}>{line}</li>
      ))}
    </ul>
  );
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function Plain({ value }: { value: unknown }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return <span className={UUID.test(text) ? 'mono' : styles.text}>{text}</span>;
}

/** An update as a list: what comes, what goes, and what differs, in words. */
export function WhatChanges({ diff }: { diff: RuleDiff }) {
  const lines = changeLines(diff);
  if (lines.length === 0) {
    return <p className="quiet small">{t('Nothing: it matches the saved rule.')}</p>;
  }
  return (
    <ul className={styles.lines}>
      {lines.map(({ mark, subject, detail, changes }) => (
        <li key={`${mark}:${subject}`}>
          <p className={styles.subject}>
            <MarkBadge mark={mark} />
            <span>
              <strong>{subject}</strong>
              {detail !== undefined && <span className="quiet"> {detail}</span>}
            </span>
          </p>
          <RuleFieldChanges changes={changes} />
        </li>
      ))}
    </ul>
  );
}

/** What differs in a rule, each field by its name. */
function RuleFieldChanges({ changes }: { changes: readonly FieldChange[] }) {
  return <FieldChanges changes={changes} label={fieldWords} side={ruleSideWords} />;
}
