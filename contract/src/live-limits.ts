/**
 * Names a server process: in the response of its stream, and in the reads of a page that follows the stream. Any other
 * server first reads the feed up to that moment.
 */
export const SERVER_HEADER = 'perkex-server';
/** The most products that one stream may watch. */
export const WATCHED_PRODUCTS = 50;
/** The most price levels per side in a stream. */
export const SHOWN_LEVELS = 20;
/** The interval of a quiet stream's keep-alive comments. */
export const LIVE_COMMENT_MS = 15_000;
