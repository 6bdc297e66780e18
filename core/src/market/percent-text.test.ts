import { expect, it } from 'vitest';
import { changeText, percentText } from './percent-text.js';

it.each([
  [1.64, '1.6%', '+1.6%'],
  [-4.5, '−4.5%', '−4.5%'],
  [0, '0.0%', '0.0%'],
  [0.04, '0.0%', '0.0%'],
  [-0.04, '0.0%', '0.0%'],
])('%d per cent is shown as %s, and as %s where it is a change', (percent, share, change) => {
  expect([percentText(percent), changeText(percent)]).toEqual([share, change]);
});
