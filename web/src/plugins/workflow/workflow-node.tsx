import { Handle, Position, type Node, type NodeProps } from '@xyflow/react';
import {
  CircleCheck,
  CircleDashed,
  CircleSlash,
  CircleX,
  SkipForward,
  TriangleAlert,
  Bell,
  Boxes,
  CirclePlay,
  CircleHelp,
  ClipboardCheck,
  Clock,
  FilePlus2,
  GitBranch,
  Mail,
  MessageSquare,
  PackageCheck,
  PackageMinus,
  PackageOpen,
  PackageSearch,
  PenLine,
  RefreshCw,
  ScrollText,
  Search,
  SquareDashed,
  Zap,
  type LucideIcon,
  CircleMinus,
  CirclePlus,
  PencilLine,
} from 'lucide-react';
import { title } from '../../ui/format.js';
import type { GraphNode, Mark } from './rule-graph-parts.js';
import { shownLines, type Direction } from './layout.js';
import { offWords, markWords } from './rule-labels.js';
import { outcomeWords, type Outcome } from './simulation.js';
import styles from './workflow-node.module.css';

/** A box of the drawing as xyflow holds it. */
export type FlowNode = Node<
  { node: GraphNode; direction: Direction; outcome: Outcome | undefined },
  'workflow'
>;

/** One step of a rule: what it is, what it does, what an update does to it, how a trial went. */
export function WorkflowNode({ data, selected }: NodeProps<FlowNode>) {
  const { node, direction, outcome } = data;
  const classes = [
    styles.node,
    styles[node.kind],
    node.mark && styles[node.mark],
    outcome && styles[OUTCOMES[outcome.state].style],
    selected && styles.selected,
  ];
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      <Handle
        type="target"
        position={direction === 'down' ? Position.Top : Position.Left}
        isConnectable={false}
        className={styles.handle}
      />
      <Type node={node} /> <p className={styles.title}>{node.title}</p>{' '}
      {shownLines(node).map((line, at) => (
        <p key={at} className={styles.line}>
          {line}{' '}
        </p>
      ))}
      {outcome !== undefined && <OutcomeBadge outcome={outcome} />}
      <Handle
        type="source"
        position={direction === 'down' ? Position.Bottom : Position.Right}
        isConnectable={false}
        className={styles.handle}
      />
    </div>
  );
}

/** The spaces between words in a box are for those who hear them: on the screen they are gaps. */
function Type({ node }: { node: GraphNode }) {
  const { mark, inactive, problem } = node;
  return (
    <div className={styles.type}>
      <span className={styles.icon}>
        <ActionIcon node={node} />
      </span>
      <span className={styles.typeLabel}>{node.typeLabel}</span>{' '}
      {inactive && <span className={styles.off}>{offWords(node)}</span>}{' '}
      {problem !== undefined && (
        <TriangleAlert className={styles.problem} size={14} role="img" aria-label={problem} />
      )}
      {mark !== undefined && <MarkBadge mark={mark} />}
    </div>
  );
}

const OUTCOMES = {
  fired: { Icon: CircleCheck, style: 'ran' },
  'not fired': { Icon: CircleSlash, style: 'skipped' },
  ran: { Icon: CircleCheck, style: 'ran' },
  failed: { Icon: CircleX, style: 'failed' },
  skipped: { Icon: SkipForward, style: 'skipped' },
  'not reached': { Icon: CircleDashed, style: 'missed' },
} as const;

/** How a trial went at a step: a picture and words. */
export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  const { Icon, style } = OUTCOMES[outcome.state];
  return (
    <span className={`${styles.outcome} ${styles[`outcome-${style}`]}`}>
      <Icon size={12} aria-hidden />
      {outcomeWords(outcome)}
    </span>
  );
}

const ICONS: Readonly<Record<string, LucideIcon>> = {
  allocate_inventory: Boxes,
  check_inventory: PackageSearch,
  check_reorder_point: CircleHelp,
  commit_allocation: PackageMinus,
  create_alert: Bell,
  create_entity: FilePlus2,
  delay: Clock,
  evaluate_condition: GitBranch,
  log_audit_entry: ScrollText,
  lookup_entity: Search,
  release_reservation: PackageOpen,
  reserve_inventory: PackageCheck,
  seek_approval: ClipboardCheck,
  send_email: Mail,
  send_notification: MessageSquare,
  transition_status: RefreshCw,
  update_field: PenLine,
};

/** The picture of a step's type; a type that is not known here has a neutral one. */
export function ActionIcon({ node: { kind, type } }: { node: GraphNode }) {
  const Icon = kind === 'trigger' ? Zap : kind === 'missing' ? SquareDashed : ICONS[type];
  const Known = Icon ?? CirclePlay;
  return <Known size={15} aria-hidden />;
}

const MARK_ICONS = { added: CirclePlus, removed: CircleMinus, changed: PencilLine } as const;

/** What an update does to something: a picture and a word, never a colour alone. */
export function MarkBadge({ mark }: { mark: Mark }) {
  const Icon = MARK_ICONS[mark];
  return (
    <span className={`${styles.badge} ${styles[`badge-${mark}`]}`}>
      <Icon size={12} aria-hidden />
      {title(markWords(mark))}
    </span>
  );
}

/** The picture alone, where a word has no room; what it means is said beside it. */
export function MarkIcon({ mark }: { mark: Mark }) {
  const Icon = MARK_ICONS[mark];
  return <Icon size={12} role="img" aria-label={title(markWords(mark))} />;
}
