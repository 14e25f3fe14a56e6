import type { Agents } from '../../agentloop/agents.js';
import { AppError } from '../../foundation/errors.js';

/** The context type that a request names, or that of the only agent there is; rejects with the list otherwise. */
export function contextTypeOf({ list, for: agentFor }: Agents, wanted: string | undefined): string {
  if (wanted !== undefined) return agentFor(wanted).contextType;
  const [first, ...others] = list;
  if (first !== undefined && others.length === 0) return first.contextType;
  const allowed = list.map(({ contextType }) => contextType);
  throw new AppError(
    'unknown_context_type',
    `The request does not say which agent answers. Send context_type: one of ${allowed.join(', ')}.`,
    [{ path: 'context_type', message: 'missing', allowed }],
  );
}
