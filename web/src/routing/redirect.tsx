import { useEffect } from 'react';
import { useLocation, useNavigate } from './hooks.js';
import type { NavigateOptions } from './location.js';

interface RedirectProps {
  readonly to: string;
  readonly state?: NavigateOptions['state'];
}

/** Redirects on every arrival. Back does not return here. */
export function Redirect({ to, state }: RedirectProps) {
  const navigate = useNavigate();
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is often a new object; redirect once per arrival
  useEffect(() => navigate(to, { replace: true, state }), [navigate, to, key]);
  return null;
}
