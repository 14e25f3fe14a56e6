import {
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
} from 'lucide-react';
import type { GraphNode } from './rule-graph-parts.js';

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
