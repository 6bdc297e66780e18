import { EMAIL_ADDRESS, setting, text } from '../settings/setting-kinds.js';
import { readSmtpUrl } from './smtp-server.js';

/** Exactly one sender. Characters that could begin another header or a second address are refused. */
const SENDER = new RegExp(String.raw`^(${EMAIL_ADDRESS}|[^<>()",:;@\\[\]\p{Cc}]+ <${EMAIL_ADDRESS}>)$`, 'u');

export const MAIL_VARIABLES = {
  SMTP_URL: setting(
    readSmtpUrl,
    'be smtp:// or smtps:// and a host, such as smtps://user:password@mail.example:465',
    { isSecret: true },
  ).optional(),
  MAIL_FROM: text(
    (value) => SENDER.test(value),
    'be an address such as PerkeX <no-reply@shop.example>',
  ).optional(),
};
