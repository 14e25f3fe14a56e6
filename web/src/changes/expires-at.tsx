/** Until when a preview can be decided. */
export function ExpiresAt({ at }: { at: string }) {
  const words = new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <span className="quiet small">
      until <time dateTime={at}>{words}</time>
    </span>
  );
}
