import { Monitor, Moon, Sun } from 'lucide-react';
import { chooseTheme, useNextTheme } from '../storage/theme.js';
import { IconButton } from '../ui/button.js';

/** Goes through light, dark, and the system's theme. Its icon shows what is chosen now. */
export function ThemeSwitch() {
  const next = useNextTheme();
  return (
    <IconButton
      name={next === 'system' ? 'Follow the theme of the system' : `Switch to the ${next} theme`}
      className="noscript:invisible"
      onClick={() => chooseTheme(next)}
    >
      {/* The styles know the theme before the code does. */}
      <Monitor aria-hidden className="[:root[data-theme]_&]:hidden" />
      <Sun aria-hidden className="hidden [:root[data-theme=light]_&]:block" />
      <Moon aria-hidden className="hidden [:root[data-theme=dark]_&]:block" />
    </IconButton>
  );
}
