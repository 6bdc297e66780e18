import { describe, expect, it } from 'vitest';
import { readSmtpUrl } from './smtp-server.js';

describe('the address of a mail server', () => {
  it.each([
    ['smtp://mail.example', { host: 'mail.example', port: 587, isSecure: false, isHere: false, login: null }],
    ['smtps://mail.example/', { host: 'mail.example', port: 465, isSecure: true }],
    ['smtp://mailpit:1025', { host: 'mailpit', port: 1025 }],
    ['smtp://LOCALHOST:25', { isHere: true }],
    ['smtp://[::1]:25', { host: '::1', isHere: true }],
    ['smtps://ada%40shop.example:p%2Fw@mail.example', { login: { user: 'ada@shop.example', pass: 'p/w' } }],
  ])('%s is read', (text, server) => {
    expect(readSmtpUrl(text)).toMatchObject(server);
  });

  it.each([
    'mail.example',
    'mail.example:25',
    'https://mail.example',
    'smtp:',
    'smtp://',
    'smtp:///outbox',
    'smtp://mail.example:0',
    'smtp://mail.example:99999',
    'smtp://mail.example/inbox',
    'smtp://mail.example?secure=true',
    'smtp://mail.example#x',
    'smtp://ma il.example',
    'smtp://ada@mail.example',
    'smtp://:secret@mail.example',
    'smtp://ada:%zz@mail.example',
    'smtp://mail.example\r\nRCPT TO:<a@b.example>',
  ])('%j is none', (text) => {
    expect(readSmtpUrl(text)).toBeNull();
  });
});
