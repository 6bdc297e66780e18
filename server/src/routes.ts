import type { FastifyInstance } from 'fastify';
import { accountsRoutes } from './accounts/accounts.routes.js';
import { agentCallsRoutes, mcpRoutes } from './agents/mcp.routes.js';
import type { AppDependencies } from './app-dependencies.js';
import { campaignsRoutes } from './campaigns/campaigns.routes.js';
import { catalogueRoutes } from './catalogue/catalogue.routes.js';
import { collectionRoutes } from './collection/collection.routes.js';
import { EXAMPLE_ADDRESS } from './deals/deal-settings.js';
import { dealsRoutes } from './deals/deals.routes.js';
import { deskCampaignsRoutes } from './desk/campaigns/desk-campaigns.routes.js';
import { deskAliasesRoutes } from './desk/catalogue/desk-aliases.routes.js';
import { deskCatalogueRoutes } from './desk/catalogue/desk-catalogue.routes.js';
import { deskImportsRoutes } from './desk/catalogue/desk-imports.routes.js';
import { deskRoutes } from './desk/desk.routes.js';
import { deskLabelRoutes } from './desk/desk-labels.routes.js';
import { deskVerificationRoutes } from './desk/desk-verification.routes.js';
import { deskJournalRoutes } from './desk/journal/desk-journal.routes.js';
import { deskMembersRoutes, invitationRoutes } from './desk/members/desk-members.routes.js';
import { savedFiltersRoutes } from './desk/members/saved-filters.routes.js';
import { deskLedgerRoutes } from './desk/money/desk-ledger.routes.js';
import { deskMoneyRoutes } from './desk/money/desk-money.routes.js';
import { deskUsersRoutes } from './desk/users/desk-users.routes.js';
import { drawingsRoutes } from './drawings/drawings.routes.js';
import { brandsRoutes } from './finding/brands.routes.js';
import { findingRoutes } from './finding/finding.routes.js';
import { readCards } from './finding/found-summary.js';
import { Developers, type OpenApiDocument } from './help/developers.js';
import { helpRoutes } from './help/help.routes.js';
import { addCallHooks, addMemberHooks, addUserHooks, keysOfAgents } from './hooks.js';
import { healthRoutes } from './http/health.routes.js';
import { requireRightToOrder, rightToOrder } from './http/session.js';
import { keysRoutes } from './keys/keys.routes.js';
import { Live } from './live/live.routes.js';
import { marketRoutes } from './market/market.routes.js';
import { findPairs } from './orders/find-pairs.js';
import { DEFAULT_MAX_DEBT_CENTS } from './orders/order-settings.js';
import { ordersRoutes } from './orders/orders.routes.js';
import { pagesRoutes } from './pages/pages.routes.js';
import { bankPageRoutes } from './payments/opening/bank-page.routes.js';
import { attachCardOfPlay } from './payments/opening/choose-payment.js';
import { debtRoutes } from './payments/opening/debt.routes.js';
import { paymentInstructionsRoutes } from './payments/opening/payment-instructions.routes.js';
import { paymentSetupRoutes } from './payments/opening/payment-setup.routes.js';
import { payoutAccountRoutes } from './payments/opening/payout-account.routes.js';
import { DEFAULT_PAYOUT_RELEASE_CENTS } from './payments/payment-settings.js';
import { picturesRoutes } from './pictures/pictures.routes.js';
import { priceRulesRoutes } from './price-rules/price-rules.routes.js';
import { salesRoutes } from './sales/sales.routes.js';
import type { SharedReads } from './shared-reads.js';
import { userExportParts } from './user-export-parts.js';
import { readMember } from './users/members.js';
import { vacationsRoutes } from './vacations/vacations.routes.js';
import { claimPhotosRoutes } from './verification/claim-photos.routes.js';
import { reportRoutes } from './verification/report.routes.js';
import { alsoWatchedRoutes } from './watching/also-watched.routes.js';
import { watchingRoutes } from './watching/watching.routes.js';
import { soldElsewhereRoutes } from './webhooks/sold-elsewhere.routes.js';
import { webhooksRoutes } from './webhooks/webhooks.routes.js';

