/**
 * Every page (section 2), in the pattern language that the server's router and the browser's share. The server
 * answers these with the application and sends whoever asks for another path to `/`.
 */
export const PAGE_PATHS = {
  home: '/',
  market: '/market',
  product: '/product/:id',
  brand: '/brands/:brand',
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
  settings: '/dashboard/settings',
  shipping: '/dashboard/settings/shipping',
  security: '/dashboard/settings/security',
  ownProfile: '/dashboard/:uid/profile',
  ownBuying: '/dashboard/:uid/buying',
  ownSelling: '/dashboard/:uid/selling',
  ownWatching: '/dashboard/:uid/watching',
  ownSettings: '/dashboard/:uid/settings',
  ownShipping: '/dashboard/:uid/settings/shipping',
  ownSecurity: '/dashboard/:uid/settings/security',
} as const;
