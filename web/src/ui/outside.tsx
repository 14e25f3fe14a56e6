import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';

/** A link to a page elsewhere, such as the backend's own page of a record; anything but a web address is plain text. */
export function OutsideLink({ to, children }: { to: string; children: ReactNode }) {
  if (!/^https?:\/\//i.test(to)) return <>{children}</>;
  return (
    <a href={to} target="_blank" rel="noopener noreferrer">
      {children} <ExternalLink size={12} aria-hidden />
    </a>
  );
}

/** Saves text or what was downloaded as a file of the user's. */
export function saveFile(name: string, content: string | Blob): void {
  const address = URL.createObjectURL(new Blob([content]));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