/** Adds all calls, files and pages. */
export async function addRoutes(
  app: FastifyInstance,
  dependencies: AppDependencies,
  shared: SharedReads,
): Promise<void> {
  const { database, clock, random, identity, feed, notifications, rateLimits, isDemo = false } = dependencies;
  const { pool } = database;
  const live = new Live(app, {
    pool,
    feed,
    clock,
    random,
    processId: shared.responses.processId,
    identity,
    isLimited: rateLimits,
    readUnread: (userId) => notifications.countUnread(userId),
  });
  const developers = new Developers(
    () => app.swagger() as unknown as OpenApiDocument,
    dependencies.publicUrl,
  );
  app.decorate('countStreams', () => live.streamCount);
  if (identity.routes) {
    await app.register(identity.routes);
  }
  await app.register(
    async (api) => {
      addCallHooks(api, dependencies.publicUrl);
      addPublicCalls(api, dependencies, shared, developers);
      live.routes(api);
      await api.register(async (own) => {
        addUserHooks(own, dependencies);
        live.ownRoutes(own);
        addUserCalls(own, dependencies, shared);
      });
    },
    { prefix: '/api' },
  );
  const { dealSteps: steps = null, paymentSetup: setup = null, hiddenProducts: hidden } = dependencies;
  const { userBlocks = null, memberMails = null, openOrderLimits = null } = dependencies;
  const { maxDebtCents = DEFAULT_MAX_DEBT_CENTS } = dependencies;
  const { payoutReleaseCents: releaseAboveCents = DEFAULT_PAYOUT_RELEASE_CENTS } = dependencies;
  if (steps) {
    await app.register(
      async (desk) => {
        addMemberHooks(desk, dependencies);
        deskRoutes(desk, { pool, identity, steps, products: shared.findable, rateLimits });
        deskVerificationRoutes(desk, { ...dependencies, pool, steps });
        const { parcelLabels: labels = null } = dependencies;
        deskLabelRoutes(desk, { pool, identity, steps, labels, rateLimits });
        deskJournalRoutes(desk, { pool, rateLimits });
        deskMembersRoutes(desk, { pool, identity, mails: memberMails, rateLimits });
        savedFiltersRoutes(desk, { pool, identity, rateLimits });
        if (userBlocks) {
          deskUsersRoutes(desk, {
            pool,
            identity,
            openOrderLimits,
            maxDebtCents,
            rateLimits,
            holidays: steps.holidays,
            blocks: userBlocks,
          });
        }
        deskLedgerRoutes(desk, { pool, rateLimits });
        deskMoneyRoutes(desk, { pool, identity, setup, steps, releaseAboveCents, rateLimits });
        if (hidden) {
          const catalogue = { ...dependencies, pool, hidden, fetchTerms: dependencies.fetchTerms ?? {} };
          deskCatalogueRoutes(desk, catalogue);
          deskImportsRoutes(desk, catalogue);
        }
        deskAliasesRoutes(desk, { ...dependencies, pool, products: shared.findable });
        deskCampaignsRoutes(desk, { ...dependencies, pool, products: shared.findable });
      },
      { prefix: '/api' },
    );
  }
  await app.register(async (agents) =>
    mcpRoutes(agents, { ...dependencies, pool, acceptKeys: keysOfAgents(dependencies) }),
  );
  await dependencies.paymentRoutes?.(app);
  await soldElsewhereRoutes(app, {
    pool,
    clock,
    removeAsk: dependencies.trading.removeAsk,
    sealing: dependencies.webhooks?.sealing ?? null,
  });
  drawingsRoutes(app, { ...shared, pool });
  picturesRoutes(app, dependencies.pictures);
  notifications.routes(app, { isDemo });
  await addPages(app, dependencies, shared, developers);
}

/** Adds the calls that need no login, except those of the identity provider. */
function addPublicCalls(
  api: FastifyInstance,
  dependencies: AppDependencies,
  shared: SharedReads,
  developers: Developers,
): void {
  const { database, clock, engine } = dependencies;
  const { pool, healthPool } = database;
  const { replicaReads, responses, findable, trending, campaigns, readPoints, readClose, help, brandTexts } =
    shared;
  catalogueRoutes(api, {
    pool,
    replicaReads,
    responses,
    clock,
    readCards: (ids) => readCards(findable, ids),
    findKnown: async (ids) => (await findable.read()).found(ids).map(({ id }) => id),
  });
  findingRoutes(api, { replicaReads, responses, products: findable, clock, trending });
  brandsRoutes(api, { responses, products: findable, texts: brandTexts, clock });
  salesRoutes(api, { pool, replicaReads, responses, clock });
  alsoWatchedRoutes(api, { replicaReads, responses });
  marketRoutes(api, { replicaReads, responses, trending, products: findable, readPoints, readClose, clock });
  campaignsRoutes(api, { responses, campaigns, products: findable });
  helpRoutes(api, help, developers);
  healthRoutes(api, { pool: healthPool, engine, isReadingAhead: shared.isReadingAhead });
}

