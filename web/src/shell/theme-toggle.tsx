import { Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { useMedia } from '../ui/use-media.js';
import { t } from '../texts/core.js';

/** Switches between light and dark; until the first use the system decides. */
export function ThemeToggle() {
  const systemDark = useMedia('(prefers-color-scheme: dark)');
  const [chosen, setChosen] = useState(document.documentElement.dataset['theme']);
  const dark = (chosen ?? (systemDark ? 'dark' : 'light')) === 'dark';
  const toggle = () => {
    const next = dark ? 'light' : 'dark';
    document.documentElement.dataset['theme'] = next;
    setChosen(next);
    try {
      localStorage.setItem('sextant.theme', next);
    } catch {
      // Holds until the page is loaded again.
    }
  };
  const label = dark ? t('Use the light theme') : t('Use the dark theme');
  return (
    <button type="button" className="icon-button" onClick={toggle} aria-label={label} title={label}>
      {dark ? <Sun size={16} aria-hidden /> : <Moon size={16} aria-hidden />}
    </button>
  );
}
