import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { IdentitySetup } from '@perkex/contract/identity-setup.js';
import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import { PAGES, type PageName, type PageRecord } from '@perkex/contract/pages.js';
import { patternsOf } from '@perkex/contract/path-of.js';
import type { ProviderName } from '@perkex/contract/payment-setup.js';
import { isTheme, THEME_COOKIE, type Theme } from '@perkex/contract/theme.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CAMPAIGNS } from '../cache/cache-tags.js';
import { CachedValue } from '../cache/cached-value.js';
import { hasOwnChanges } from '../cache/own-changes.js';
import type { ResponseCache } from '../cache/response-cache.js';
import { sendCached } from '../cache/send-cached.js';
import { StaleLimit } from '../cache/stale-limit.js';
import type { Clock } from '../clock/clock.js';
import type { BusyLog } from '../http/busy-log.js';
import { limitedAddress } from '../http/client-address.js';
import { FairQueue, type RunInSlot } from '../http/fair-queue.js';
import { isBusy, isRefusal } from '../http/problems.js';
import type { Metrics } from '../process/metrics.js';
import { filesRoutes } from './files.routes.js';
import { type Page, plainPage } from './page.js';
import { pageHtml } from './page-html.js';
import type { PagePlan, PageRequest, PageSources } from './page-plan.js';
import { pageAnswers, staticPlan } from './page-plans.js';
import { pageRenderer } from './page-renderer.js';
import { withoutProduct } from './product-page.js';
import { renderThread } from './render-thread.js';
import { siteOf } from './site.js';
import { mapRoutes } from './site-map.routes.js';
import type { WebBuild } from './web-build.js';

export interface PagesDependencies extends Omit<PageSources, 'log'> {
  readonly build: WebBuild;
  readonly publicUrl: string;
  /** Every page names the identity provider to the browser. */
  readonly identitySetup: IdentitySetup;
  readonly isDemo: boolean;
  /** True once deals have started. Their pages are unknown before. */
  readonly hasDeals: boolean;
  /** Checks whether pages of members may be sent in answer to this request. */
  readonly isForMember: (request: FastifyRequest) => Promise<boolean>;
  /** The payment provider; null without payments. */
  readonly payments: ProviderName | null;
  readonly responses: ResponseCache;
  /** The fair queue of the reads. */
  readonly runInSlot: RunInSlot;
  readonly busy: BusyLog;
  readonly metrics: Metrics | null;
}

const HIDDEN = { schema: { hide: true } };
const HTML = 'text/html; charset=utf-8';
const FIXED_CACHED_MS = 60_000;
/** As long as the slowest attempt: a page that always fails leaves the thread to others for half of the time. */
const FAILED_CACHED_MS = 10_000;
const RETRY_AFTER_SECONDS = 1;
/** One is rendered, the next one waits in the thread, and the data of another is read. */
const PAGES_AT_WORK = 3;
/** Several times the size of the largest page. */
const MAX_PAGE_BYTES = 1_000_000;

