import { useRoute } from '../../shell/route.js';
import { ResearchDetail } from './research-detail.js';
import { ResearchList } from './research-list.js';

/** The user's researches with a form to begin one, or the one that the address names. */
export default function ResearchPage() {
  const { path } = useRoute();
  const id = path[0];
  return id === undefined ? <ResearchList /> : <ResearchDetail key={id} id={id} />;
}
