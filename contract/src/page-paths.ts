/**
 * Every page (section 2), in the pattern language that the server's router and the browser's share. The server answers
 * these with the application and redirects all other paths to `/`.
 */
export const PAGE_PATHS = {
  home: '/',
  market: '/market',
  browse: '/browse',
  product: '/product/:id',
  brands: '/brands',
  brand: '/brands/:brand',
  model: '/brands/:brand/:model',
  releases: '/releases',
  help: '/help',
  helpPage: '/help/:page',
  sellSearch: '/sell',
  sell: '/sell/:id',
  buy: '/buy/:id',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  profile: '/dashboard/profile',
  buying: '/dashboard/buying',
  selling: '/dashboard/selling',
  watching: '/dashboard/watching',
  collection: '/dashboard/collection',
  settings: '/dashboard/settings',
  shipping: '/dashboard/settings/shipping',
  security: '/dashboard/settings/security',
  ownProfile: '/dashboard/:uid/profile',
  ownBuying: '/dashboard/:uid/buying',
  ownSelling: '/dashboard/:uid/selling',
  ownWatching: '/dashboard/:uid/watching',
  ownCollection: '/dashboard/:uid/collection',
  ownSettings: '/dashboard/:uid/settings',
  ownShipping: '/dashboard/:uid/settings/shipping',
  ownSecurity: '/dashboard/:uid/settings/security',
} as const;

/** The path of a pattern with these parameters. */
export function pathOf(pattern: string, parameters: Readonly<Record<string, string>>): string {
  return pattern.replace(/:(\w+)/g, (_place, name) => encodeURIComponent(parameters[name] ?? ''));
}
