/** The notice at the top of every page of a demonstration market. */
export const DEMO_NOTICE =
  '<aside class="demo-notice" aria-label="Demo market">Demo market: orders are real, money and shoes do not move</aside>';
