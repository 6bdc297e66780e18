import { Moon, Sun } from 'lucide-react';
import { chooseTheme, useTheme } from '../session/theme.js';
import { IconButton } from '../ui/button.js';

export function ThemeSwitch() {
  const theme = useTheme();
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <IconButton name={`Switch to the ${other} theme`} onClick={() => chooseTheme(other)}>
      {theme === 'dark' ? <Sun aria-hidden /> : <Moon aria-hidden />}
    </IconButton>
  );
}