/** The pages of section 2, each with its head and initial data, and the files that they load. */
export async function pagesRoutes(app: FastifyInstance, dependencies: PagesDependencies): Promise<void> {
  const { build, publicUrl, identitySetup: identity, isDemo, hasDeals, payments, campaigns } = dependencies;
  const { log } = app;
  const site = siteOf(build, publicUrl);
  const answers = pageAnswers(site, { ...dependencies, log });
  const thread = renderThread(build.rendererUrl);
  app.addHook('onClose', () => thread.close());
  const render = pageRenderer(thread.render, dependencies.clock, log);
  const htmlOf: HtmlOf = async (page, theme, announcement) => {
    const setting = { announcement, theme, publicUrl, identity, isDemo, hasDeals, payments };
    const body = await render(page);
    const html = pageHtml(build, page, body, setting);
    if (html.length > MAX_PAGE_BYTES && page.firstScreen !== null) {
      log.error(
        { address: page.address, bytes: html.length },
        'a page is too large, and is sent without its data',
      );
      return htmlOf({ ...page, firstScreen: null }, theme, announcement);
    }
    return { html, hasFailed: page.firstScreen !== null && body.data === null };
  };
  const sendBy =
    (makeHtml: HtmlOf): SendPage =>
    async (page, request, reply, isOfDesk = false) => {
      // At work, members are not disturbed.
      const announcement = isOfDesk ? null : (await campaigns.shown()).announcement;
      const { html } = await makeHtml(page, themeOf(request.headers.cookie), announcement);
      return sendPage(reply, page, html);
    };
  const send = sendBy(htmlOf);
  /** For pages whose content does not depend on the address. */
  const sendFixed = sendBy(renderedRarely(htmlOf, dependencies.clock));
  // Otherwise reads would wait for the pages before them to be rendered.
  const limit = StaleLimit.ofPages({
    clock: dependencies.clock,
    slots: new FairQueue(PAGES_AT_WORK),
    isPressed: () => dependencies.responses.limit.isPressed(),
  });
  dependencies.metrics?.addGauge(
    'perkex_page_stale_seconds',
    'How long a page may be stale: longer under load',
    () => limit.maxMs() / 1_000,
  );
  const sendRendered = renderedPages(htmlOf, send, limit, dependencies);

  /** While the products cannot be read, every id counts as one, and none was merged. */
  const noteUnread = (error: unknown) => {
    dependencies.busy.note(error);
    return null;
  };

  async function isProduct(id: string): Promise<boolean> {
    const products = await dependencies.findable.read().catch(noteUnread);
    return products === null || products.found([Number(id)]).length > 0;
  }

  /** A page that differs between visitors by its theme only. */
  function addRendered(name: PageName): void {
    const staticPage = plainPage(name, site);
    const { plan, unknown, unread, redirect, moved } = answers[name] ?? {
      plan: () => staticPlan(staticPage),
    };
    const options = { ...HIDDEN, config: { isApart: true } };
    app.get(PAGE_PATHS[name], options, async (request: PageRequest, reply) => {
      const address = redirect?.(request) ?? null;
      if (address !== null && address !== request.url) {
        return reply.redirect(address);
      }
      const replaced = (await moved?.(request).catch(noteUnread)) ?? null;
      if (replaced !== null) {
        return reply.redirect(replaced, 308);
      }
      const withoutData = unread?.(request) ?? {
        ...plainPage(name, site, request.params),
        status: unknown ? 503 : 200,
        firstScreen: null,
      };
      const isFound = await sendRendered(request, reply, async () => plan(request), withoutData);
      if (!isFound && unknown) {
        await sendFixed(unknown, request, reply);
      }
      return reply;
    });
  }

  /** A page that the application draws. */
  function addUnrendered(name: PageName): void {
    const isOfDesk = PAGES[name].layout === 'desk';
    for (const pattern of patternsOf(PAGE_PATHS[name])) {
      // Fastify's own answers to HEAD differ from those of unknown pages.
      const options = { ...HIDDEN, exposeHeadRoute: !isOfDesk };
      app.get(pattern, options, async (request: PageRequest, reply) => {
        if (isOfDesk && !(await dependencies.isForMember(request))) {
          return reply.callNotFound();
        }
        const page = plainPage(name, site, request.params);
        const { id } = request.params;
        const isFound = id === undefined || (await isProduct(id));
        return send(isFound ? page : withoutProduct(page), request, reply, isOfDesk);
      });
    }
  }

  for (const name of Object.keys(PAGES) as PageName[]) {
    const { isRendered, needsDeals = false }: PageRecord = PAGES[name];
    if (isRendered) {
      addRendered(name);
    } else if (hasDeals || !needsDeals) {
      addUnrendered(name);
    }
  }
  mapRoutes(app, dependencies);
  await filesRoutes(app, build.folder, build.earlierAssets ?? []);
}

interface PageText {
  readonly html: Buffer;
  /** True if the page should have been rendered, but rendering failed. */
  readonly hasFailed: boolean;
}

type HtmlOf = (page: Page, theme: Theme | null, announcement: string | null) => Promise<PageText>;
type SendPage = (
  page: Page,
  request: FastifyRequest,
  reply: FastifyReply,
  isOfDesk?: boolean,
) => Promise<FastifyReply>;

/**
 * Caches the HTML of each page for each theme, with the last announcement. It expires, as the page may have been sent
 * unrendered after a failure.
 */
