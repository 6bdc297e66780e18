import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import type { ComponentType } from 'react';
import { prepareSignIn } from './api/identity/chosen-provider.js';
import { MarketLayout } from './header/market-layout.js';
import { RootLayout } from './header/root-layout.js';
import { paths } from './links/paths.js';
import { lazyPage } from './routing/lazy-page.js';
import { Redirect } from './routing/redirect.js';
import type { Route } from './routing/route.js';
import { LoginGuard, VisitorGuard } from './session/guards.js';

/** A page whose code is loaded when it is first shown. */
function page(path: string, load: () => Promise<ComponentType>): Route {
  return { path, ...lazyPage(load) };
}

const loadBrands = async () => (await import('./brand/brand-pages.js')).BRAND_PAGES;
const loadHelp = async () => (await import('./help/help-pages.js')).HELP_PAGES;
const loadDashboard = () => import('./dashboard/dashboard-layout.js');
const loadSelling = () => import('./dashboard/selling-page.js');
const loadBuying = () => import('./dashboard/buying-page.js');

/** Also loads the dashboard, where the order flow ends, so that a confirmed order need not wait for it. */
async function withDashboard<Page>(
  loadPage: () => Promise<Page>,
  loadEnd: () => Promise<unknown>,
): Promise<Page> {
  const page = await loadPage();
  Promise.all([loadDashboard(), loadEnd()]).catch(() => {});
  return page;
}

/** A sign-in page. Also loads the code of the sign-in. */
function signInPage(path: string, load: () => Promise<ComponentType>): Route {
  return page(path, () => {
    prepareSignIn();
    return load();
  });
}

/** The two addresses of a dashboard page, with and without the user's id. */
function dashboardPage(path: string, ownPath: string, load: () => Promise<ComponentType>): Route[] {
  return [page(path, load), page(ownPath, load)];
}

export const routes: readonly Route[] = [
  {
    Component: RootLayout,
    children: [
      {
        Component: MarketLayout,
        children: [
          page(PAGE_PATHS.home, async () => (await import('./home/home-page.js')).HomePage),
          page(PAGE_PATHS.market, async () => (await import('./overview/market-page.js')).MarketPage),
          page(PAGE_PATHS.browse, async () => (await import('./browse/browse-page.js')).BrowsePage),
          page(PAGE_PATHS.product, async () => (await import('./product/product-page.js')).ProductPage),
          page(PAGE_PATHS.brands, async () => (await loadBrands()).BrandsPage),
          page(PAGE_PATHS.brand, async () => (await loadBrands()).BrandPage),
          page(PAGE_PATHS.model, async () => (await loadBrands()).ModelPage),
          page(PAGE_PATHS.releases, async () => (await import('./releases/releases-page.js')).ReleasesPage),
          page(PAGE_PATHS.help, async () => (await loadHelp()).HelpIndexPage),
          page(PAGE_PATHS.helpPage, async () => (await loadHelp()).HelpPage),
          page(
            PAGE_PATHS.sellSearch,
            async () => (await import('./product/sell-search-page.js')).SellSearchPage,
          ),
          page(
            PAGE_PATHS.sell,
            async () => (await withDashboard(() => import('./trade/trade-page.js'), loadSelling)).SellPage,
          ),
          page(
            PAGE_PATHS.buy,
            async () => (await withDashboard(() => import('./trade/trade-page.js'), loadBuying)).BuyPage,
          ),
          page(
            PAGE_PATHS.forgotPassword,
            async () => (await import('./identity/forgot-password-page.js')).ForgotPasswordPage,
          ),
          page(
            PAGE_PATHS.resetPassword,
            async () => (await import('./identity/reset-password-page.js')).ResetPasswordPage,
          ),
          page(
            PAGE_PATHS.confirmEmail,
            async () => (await import('./identity/confirm-email-page.js')).ConfirmEmailPage,
          ),
          {
            Component: VisitorGuard,
            children: [
              signInPage(PAGE_PATHS.login, async () => (await import('./identity/login-page.js')).LoginPage),
              signInPage(
                PAGE_PATHS.register,
                async () => (await import('./identity/register-page.js')).RegisterPage,
              ),
            ],
          },
        ],
      },
      {
        Component: LoginGuard,
        children: [
          {
            ...lazyPage(async () => (await loadDashboard()).DashboardLayout),
            children: [
              ...dashboardPage(
                PAGE_PATHS.profile,
                PAGE_PATHS.ownProfile,
                async () => (await import('./dashboard/profile-page.js')).ProfilePage,
              ),
              ...dashboardPage(
                PAGE_PATHS.buying,
                PAGE_PATHS.ownBuying,
                async () => (await loadBuying()).BuyingPage,
              ),
              ...dashboardPage(
                PAGE_PATHS.selling,
                PAGE_PATHS.ownSelling,
                async () => (await loadSelling()).SellingPage,
              ),
              ...dashboardPage(
                PAGE_PATHS.watching,
                PAGE_PATHS.ownWatching,
                async () => (await import('./dashboard/watching-page.js')).WatchingPage,
              ),
              ...dashboardPage(
                PAGE_PATHS.collection,
                PAGE_PATHS.ownCollection,
                async () => (await import('./dashboard/collection-page.js')).CollectionPage,
              ),
              ...dashboardPage(
                PAGE_PATHS.settings,
                PAGE_PATHS.ownSettings,
                async () => (await import('./dashboard/settings-page.js')).SettingsPage,
              ),
              ...dashboardPage(
                PAGE_PATHS.shipping,
                PAGE_PATHS.ownShipping,
                async () => (await import('./dashboard/shipping-page.js')).ShippingPage,
              ),
              ...dashboardPage(
                PAGE_PATHS.security,
                PAGE_PATHS.ownSecurity,
                async () => (await import('./identity/security/security-page.js')).SecurityPage,
              ),
            ],
          },
        ],
      },
      { Component: () => <Redirect to={paths.home} /> },
    ],
  },
];
