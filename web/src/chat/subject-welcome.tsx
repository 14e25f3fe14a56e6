import type { ReactNode } from 'react';
import { AgentWelcome, Suggestions } from './welcome.js';
import styles from './welcome.module.css';

/** What a chat with one thing open begins with: its name, what it is, and sentences about it. */
export function SubjectWelcome({
  name,
  about,
  sentences,
  onSend,
}: {
  name: string;
  about: ReactNode;
  sentences: readonly string[];
  onSend: (message: string) => void;
}) {
  return (
    <div className={styles.welcome}>
      <h2>{name}</h2>
      <div className="quiet">{about}</div>
      <Suggestions sentences={sentences} onSend={onSend} />
    </div>
  );
}

/** While the open thing is read nothing is shown; where it cannot be read, what the agent does. */
export function SubjectNotRead({
  failed,
  contextType,
  onSend,
}: {
  failed: boolean;
  contextType: string;
  onSend: (message: string) => void;
}) {
  return failed ? <AgentWelcome contextType={contextType} onSend={onSend} /> : null;
}
