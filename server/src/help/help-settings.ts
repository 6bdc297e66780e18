import { EMAIL_ADDRESS, text } from '../settings/setting-kinds.js';

const CONTACT = new RegExp(String.raw`^(${EMAIL_ADDRESS}|https?://[^\s<>"]+)$`, 'u');

export const HELP_VARIABLES = {
  CONTACT: text(
    (value) => CONTACT.test(value),
    'be an e-mail such as help@shop.example, or an address such as https://shop.example/contact',
  ).optional(),
};
