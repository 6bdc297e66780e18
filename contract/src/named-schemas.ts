import type * as z from 'zod/mini';
import { agentCallSchema } from './agent-calls.js';
import {
  addEventSchema,
  bookEventSchema,
  bookFeedEventSchema,
  cancelEventSchema,
  heartbeatEventSchema,
  readyEventSchema,
  resetEventSchema,
  takeEventSchema,
} from './book-feed.js';
import { CALLS } from './calls.js';
import { campaignBannerSchema, featuredProductsSchema } from './campaigns.js';
import { collectionPairSchema } from './collection.js';
import { bankPageSchema, dealRowSchema, stepDetailsSchema, timelineEntrySchema } from './deals.js';
import {
  deskBalanceSchema,
  deskEventSchema,
  deskPaperSchema,
  deskRowSchema,
  queuedDealSchema,
} from './desk.js';
import { aliasPreviewSchema, searchAliasSchema } from './desk-aliases.js';
import { campaignFieldsSchema, deskCampaignSchema } from './desk-campaigns.js';
import {
  deskPictureSchema,
  fieldErrorSchema,
  lastEditSchema,
  productFieldsSchema,
} from './desk-catalogue.js';
import { journalActSchema } from './desk-journal.js';
import { deskLabelSchema } from './desk-labels.js';
import { ledgerTransferSchema } from './desk-ledger.js';
import { invitationSchema, savedFilterSchema } from './desk-members.js';
import { moneyTotalSchema, payoutEntrySchema, statementLineSchema } from './desk-money.js';
import { claimPhotoSchema } from './desk-photos.js';
import { deskUserRowSchema, ownLimitsSchema, userNoteSchema } from './desk-users.js';
import {
  dealEventSchema,
  moneyEventSchema,
  orderEventSchema,
  tradeEventSchema,
  userEventSchema,
} from './events.js';
import { historyBucketSchema, levelSchema } from './figures.js';
import { facetValueSchema, foundRowSchema } from './finding.js';
import { brandSchema, releasedProductSchema } from './home.js';
import { IDENTITY_CALLS } from './identity-calls.js';
import { identityUserSchema, secondFactorChallengeSchema } from './identity-schemas.js';
import { keyProductSchema, keySchema } from './keys.js';
import { marketRowSchema, tradeFeedSaleSchema } from './market.js';
import { movedProductSchema, recordPriceSchema } from './market-day.js';
import { membershipSchema } from './membership.js';
import { debtSchema, moneyLineSchema, moneySumSchema } from './money.js';
import { notificationSchema } from './notifications.js';
import { orderCommandSchema } from './order-batch.js';
import { foundPairSchema } from './order-pairs.js';
import { bankAccountSchema, paymentInstructionsSchema, paymentSetupBodySchema } from './payment-setup.js';
import { exportedPriceRuleSchema } from './price-rules.js';
import { identityProblemSchema, problemSchema } from './problems.js';
import {
  lastSaleSchema,
  openOrderSchema,
  productCardSchema,
  productDetailSchema,
  productPictureSchema,
  productSummarySchema,
  sizedPriceSchema,
} from './products.js';
import { queuePlaceSchema } from './queue-places.js';
import { openOrderRowSchema, saleRowSchema, userDataSchema } from './user-data.js';
import {
  accountExportSchema,
  exportedLeavingSchema,
  exportedOrderSchema,
  exportedPairSchema,
  exportedTradeSchema,
  exportedWatchSchema,
} from './user-export.js';
import { exportedVacationSchema } from './vacation.js';
import {
  agreementSchema,
  answeredPointSchema,
  pairBodySchema,
  testResultSchema,
  writtenChecklistSchema,
} from './verification.js';
import { watchSchema } from './watching.js';
import { deliverySchema, webhookOffSchema, webhookSchema } from './webhooks.js';

/**
 * The names of schemas in the OpenAPI document, which describes each once and refers to it wherever it is used. The
 * names of bodies get the suffix `Input`.
 */
