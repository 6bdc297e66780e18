import { useEffect } from 'react';
import { useLocation, useNavigate } from './hooks.js';
import type { NavigateOptions } from './location.js';

interface RedirectProps {
  readonly to: string;
  readonly state?: NavigateOptions['state'];
}

/** Leads everybody elsewhere who comes here, now and later; Back does not lead here again. */
export function Redirect({ to, state }: RedirectProps) {
  const navigate = useNavigate();
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is often made anew; what counts is each arrival
  useEffect(() => navigate(to, { replace: true, state }), [navigate, to, key]);
  return null;
}