/** Adds the calls of signed-in users. */
function addUserCalls(
  own: FastifyInstance,
  {
    database: { pool },
    identity,
    notifications,
    clock,
    rateLimits,
    publicUrl,
    paymentSetup: setup = null,
    dealSteps = null,
    isDemo = false,
    shipTo = null,
    pictures,
    memberMails = null,
    newId,
    feed,
    userIndex = null,
    keyNews,
    webhooks = null,
    trading,
    vacations,
    priceRules,
  }: AppDependencies,
  { findable }: SharedReads,
): void {
  notifications.ownRoutes(own);
  watchingRoutes(own, pool, identity, findable);
  collectionRoutes(own, pool, identity, clock);
  const exportParts = userExportParts(pool, identity, pictures, userIndex);
  accountsRoutes(own, pool, identity, {
    clock,
    userIndex,
    rateLimits,
    exportParts,
    onPaymentChosen: (tx, userId) => attachCardOfPlay(tx, userId, setup),
  });
  paymentSetupRoutes(own, { pool, identity, setup, publicUrl, rateLimits });
  payoutAccountRoutes(own, { pool, identity, setup, rateLimits });
  if (dealSteps) {
    reportRoutes(own, { pool, pictures });
    claimPhotosRoutes(own, { pool, identity, pictures, rateLimits });
    dealsRoutes(own, {
      pool,
      identity,
      steps: dealSteps,
      shipTo: shipTo ?? (isDemo ? EXAMPLE_ADDRESS : null),
      rateLimits,
    });
    bankPageRoutes(own, { pool, setup, rateLimits });
    paymentInstructionsRoutes(own, { pool, setup });
    debtRoutes(own, { pool, identity, setup, steps: dealSteps, rateLimits });
    if (memberMails) {
      invitationRoutes(own, { pool, identity, mails: memberMails, rateLimits });
    }
  }
  const right = rightToOrder(identity);
  ordersRoutes(own, {
    ...trading,
    pool,
    rightToOrder: right,
    findPairs: (pairs) => findPairs(pool, clock, pairs),
  });
  vacationsRoutes(own, { pool, identity, vacations, rightToOrder: right, rateLimits });
  priceRulesRoutes(own, priceRules, identity);
  const requireRight = requireRightToOrder(right);
  webhooksRoutes(own, {
    pool,
    identity,
    newId,
    requireRightToOrder: requireRight,
    rateLimits,
    sealing: webhooks?.sealing ?? null,
    wake: () => webhooks?.wake(),
  });
  agentCallsRoutes(own, pool);
  keysRoutes(own, {
    pool,
    identity,
    feed,
    newId,
    keyNews,
    rateLimits,
    requireRightToOrder: requireRight,
  });
}

async function addPages(
  app: FastifyInstance,
  {
    database,
    pages,
    publicUrl,
    identity,
    clock,
    metrics = null,
    isDemo = false,
    dealSteps = null,
    paymentSetup = null,
  }: AppDependencies,
  { brandTexts, ...shared }: SharedReads,
  developers: Developers,
): Promise<void> {
  if (pages) {
    await pagesRoutes(app, {
      ...shared,
      build: pages,
      pool: database.pool,
      publicUrl,
      identitySetup: identity.setup,
      isDemo,
      hasDeals: dealSteps !== null,
      // Requests for pages carry no bearer token: then only the calls behind the pages tell members apart.
      isForMember: async ({ headers }) =>
        identity.credential === 'bearer' || (await readMember(identity, database.pool, headers)) !== null,
      payments: paymentSetup?.provider.name ?? null,
      texts: brandTexts,
      developers,
      metrics,
      clock,
    });
  }
}
