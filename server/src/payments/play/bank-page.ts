import type { Intent } from './stand-in-objects.js';

/** The page of the buyer's bank, which asks for a confirmation (3-D Secure). It works without JavaScript. */
export function bankPage(intent: Intent): string {
  const amount = `${(intent.amount / 100).toFixed(2)} ${intent.currency.toUpperCase()}`;
  const isOpen = intent.status === 'requires_action';
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Your bank (play money)</title>
<style>
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  main { max-width: 26rem; margin: 3rem auto; padding: 0 1rem; }
  form { display: flex; gap: 1rem; }
  button { font: inherit; padding: 0.6rem 1.2rem; }
</style>
<main>
  <h1>Your bank</h1>
  <p>This is play money: no bank is contacted, and nothing is charged.</p>
  ${isOpen ? question(amount) : '<p>This payment no longer needs your confirmation. You can close this page.</p>'}
</main>
</html>
`;
}

function question(amount: string): string {
  return `<p>Do you want to pay ${amount} to PerkeX?</p>
  <form method="post">
    <button name="answer" value="accept">Pay ${amount}</button>
    <button name="answer" value="refuse">Refuse</button>
  </form>`;
}