function renderedRarely(htmlOf: HtmlOf, clock: Clock): HtmlOf {
  const rendered = new Map<Page, Map<Theme | null, { text: string | null; html: CachedValue<PageText> }>>();
  return (page, theme, announcement) => {
    const byTheme =
      rendered.get(page) ?? new Map<Theme | null, { text: string | null; html: CachedValue<PageText> }>();
    rendered.set(page, byTheme);
    const last = byTheme.get(theme);
    const cached =
      last?.text === announcement ? last : { text: announcement, html: new CachedValue<PageText>(clock) };
    byTheme.set(theme, cached);
    return cached.html.read({ make: () => htmlOf(page, theme, announcement), maxAgeMs: FIXED_CACHED_MS });
  };
}

/** The key of a normal page request; null for a browser that must see its user's own change. */
export function keyOfPage({ url = '', headers: { cookie } }: IncomingMessage): string | null {
  return hasOwnChanges(cookie) ? null : keyFor(url, themeOf(cookie));
}

/** The separator is a space, which no address contains. */
function keyFor(address: string, theme: Theme | null): string {
  return `${address} ${theme ?? ''}`;
}

/**
 * Answers with cached pages. A page is sent even if its data cannot be read: the application then requests the data and
 * reports the failure.
 */
function renderedPages(
  htmlOf: HtmlOf,
  send: SendPage,
  limit: StaleLimit,
  {
    responses,
    campaigns,
    busy,
    runInSlot,
    clock,
  }: Pick<PagesDependencies, 'responses' | 'campaigns' | 'busy' | 'runInSlot' | 'clock'>,
) {
  function note({ id: requestId, log }: FastifyRequest, error: unknown): void {
    if (isBusy(error)) {
      busy.note(error);
    } else {
      log.error({ requestId, err: error }, 'a page is sent without what it shows');
    }
  }

  /** @returns whether the page exists; if so, it is sent */
  return async (
    request: PageRequest,
    reply: FastifyReply,
    plan: () => Promise<PagePlan | null>,
    withoutData: Page,
  ): Promise<boolean> => {
    const theme = themeOf(request.headers.cookie);
    try {
      const planned = await plan();
      if (planned === null) {
        return false;
      }
      const { key, read, follows, ...more } = planned;
      const visitor = limitedAddress(request.ip);
      const sent = await sendCached(responses, request, reply, {
        ...more,
        key: keyFor(key, theme),
        follows: [...follows, CAMPAIGNS],
        isExact: hasOwnChanges(request.headers.cookie),
        staleWhileRevalidateMs: () => limit.maxMs(),
        canRecompute: () => limit.canRecompute(),
        runInSlot: limit.runInSlot,
        async make({ last, expireAt }) {
          const { announcement, untilMs } = await campaigns.shown();
          expireAt(untilMs);
          const page = await runInSlot(visitor, read);
          if (page.status !== 200) {
            return { refused: 'not-found' };
          }
          const basis = createHash('sha256')
            .update(JSON.stringify([page, announcement]))
            .digest('base64url');
          if (last?.basis === basis) {
            return last;
          }
          const { html, hasFailed } = await htmlOf(page, theme, announcement);
          if (hasFailed) {
            expireAt(clock.wallMs() + FAILED_CACHED_MS);
          }
          return { type: HTML, text: html, vary: 'cookie', ...(!hasFailed && { basis }) };
        },
      });
      return !isRefusal(sent);
    } catch (error) {
      note(request, error);
      await send({ ...withoutData, isUnread: true }, request, reply);
      return true;
    }
  };
}

/** Revalidated each time, since it names the files of the newest build, and its theme comes from the cookie. */
function sendPage(reply: FastifyReply, { status }: Page, html: Buffer): FastifyReply {
  if (status === 503) {
    reply.header('retry-after', RETRY_AFTER_SECONDS);
  }
  return reply.status(status).type(HTML).headers({ 'cache-control': 'no-cache', vary: 'cookie' }).send(html);
}

const COOKIE = new RegExp(String.raw`(?:^|;)\s*${THEME_COOKIE}=(\w+)\s*(?:;|$)`);

/** The visitor's theme from the cookie header, so that the page has it from the start. */
function themeOf(cookies: string | undefined): Theme | null {
  const text = COOKIE.exec(cookies ?? '')?.[1];
  return isTheme(text) ? text : null;
}