export const NAMED_SCHEMAS: Readonly<Record<string, z.ZodMiniType>> = {
  Problem: problemSchema,
  IdentityProblem: identityProblemSchema,
  Health: CALLS.health.answer,
  OwnUser: paymentSetupBodySchema,
  BankAccount: bankAccountSchema,

  ListedProduct: productCardSchema,
  Product: productDetailSchema,
  ProductPicture: productPictureSchema,
  ProductCard: productSummarySchema,
  OpenOrder: openOrderSchema,
  BookFeedEvent: bookFeedEventSchema,
  BookFeedReset: resetEventSchema,
  BookFeedBook: bookEventSchema,
  BookFeedReady: readyEventSchema,
  BookFeedAdd: addEventSchema,
  BookFeedTrade: takeEventSchema,
  BookFeedCancel: cancelEventSchema,
  BookFeedHeartbeat: heartbeatEventSchema,
  SizedPrice: sizedPriceSchema,
  Sale: lastSaleSchema,
  SalesPage: CALLS.productSales.answer,
  PriceLevel: levelSchema,
  Book: CALLS.productBook.answer,
  HistoryBucket: historyBucketSchema,
  Figures: CALLS.productFigures.answer,

  Found: CALLS.browse.answer,
  FacetValue: facetValueSchema,
  SearchRow: foundRowSchema,
  SearchAlias: searchAliasSchema,
  AliasPreview: aliasPreviewSchema,
  SearchResult: CALLS.search.answer,
  Releases: CALLS.releases.answer,
  Banners: CALLS.banners.answer,
  Campaigns: CALLS.campaigns.answer,
  CampaignBanner: campaignBannerSchema,
  FeaturedProducts: featuredProductsSchema,
  DeskCampaign: deskCampaignSchema,
  DeskMembers: CALLS.deskMembers.answer,
  Invitation: invitationSchema,
  SavedFilter: savedFilterSchema,
  SavedFilters: CALLS.savedFilters.answer,
  CampaignFields: campaignFieldsSchema,
  ProductRows: CALLS.shelves.answer,
  ReleasedProduct: releasedProductSchema,
  Brand: brandSchema,
  BrandPage: CALLS.brand.answer,
  ModelPage: CALLS.model.answer,
  HelpPage: CALLS.help.answer,

  Market: CALLS.market.answer,
  MarketRow: marketRowSchema,
  TradeFeed: CALLS.tape.answer,
  FeedSale: tradeFeedSaleSchema,
  MarketIndex: CALLS.marketIndex.answer,
  MarketDay: CALLS.marketDay.answer,
  MovedProduct: movedProductSchema,
  RecordPrice: recordPriceSchema,
  SoldPair: CALLS.soldPair.answer,

  Order: CALLS.buy.body,
  SellOrder: CALLS.sell.body,
  RestingOrder: CALLS.bid.body,
  AskOrder: CALLS.ask.body,
  OrderChange: CALLS.changeOrder.body,
  AnySizeBid: CALLS.bidAnySize.body,
  Cancellation: CALLS.deleteAsk.body,
  OrderCommand: orderCommandSchema,
  OrderBatch: CALLS.orderBatch.body,
  OrderBatchAnswers: CALLS.orderBatch.answer,
  Vacation: CALLS.vacation.answer,
  VacationAct: CALLS.takeVacation.body,
  ExportedVacation: exportedVacationSchema,
  PriceRules: CALLS.priceRules.answer,
  NewPriceRules: CALLS.setPriceRules.body,
  ExportedPriceRule: exportedPriceRuleSchema,
  OrderPairs: CALLS.orderPairs.body,
  FoundPair: foundPairSchema,
  FoundPairs: CALLS.orderPairs.answer,

  UserData: userDataSchema,
  OrderRow: openOrderRowSchema,
  QueuePlace: queuePlaceSchema,
  SaleRow: saleRowSchema,
  StoredShipping: userDataSchema.shape.shipping,
  Method: userDataSchema.shape.payout,
  TradesPage: CALLS.history.answer,
  NewUserData: CALLS.createUserData.body,
  Shipping: CALLS.shipping.body,
  Payout: CALLS.payout.body,
  Payment: CALLS.payment.body,
  SizePreference: CALLS.sizePreference.answer,
  ChosenSize: CALLS.saveSizePreference.body,
  UserExport: CALLS.exportUserData.answer,
  ExportedAccount: accountExportSchema,
  ExportedOrder: exportedOrderSchema,
  ExportedTrade: exportedTradeSchema,
  ExportedWatch: exportedWatchSchema,
  ExportedPair: exportedPairSchema,
  ExportedLeaving: exportedLeavingSchema,

  Deal: CALLS.deal.answer,
  DealRow: dealRowSchema,
  DealsPage: CALLS.deals.answer,
  TimelineEntry: timelineEntrySchema,
  StepDetails: stepDetailsSchema,
  DealStep: CALLS.takeDealStep.body,
  Money: CALLS.money.answer,
  MoneyLine: moneyLineSchema,
  Membership: membershipSchema,
  OwnMoneySum: moneySumSchema,
  Debt: debtSchema,
  BankPage: bankPageSchema,
  PaymentInstructions: paymentInstructionsSchema,
  DeskUser: CALLS.deskUser.answer,
  DeskUserRow: deskUserRowSchema,
  OwnLimits: ownLimitsSchema,
  UserNote: userNoteSchema,
  DeskUserDeals: CALLS.deskUserDeals.answer,
  Journal: CALLS.journal.answer,
  JournalAct: journalActSchema,
  Desk: CALLS.desk.answer,
  DeskRow: deskRowSchema,
  QueuedDeal: queuedDealSchema,
  DeskDeals: CALLS.deskDeals.answer,
  DeskSearch: CALLS.deskSearch.answer,
  DeskDeal: CALLS.deskDeal.answer,
  DeskPhoto: CALLS.addPhoto.answer,
  PhotoFile: CALLS.deskPhoto.answer,
  ClaimPhotos: CALLS.claimPhotos.answer,
  ClaimPhoto: claimPhotoSchema,
  AnsweredPoint: answeredPointSchema,
  Verification: CALLS.verification.answer,
  WrittenChecklist: writtenChecklistSchema,
  Agreement: agreementSchema,
  TestResult: testResultSchema,
  DeskMoney: CALLS.deskMoney.answer,
  DeskMoneyDeals: CALLS.deskMoneyDeals.answer,
  StatementFile: CALLS.bookStatement.body,
  Statement: CALLS.bookStatement.answer,
  StatementLine: statementLineSchema,
  MoneySum: moneyTotalSchema,
  PayoutList: CALLS.payoutList.answer,
  PayoutEntry: payoutEntrySchema,
  ProductFields: productFieldsSchema,
  FieldError: fieldErrorSchema,
  LastEdit: lastEditSchema,
  DeskPicture: deskPictureSchema,
  DeskProduct: CALLS.deskProduct.answer,
  ProductDraft: CALLS.productDraft.answer,
  DraftAct: CALLS.publishDraft.body,
  ImportPreview: CALLS.previewImport.answer,
  CatalogueImport: CALLS.importProducts.answer,
  LedgerTransfer: ledgerTransferSchema,
  DeskBalance: deskBalanceSchema,
  DeskEvent: deskEventSchema,
  DeskPaper: deskPaperSchema,
  DeskPair: pairBodySchema,
  DeskLabel: deskLabelSchema,
  DeskStep: CALLS.takeDeskStep.body,
  FinanceStep: CALLS.takeFinanceStep.body,

  Notification: notificationSchema,
  NoticesPage: CALLS.notices.answer,
  Unread: CALLS.unreadNotices.answer,
  ReadNotice: CALLS.readNotice.body,
  ReadNotices: CALLS.readNotices.body,
  NotificationSettings: CALLS.noticeSettings.answer,
  NoticeMail: CALLS.noticeMail.body,

  Watch: watchSchema,
  Watches: CALLS.watches.answer,
  Hearts: CALLS.hearts.answer,
  WatchChange: CALLS.watch.body,
  Watched: CALLS.watch.answer,
  WatchEnd: CALLS.unwatch.body,
  AlsoWatched: CALLS.alsoWatched.answer,

  Collection: CALLS.collection.answer,
  CollectionPair: collectionPairSchema,
  NewPair: CALLS.addPair.body,
  PairRemoval: CALLS.removePair.body,
  PairRestoration: CALLS.restorePair.body,

  UserEvents: CALLS.userEvents.answer,
  UserEvent: userEventSchema,
  OrderEvent: orderEventSchema,
  TradeEvent: tradeEventSchema,
  DealEvent: dealEventSchema,
  MoneyEvent: moneyEventSchema,
  AgentCall: agentCallSchema,
  Key: keySchema,
  KeyProduct: keyProductSchema,
  Keys: CALLS.keys.answer,
  NewKey: CALLS.makeKey.body,
  MadeKey: CALLS.makeKey.answer,
  KeyChange: CALLS.changeKey.body,
  KeyRevocation: CALLS.revokeKey.body,
  Webhook: webhookSchema,
  WebhookOff: webhookOffSchema,
  Webhooks: CALLS.webhooks.answer,
  NewWebhook: CALLS.makeWebhook.body,
  MadeWebhook: CALLS.makeWebhook.answer,
  WebhookChange: CALLS.changeWebhook.body,
  OwnWebhook: CALLS.deleteWebhook.body,
  WebhookSwitch: CALLS.switchWebhook.body,
  Delivery: deliverySchema,
  Deliveries: CALLS.deliveries.answer,
  Replay: CALLS.replayEvents.body,
  ReplayedEvents: CALLS.replayEvents.answer,

  Done: IDENTITY_CALLS.endOtherSessions.answer,
  User: identityUserSchema,
  SecondFactorChallenge: secondFactorChallengeSchema,
  SignUp: IDENTITY_CALLS.signUp.body,
  SignedUp: IDENTITY_CALLS.signUp.answer,
  SignIn: IDENTITY_CALLS.signIn.body,
  SignInResult: IDENTITY_CALLS.finishGithub.answer,
  Security: IDENTITY_CALLS.security.answer,
  RecoveryCodes: IDENTITY_CALLS.confirmApp.answer,
  PasswordProof: IDENTITY_CALLS.turnAppOff.body,
  Code: IDENTITY_CALLS.confirmApp.body,
  LinkCode: IDENTITY_CALLS.confirmEmail.body,
};
