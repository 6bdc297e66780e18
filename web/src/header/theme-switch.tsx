import { Moon, Sun } from 'lucide-react';
import { chooseTheme, useTheme } from '../storage/theme.js';
import { IconButton } from '../ui/button.js';

export function ThemeSwitch() {
  const theme = useTheme();
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <IconButton
      name={`Switch to the ${other} theme`}
      className="noscript:invisible"
      onClick={() => chooseTheme(other)}
    >
      {/* The styles know the theme before the code does. */}
      <Moon aria-hidden className="dark:hidden" />
      <Sun aria-hidden className="hidden dark:block" />
    </IconButton>
  );
}
